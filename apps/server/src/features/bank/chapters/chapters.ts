import { Problem } from '@abhyas/contract/problem';
import { notAskedIn } from '@abhyas/exam/bank/syllabus';
import { practiceFigures } from '@abhyas/exam/practice/practice-figures';
import type { Context, Student } from '../../../context.ts';
import { hasMisses } from '../mistakes/mistakes.ts';
import * as store from './chapters.store.ts';

export { keepFigures, rebuildFigures, whileQuestionsChange } from './topic-figures.ts';

const recentChapters = 3;

const subjectOrder = ['Physics', 'Chemistry', 'Maths', 'Biology'];

/** A subject as the student sees it: Botany and Zoology are Biology. */
export interface SubjectGroup {
  id: number;
  name: string;
  ids: number[];
}

export async function subjectsOf(context: Context, student: Student): Promise<SubjectGroup[]> {
  const groups = new Map<string, SubjectGroup>();
  for (const { id, name } of student.course ? await store.findSubjects(context, student.course) : []) {
    const group = groups.get(name);
    if (group) group.ids.push(id);
    else groups.set(name, { id, name, ids: [id] });
  }
  return [...groups.values()].toSorted((a, b) => subjectOrder.indexOf(a.name) - subjectOrder.indexOf(b.name));
}

type ChapterRow = Awaited<ReturnType<typeof store.countByChapter>>[number];

function cardOf(row: ChapterRow) {
  return { id: row.id, name: row.name, subject_name: row.subject_name, topic_count: row.topic_count, ...practiceFigures(row) };
}

export async function chaptersOf(context: Context, student: Student, subject: SubjectGroup) {
  return (await store.countByChapter(context, student, { subject_ids: subject.ids })).map(cardOf);
}

/** The chapters of these subjects with the counts of the student's practice. */
export const chapterFigures = (context: Context, student: Student, subject_ids: number[]) =>
  store.countByChapter(context, student, { subject_ids });

/** The chapters of each subject by name only. */
export async function unitsOf(context: Context, subjects: readonly SubjectGroup[]) {
  const rows = await store.findChapterNames(
    context,
    subjects.flatMap(({ ids }) => ids),
  );
  return subjects.map(({ id, name, ids }) => ({
    id,
    name,
    chapters: rows.filter(({ subject_id }) => ids.includes(subject_id)).map((row) => ({ id: row.id, name: row.name })),
  }));
}

/** Up to three chapters of these subjects: the ones that the student practised last. */
export async function recentChaptersOf(context: Context, student: Student, subjects: readonly SubjectGroup[]) {
  const subject_ids = subjects.flatMap((subject) => subject.ids);
  const ids = await store.findRecentChapterIds(context, student.id, subject_ids, recentChapters);
  const rows = ids.length > 0 ? await store.countByChapter(context, student, { ids }) : [];
  return rows.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)).map(cardOf);
}

/** The first topic of each chapter is free; the other topics need Premium. */
export const mayPractise = (student: Student, topic: { position: number }) => student.has_premium_access || topic.position === 0;

/** One chapter with its topics. Throws `not_found` outside the student's subjects. */
export async function chapterOf(context: Context, student: Student, id: number) {
  const [row] = await store.countByChapter(context, student, { ids: [id] });
  const subjects = await subjectsOf(context, student);
  if (!row || !subjects.some(({ ids }) => ids.includes(row.subject_id))) throw new Problem('not_found');
  const topics = await store.countByTopic(context, student, id);
  const { bank_points, own_points, bank_videos, own_videos } = await store.findExtras(context, student, id);
  return {
    chapter_data: {
      ...cardOf(row),
      has_previous_paper: await store.hasPreviousPaper(context, student, id),
      has_quickpoints: bank_points || own_points,
      can_open_quickpoints: own_points || (bank_points && student.has_premium_access),
      has_video_solutions: bank_videos || own_videos,
      can_open_video_solutions: own_videos || (bank_videos && student.has_premium_access),
      show_revise_misses: await hasMisses(context, student, id),
    },
    checkpoints: topics.map((topic) => ({
      id: topic.id,
      name: topic.name,
      progress: practiceFigures(topic).progress,
      has_access: mayPractise(student, topic),
      question_count: topic.question_count,
      not_asked_in: notAskedIn(topic.not_asked_since, null),
    })),
    has_premium_access: student.has_premium_access,
  };
}

/** Mean seconds that the student spends on a question of the subjects; null before the first answer. */
export async function meanSeconds(context: Context, student: Student, subject_ids: readonly number[]): Promise<number | null> {
  const { seconds, attempted } = await store.countTime(context, student, subject_ids);
  return attempted > 0 ? Math.round(seconds / attempted) : null;
}

/** The names of a chapter and its subject. Throws `not_found` outside the student's subjects. */
export async function chapterNameOf(context: Context, student: Student, id: number) {
  const chapter = await store.findChapterName(context, id);
  const subjects = await subjectsOf(context, student);
  if (!chapter || !subjects.some(({ ids }) => ids.includes(chapter.subject_id))) throw new Problem('not_found');
  return { id: chapter.id, name: chapter.name, subject_name: chapter.subject_name };
}

/** A topic, locked or not. Throws `not_found` outside the student's subjects. */
export async function topicOf(context: Context, student: Student, id: number) {
  const topic = await store.findTopic(context, id);
  const subjects = await subjectsOf(context, student);
  if (!topic || !subjects.some(({ ids }) => ids.includes(topic.subject_id))) throw new Problem('not_found');
  return topic;
}

/** A topic that the student may practise. Throws `not_found` outside the student's subjects, `premium_needed` if it is locked. */
export async function practisableTopic(context: Context, student: Student, id: number) {
  const topic = await topicOf(context, student, id);
  if (!mayPractise(student, topic)) throw new Problem('premium_needed');
  return topic;
}

/** The topics among these that the student may practise. */
export async function practisableTopics(context: Context, student: Student, ids: readonly number[]): Promise<Set<number>> {
  const topics = await store.findTopics(context, ids);
  const subjects = new Set((await subjectsOf(context, student)).flatMap((subject) => subject.ids));
  return new Set(topics.filter((topic) => subjects.has(topic.subject_id) && mayPractise(student, topic)).map(({ id }) => id));
}
