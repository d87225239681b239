import { Type } from 'typebox';
import { endpoint, Nullable, Success } from '../endpoint.ts';
import { FileUrl } from './stored-files.ts';

/** The most bytes of a candidate's photograph. The site sends far fewer. */
export const PHOTO_BYTES = 2 * 1024 * 1024;

const Candidate = Type.Object({
  /** The student's number in the institute in use; null without one. */
  roll_number: Nullable(Type.String()),
  /** The photograph, which only the student and the staff of the institute can open. */
  photo_url: Nullable(Type.String()),
  /** Whether the student may upload one: only students of an institute. */
  can_have_photo: Type.Boolean(),
});

export const getCandidate = endpoint('GET /users/get_candidate', {
  summary: 'Show the roll number and photograph of the student for tests',
  reach: 'membership',
  response: Candidate,
});

export const setPhoto = endpoint('POST /users/set_photo', {
  summary: "Use an uploaded photograph at the institute's tests; it replaces the earlier one",
  description: 'Place, device and time that a camera notes are removed.',
  reach: 'membership',
  body: Type.Object({ photo_url: FileUrl }),
  response: Candidate,
  refusals: ['not_possible', 'refused_file'],
});

export const removePhoto = endpoint('POST /users/remove_photo', {
  summary: 'Delete the photograph of the student',
  reach: 'membership',
  body: Type.Object({}),
  response: Type.Object(Success),
});
