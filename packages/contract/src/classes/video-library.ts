import { Type } from 'typebox';
import { endpoint, Id, Moment, Nullable, Success } from '../endpoint.ts';

/** A time within a recording, in seconds. */
export const ClipTimeField = Type.Object({
  hours: Type.Integer({ minimum: 0, maximum: 23 }),
  minutes: Type.Integer({ minimum: 0, maximum: 59 }),
  seconds: Type.Integer({ minimum: 0, maximum: 59 }),
});

/**
 * A folder or a video; fields that the level does not have are null. A folder with a negative id contains the recordings of whole classes
 * in a subject.
 */
const VideoRow = Type.Object({
  subject_id: Nullable(Id),
  subject_name: Nullable(Type.String()),
  chapter_id: Nullable(Type.Integer()),
  chapter_name: Nullable(Type.String()),
  checkpoint_id: Nullable(Type.Integer()),
  checkpoint_name: Nullable(Type.String()),
  file_count: Nullable(Type.Integer()),
  concept_id: Nullable(Id),
  starts_at: Nullable(ClipTimeField),
  ends_at: Nullable(ClipTimeField),
  recording_url: Nullable(Type.String()),
  title: Nullable(Type.String()),
  description: Nullable(Type.String()),
  recorded_at: Nullable(Moment),
});

const level = Type.Optional(Type.Boolean());

/** One level of the library: all subjects (`id` 0), chapters of a subject, topics of a chapter, videos of a topic. */
export const getVideoRecordings = endpoint('POST /virtual_meetings/get_video_recordings', {
  summary: 'List one level of the video library',
  reach: 'membership',
  body: Type.Object({
    is_subject: level,
    is_chapter: level,
    is_checkpoint: level,
    is_data: level,
    id: Type.Integer({ minimum: -Number.MAX_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER - 1 }),
  }),
  response: Type.Object({
    /** Name of the subject, chapter or topic whose content is listed; null at the top. */
    title: Nullable(Type.String()),
    /** The `id` to request for the level above. */
    parent_id: Nullable(Type.Integer()),
    virtual_meetings: Type.Array(VideoRow),
  }),
  refusals: ['not_allowed', 'not_found'],
});

const Concept = Type.Object({
  id: Id,
  title: Type.String(),
  description: Nullable(Type.String()),
  topic_id: Nullable(Id),
  topic_name: Nullable(Type.String()),
  /** Seconds. */
  starts_at: Type.Integer(),
  ends_at: Type.Integer(),
});

/** Recordings of the institute, newest first. */
export const getRecordings = endpoint('GET /staff/recordings', {
  access: { staff: 'videos.manage' },
  summary: 'List recordings of classes',
  response: Type.Object({
    recordings: Type.Array(
      Type.Object({
        id: Id,
        title: Type.String(),
        subject_name: Type.String(),
        start_time: Moment,
        recording_url: Type.String(),
        clip_count: Type.Integer(),
      }),
    ),
  }),
});

/** A recording with its clips, and hints for cutting clips. */
export const getRecording = endpoint('GET /staff/recordings/{id}', {
  access: { staff: 'videos.manage' },
  summary: 'Show a recording and its clips',
  id: 'The class.',
  response: Type.Object({
    title: Type.String(),
    subject_name: Type.String(),
    recording_url: Type.String(),
    /** Null if unknown. */
    seconds: Nullable(Type.Integer()),
    concepts: Type.Array(Concept),
    /** Seconds at which questions of the quiz were shown, because topics often change there. */
    quiz_moments: Type.Array(Type.Integer()),
    /** Topics of the subject in the catalogue. */
    topics: Type.Array(Type.Object({ id: Id, name: Type.String(), chapter_name: Type.String() })),
  }),
});

export const addConcept = endpoint('POST /staff/recordings/{id}/add_concept', {
  access: { staff: 'videos.manage' },
  summary: 'Cut a clip from a recording',
  id: 'The class.',
  body: Type.Object({
    title: Type.String({ minLength: 1, maxLength: 120 }),
    description: Type.Optional(Type.String({ minLength: 1, maxLength: 1000 })),
    topic_id: Type.Optional(Id),
    start_at: ClipTimeField,
    ends_at: ClipTimeField,
  }),
  response: Type.Object({ ...Success, id: Id }),
  refusals: ['not_possible'],
});

/** Changes the start and end of a clip. */
export const updateVirtualMeetingConcepts = endpoint('POST /virtual_meetings/update_virtual_meeting_concepts', {
  access: { staff: 'videos.manage' },
  summary: 'Change the start and end of a clip',
  body: Type.Object({ id: Id, start_at: ClipTimeField, ends_at: ClipTimeField }),
  response: Type.Object(Success),
  refusals: ['not_found', 'not_possible'],
});

export const removeConcept = endpoint('POST /staff/concepts/{id}/remove', {
  access: { staff: 'videos.manage' },
  summary: 'Remove a clip',
  id: 'The clip.',
  response: Type.Object(Success),
});
