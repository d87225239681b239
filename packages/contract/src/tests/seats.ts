import { seatVerdicts } from '@abhyas/exam/tests/seat-verdict';
import { Type } from 'typebox';
import { endpoint, Id, Success } from '../endpoint.ts';

/** The site reports a change of its verdict only, and at most once in this many seconds. */
export const SEAT_REPORT_SECONDS = 20;

export const noteSeat = endpoint('POST /student_app/note_seat', {
  isOfTest: true,
  summary: "Report to the hall why a student's seat is slow, or that it is healthy again",
  reach: 'membership',
  body: Type.Object({
    /** The session. */
    session_id: Id,
    verdict: Type.Enum([...seatVerdicts]),
  }),
  response: Type.Object(Success),
  refusals: ['session_finished'],
});
