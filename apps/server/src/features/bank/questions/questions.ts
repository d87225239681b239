import { translatedLanguages } from '@abhyas/contract/bank/language-codes';
import type { Answer } from '@abhyas/contract/endpoint';
import type { getTrainQuestions } from '@abhyas/contract/practice/practice';
import type { AcceptedAnswer, Key } from '@abhyas/exam/bank/question';
import { notAskedIn } from '@abhyas/exam/bank/syllabus';
import { type HoldingPaper, isServedInPractice, mayReveal } from '@abhyas/exam/tests/reveal';
import type { Context, Student } from '../../../context.ts';
import * as store from './questions.store.ts';
import type { PartRow } from './spread-parts.store.ts';

type Train = Answer<typeof getTrainQuestions>;
export type ShownQuestion = Train['questions'][number];
export type ShownPassage = Train['comprehension_questions'][number];
export type QuestionRow = store.QuestionRow;

/** Address of a picture; its hash is its name. */
export const pictureOf = (hash: string | null, alt: string | null) =>
  hash === null ? null : { url: `/api/pictures/${hash}`, alt: alt ?? '' };
const size = (key: number) => key as 0 | 1 | 2 | 3;

/** The fields of a question that may always be sent, listed one by one, without answer, solution and video. */
export function shownQuestion(row: QuestionRow, position: number, section: number | null): ShownQuestion {
  return {
    id: row.id,
    position,
    question_type: row.question_type,
    subject_id: row.subject_id,
    chapter_name: row.chapter_name,
    section,
    complexity: row.complexity,
    question_text: row.question_text,
    option_1: row.option_1,
    option_2: row.option_2,
    option_3: row.option_3,
    option_4: row.option_4,
    image_option_1: pictureOf(row.image_option_1, row.image_option_1_alt),
    image_option_2: pictureOf(row.image_option_2, row.image_option_2_alt),
    image_option_3: pictureOf(row.image_option_3, row.image_option_3_alt),
    image_option_4: pictureOf(row.image_option_4, row.image_option_4_alt),
    image_option_1_size: size(row.image_option_1_size),
    image_option_2_size: size(row.image_option_2_size),
    image_option_3_size: size(row.image_option_3_size),
    image_option_4_size: size(row.image_option_4_size),
    supporting_picture: pictureOf(row.supporting_picture, row.supporting_picture_alt),
    supporting_picture_size: size(row.supporting_picture_size),
    options_layout: row.options_layout as 0 | 1 | 2,
    comprehension_question_id: row.comprehension_question_id,
    not_asked_in: notAskedIn(row.topic_not_asked_since, row.not_asked_since),
    ...(row.languages.length > 0 ? { also_in: translatedLanguages.filter((language) => row.languages.includes(language)) } : {}),
  };
}

/** The first key in the form of the fixed field `answers`: a list of options, or the numerical text. */
function firstAnswer(key: AcceptedAnswer | undefined): number[] | string {
  if (key === undefined) return [];
  if (typeof key === 'number') return [key];
  if (typeof key === 'string' || Array.isArray(key)) return key;
  return `${key.from} to ${key.to}`;
}

/** The question with answer and solution, only for practice and for a review that the paper allows. */
export function revealedQuestion(row: QuestionRow, position: number, section: number | null): ShownQuestion {
  return {
    ...shownQuestion(row, position, section),
    answers: firstAnswer(row.accepted_answers[0]),
    accepted_answers: row.accepted_answers,
    precision: row.precision,
    has_hint: row.hint !== null,
    solution_text: row.solution_text,
    solution_supporting_picture: pictureOf(row.solution_supporting_picture, row.solution_supporting_picture_alt),
    solution_supporting_picture_size: size(row.solution_supporting_picture_size),
    video_solution_uri: row.video_solution_uri,
    numerical_notes: row.numerical_notes,
  };
}

/** The passages of the given questions. */
export async function passagesOf(context: Context, rows: Iterable<QuestionRow>): Promise<ShownPassage[]> {
  const ids = [...rows].map((row) => row.comprehension_question_id).filter((id) => id !== null);
  const passages = await store.findPassages(context, [...new Set(ids)]);
  return passages.map((row) => ({
    id: row.id,
    question_id: row.id,
    comprehension_text: row.comprehension_text,
    supporting_picture: pictureOf(row.supporting_picture, row.supporting_picture_alt),
    supporting_picture_size: size(row.supporting_picture_size),
  }));
}

export const keyOf = (row: QuestionRow): Key => ({
  question_type: row.question_type,
  accepted_answers: row.accepted_answers,
  precision: row.precision,
});

export const { findQuestions } = store;

/** Whether the question belongs to the shared bank or to the student's present institute. */
export const isOpenTo = ({ institute_id }: Pick<Student, 'institute_id'>, row: QuestionRow) =>
  row.institute_id === null || row.institute_id === institute_id;

/** An id that no student has. */
const nobody = 0;
const modes = ['institute', 'mock', 'previous_paper'] as const;

export const modeOf = (test_mode_type: 0 | 1 | 2) => modes[test_mode_type];

/** A paper that contains questions, with its state for one student. */
export interface PaperPart extends HoldingPaper {
  student_id: number;
  paper_id: number;
}

/** The state of a paper for one student, for one question. An institute's paper borrows questions of the shared bank. */
const partOf = ({ opens_at, closes_at, test_mode_type, is_of_institute, ...row }: PartRow, isShared: boolean): PaperPart => ({
  ...row,
  is_borrowed: is_of_institute && isShared,
  mode: modeOf(test_mode_type),
  opens_at: opens_at?.getTime() ?? null,
  closes_at: closes_at?.getTime() ?? null,
});

/** The state of a paper for a student, which decides whether the student may review it. */
export async function paperPart(context: Context, student_id: number, paper_id: number): Promise<PaperPart | undefined> {
  const row = await store.findPart(context, student_id, paper_id);
  return row && partOf(row, false);
}

/** Gives a lookup of the papers that contain a question, each with its state for a student. */
export async function papersByQuestion(
  context: Context,
  student_ids: readonly number[],
  ids: readonly number[],
): Promise<(student_id: number, question_id: number) => PaperPart[]> {
  const parts = new Map<string, PaperPart[]>();
  const keyOfParts = (student_id: number, question_id: number) => `${student_id} ${question_id}`;
  for (const { shared_questions, institute_questions, ...row } of await store.findHoldingParts(context, student_ids, ids)) {
    const add = (question_id: number, part: PaperPart) => {
      const key = keyOfParts(row.student_id, question_id);
      const known = parts.get(key);
      if (known) known.push(part);
      else parts.set(key, [part]);
    };
    const [own, borrowed] = [partOf(row, false), partOf(row, true)];
    for (const id of institute_questions) add(id, own);
    for (const id of shared_questions) add(id, borrowed);
  }
  return (student_id, question_id) => parts.get(keyOfParts(student_id, question_id)) ?? [];
}

/** The questions with answers that may not be shown to the student anywhere. */
export async function hiddenFromStudent(context: Context, student_id: number, ids: readonly number[]): Promise<Set<number>> {
  const papersOf = await papersByQuestion(context, [student_id], ids);
  return new Set(ids.filter((id) => !mayReveal(papersOf(student_id, id), context.now.getTime())));
}

/** The students who may see the question with its answer. */
export async function whoMaySee(context: Context, question_id: number, student_ids: readonly number[]): Promise<Set<number>> {
  const papersOf = await papersByQuestion(context, student_ids, [question_id]);
  return new Set(student_ids.filter((id) => mayReveal(papersOf(id, question_id), context.now.getTime())));
}

/** The questions that practice and search may serve now with their answers, to the student or, with null, to a visitor. */
export async function servedInPractice(context: Context, student_id: number | null, ids: readonly number[]): Promise<Set<number>> {
  const papersOf = await papersByQuestion(context, [student_id ?? nobody], ids);
  return new Set(ids.filter((id) => isServedInPractice(papersOf(student_id ?? nobody, id), context.now.getTime())));
}

/** The questions among these that practice may serve to the student now, with their topics. */
export async function openForPractice(context: Context, ids: readonly number[], student: Student) {
  const rows = await store.findForPractice(context, ids, student);
  const served = await servedInPractice(
    context,
    student.id,
    rows.map(({ id }) => id),
  );
  return rows.filter(({ id }) => served.has(id));
}

/** Questions that practice may serve now, with rating and the student's results. */
export async function practiceCandidates(context: Context, scope: store.CandidateScope, student: Student) {
  const candidates = await store.findCandidates(context, scope, student);
  const ids = candidates.map(({ id }) => id);
  const served = await servedInPractice(context, student.id, ids);
  return candidates
    .filter(({ id }) => served.has(id))
    .map(({ result, ...candidate }) => ({ ...candidate, is_missed: result === -1, result }));
}
