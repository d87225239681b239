// Contents: one level of the library · the staff's recordings · clips
import type { Answer, Input } from '@abhyas/contract/endpoint';
import { Problem } from '@abhyas/contract/problem';
import type {
  addConcept,
  getRecording,
  getRecordings,
  getVideoRecordings,
  updateVirtualMeetingConcepts,
} from '@abhyas/contract/classes/video-library';
import { clipFault, clipTimeOf, secondsOf } from '@abhyas/exam/classes/clip';
import { subjectNames } from '@abhyas/exam/bank/subjects';
import type { Context, StaffCallContext, StaffContext, Student } from '../../../context.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { writeAudit } from '../../institute/audit/audit.ts';
import { instituteOfMember } from '../../institute/classrooms/classrooms.ts';
import * as store from './video-library.store.ts';

type Level = Answer<typeof getVideoRecordings>;

const empty = {
  subject_id: null,
  subject_name: null,
  chapter_id: null,
  chapter_name: null,
  checkpoint_id: null,
  checkpoint_name: null,
  file_count: null,
  concept_id: null,
  starts_at: null,
  ends_at: null,
  recording_url: null,
  title: null,
  description: null,
  recorded_at: null,
};
const wholeClasses = 'Whole classes';

/** A board is replayed on the page of its class. */
const addressOf = (url: string | null, meeting_id: number) => url ?? `/view_class/${meeting_id}`;

const videoRow = (row: store.ClipRow): Level['virtual_meetings'][number] => ({
  ...empty,
  concept_id: row.concept_id,
  starts_at: row.starts_at === null ? null : clipTimeOf(row.starts_at),
  ends_at: row.ends_at === null ? null : clipTimeOf(row.ends_at),
  recording_url: addressOf(row.url, row.meeting_id),
  title: row.title,
  description: row.description,
  recorded_at: row.recorded_at.toISOString(),
});

/**
 * One level of the student's library: recordings of classes that they attend. If several levels are given, the first counts. Throws
 * `not_found` for a level without recordings of theirs.
 */
export async function libraryLevel(
  context: Context,
  student: Student,
  { is_chapter, is_checkpoint, is_data, id }: Input<typeof getVideoRecordings>,
): Promise<Level> {
  const of = { institute_id: instituteOfMember(student), student_id: student.id };
  if (is_chapter) return chaptersOf(context, of, id);
  if (is_checkpoint) return topicsOf(context, of, id);
  if (is_data) return videosOf(context, of, id);
  const subjects = await store.findSubjects(context, of);
  const rows = subjects.map((subject) => ({
    ...empty,
    subject_id: subject.id,
    subject_name: subject.name,
    file_count: subject.file_count,
  }));
  return { title: null, parent_id: null, virtual_meetings: rows };
}

type Of = Parameters<typeof store.findSubjects>[1];

async function chaptersOf(context: Context, of: Of, subject_id: number): Promise<Level> {
  const title = await store.findSubject(context, of.institute_id, subject_id);
  if (title === undefined) throw new Problem('not_found');
  const chapters = await store.findChapters(context, of, subject_id);
  const whole = await store.findWhole(context, of, subject_id);
  const folders = [...chapters, ...(whole.length > 0 ? [{ id: -subject_id, name: wholeClasses, file_count: whole.length }] : [])];
  const rows = folders.map(({ id, name, file_count }) => ({ ...empty, chapter_id: id, chapter_name: name, file_count }));
  return { title, parent_id: 0, virtual_meetings: rows };
}

async function topicsOf(context: Context, of: Of, chapter_id: number): Promise<Level> {
  const topics = await store.findTopics(context, of, chapter_id);
  const [first] = topics;
  if (!first) throw new Problem('not_found');
  const rows = topics.map(({ id, name, file_count }) => ({ ...empty, checkpoint_id: id, checkpoint_name: name, file_count }));
  return { title: first.chapter_name, parent_id: first.subject_id, virtual_meetings: rows };
}

async function videosOf(context: Context, of: Of, id: number): Promise<Level> {
  const rows = id < 0 ? await store.findWhole(context, of, -id) : await store.findClips(context, of, id);
  const [first] = rows;
  if (!first) throw new Problem('not_found');
  return {
    title: id < 0 ? `${first.folder}: ${wholeClasses}` : first.folder,
    parent_id: first.parent_id,
    virtual_meetings: rows.map(videoRow),
  };
}

/** Recordings of the institute with the number of their clips. */
export async function recordingsOf(context: StaffContext): Promise<Answer<typeof getRecordings>> {
  const rows = await store.findRecordings(context, context.actor.institute_id);
  return {
    recordings: rows.map(({ id, title, subject_name, starts_at, url, clip_count }) => ({
      id,
      title,
      subject_name,
      start_time: starts_at.toISOString(),
      recording_url: addressOf(url, id),
      clip_count,
    })),
  };
}

async function recordingAt(context: StaffContext, id: number): Promise<store.RecordingRow> {
  const [row] = await store.findRecordings(context, context.actor.institute_id, id);
  if (!row) throw new Problem('not_found');
  return row;
}

/** Subjects of the catalogue that are shown under the same name. */
function sameSubjects(id: number | null): number[] {
  const names: Readonly<Record<number, string>> = subjectNames;
  return id === null
    ? []
    : Object.keys(names)
        .map(Number)
        .filter((other) => names[other] === names[id]);
}

/** A recording with its clips, moments of its quiz, and topics. Throws `not_found`. */
export async function recordingOf(context: StaffContext, id: number): Promise<Answer<typeof getRecording>> {
  const row = await recordingAt(context, id);
  const began = row.started_at ?? row.starts_at;
  const moments = (await store.findQuizMoments(context, id)).map((at) => Math.round((at.getTime() - began.getTime()) / 1000));
  return {
    title: row.title,
    subject_name: row.subject_name,
    recording_url: addressOf(row.url, id),
    seconds: row.seconds,
    concepts: await store.findConcepts(context, id),
    quiz_moments: moments.filter((second) => second >= 0 && (row.seconds === null || second <= row.seconds)),
    topics: await store.findTopicsOf(context, sameSubjects(row.catalogue_subject)),
  };
}

/** Start and end in seconds. Throws `not_possible` for a clip that ends before it starts or after its recording. */
function conceptTimes({ start_at, ends_at }: Pick<Input<typeof addConcept>, 'start_at' | 'ends_at'>, length: number | null) {
  const times = { starts_at: secondsOf(start_at), ends_at: secondsOf(ends_at) };
  const fault = clipFault(times.starts_at, times.ends_at, length);
  if (fault !== null) throw new Problem('not_possible', fault);
  return times;
}

/** Cuts a clip. Throws `not_found`, also for a topic of another subject, and `not_possible`. */
export async function cut(context: StaffCallContext, { id: meeting_id, title, description, topic_id, ...times }: Input<typeof addConcept>) {
  return inTransaction(context, async (within) => {
    const recording = await recordingAt(within, meeting_id);
    const topics = await store.findTopicsOf(within, sameSubjects(recording.catalogue_subject));
    if (topic_id !== undefined && !topics.some((topic) => topic.id === topic_id)) throw new Problem('not_found');
    const concept = {
      meeting_id,
      topic_id: topic_id ?? null,
      title,
      description: description ?? null,
      ...conceptTimes(times, recording.seconds),
    };
    const id = await store.insertConcept(within, { ...concept, created_by: context.caller.id, created_at: within.now });
    await writeAudit(within, { what: 'recording.cut', object_type: 'meeting_concept', object_id: id, after: concept });
    return { success: true as const, id };
  });
}

async function conceptAt(context: StaffContext, id: number) {
  const concept = await store.findConcept(context, context.actor.institute_id, id);
  if (!concept) throw new Problem('not_found');
  return concept;
}

/** Moves the ends of a clip. Throws `not_found`, `not_possible`. */
export async function moveEnds(context: StaffContext, { id, ...times }: Input<typeof updateVirtualMeetingConcepts>) {
  return inTransaction(context, async (within) => {
    const { starts_at, ends_at, seconds } = await conceptAt(within, id);
    const after = conceptTimes(times, seconds);
    await store.updateConcept(within, id, after);
    await writeAudit(within, {
      what: 'recording.cut',
      object_type: 'meeting_concept',
      object_id: id,
      before: { starts_at, ends_at },
      after,
    });
    return { success: true as const };
  });
}

export async function removeClip(context: StaffContext, id: number) {
  return inTransaction(context, async (within) => {
    const before = await conceptAt(within, id);
    await store.deleteConcept(within, id);
    await writeAudit(within, { what: 'recording.remove_clip', object_type: 'meeting_concept', object_id: id, before });
    return { success: true as const };
  });
}
