import { Problem } from '@abhyas/contract/problem';
import { audiences } from '@abhyas/contract/institute/access';
import { objectTypes, testModes } from '@abhyas/contract/bank/catalogue';
import { testStatuses } from '@abhyas/contract/site/home';
import { timeLeft } from '@abhyas/exam/tests/clock';
import type { PaperQuestion } from '@abhyas/exam/tests/paper-marks';
import { mayReview } from '@abhyas/exam/tests/reveal';
import { subjectName } from '@abhyas/exam/bank/subjects';
import type { Context, Student } from '../../../context.ts';
import { isDatabaseAway } from '../../../database/database-away.ts';
import { type CompressedPart, compressPart } from '../../../http/spliced-json.ts';
import {
  findQuestions,
  hiddenFromStudent,
  keyOf,
  passagesOf,
  modeOf,
  type QuestionRow,
  revealedQuestion,
  shownQuestion,
} from '../../bank/questions/questions.ts';
import * as store from './papers.store.ts';

export type PaperRow = store.PaperRow;

/** Whether the student's course has mocks and the student needs Premium for every one of them. */
export async function areMocksLocked(context: Context, student: Student): Promise<boolean> {
  if (student.has_premium_access) return false;
  const { count, free_count } = await store.countMocks(context, student.course);
  return count > 0 && free_count === 0;
}

/** Whether the paper is unlocked for the student: by Premium, by the institute, or because it is free. */
export const hasAccess = (student: Student, paper: PaperRow) => paper.institute_id !== null || paper.is_free || student.has_premium_access;

/** Whether the paper is offered to the student: by course, or because the institute gave it. */
export const isOffered = (course: string | null, paper: PaperRow, isAssigned: boolean) =>
  paper.institute_id === null ? course !== null && paper.courses.includes(course) : isAssigned;

/** A paper that is offered to the student, locked or not. Throws `not_an_active_test`. */
export async function offeredPaper(
  context: Context,
  student: Student,
  id: number,
): Promise<PaperRow & { extension_seconds: number | null }> {
  const paper = await store.findPaperFor(context, student, id);
  // Tests of the site itself belong to the area Test, which is not open to every student.
  const isHidden = paper?.institute_id === null && !audiences.trainee(student);
  if (!paper || isHidden || !isOffered(student.course, paper, paper.is_assigned)) throw new Problem('not_an_active_test');
  return paper;
}

/** Papers that contain the question and are offered to the student. */
export async function offeredPapersWith(context: Context, student: Student, question_id: number): Promise<PaperRow[]> {
  const papers = await store.findPapersWith(context, student, question_id);
  return papers.filter((paper) => isOffered(student.course, paper, paper.is_assigned));
}

/** Whether a student may choose the exam-exact mode, in which answers count only once they are saved: in self-paced mocks. */
export const allowsExamExact = (paper: PaperRow) => paper.test_mode_type === testModes.mock && paper.time_kind === 'session_time';

/** Whether the window of the paper is over. */
export const isClosed = (paper: PaperRow, now: Date) => paper.closes_at !== null && paper.closes_at <= now;
export const isNotYetOpen = (paper: PaperRow, now: Date) => paper.opens_at !== null && paper.opens_at > now;

/** Whether the student may open the paper with its answers, by the rules of the paper alone: other students may still be taking it. */
export function canReview(paper: PaperRow, completed: boolean, now: Date): boolean {
  const part = {
    ...paper,
    mode: modeOf(paper.test_mode_type),
    opens_at: paper.opens_at?.getTime() ?? null,
    closes_at: paper.closes_at?.getTime() ?? null,
    results_published: paper.institute_id === null || paper.results_published_at !== null,
    is_under_way: false,
    has_access: true,
    is_sitting: false,
    has_completed: completed,
    is_borrowed: false,
    is_member: false,
    is_given: false,
  };
  return mayReview(part, now.getTime());
}

/** Seconds left of an open session. */
const remainingOf = (paper: PaperRow, { began_at, deadline, session_time_spent }: NonNullable<store.ListedPaper['running']>, now: Date) =>
  timeLeft(
    {
      time_kind: paper.time_kind,
      began_at: began_at.getTime(),
      test_duration: paper.test_duration,
      deadline: deadline?.getTime() ?? null,
      session_time_spent,
      time_reported_at: null,
    },
    now.getTime(),
  );

function itemOf(student: Student, paper: store.ListedPaper, now: Date) {
  const isMissed = paper.status === null && isClosed(paper, now);
  const status =
    paper.status === 'IN_PROGRESS'
      ? testStatuses.in_progress
      : paper.has_finished
        ? testStatuses.complete
        : isMissed
          ? testStatuses.missed
          : testStatuses.not_started;
  return {
    id: paper.id,
    name: paper.name,
    exam: paper.test_type,
    subjects: [...new Set(paper.subject_ids.map(subjectName))],
    date_of_test: paper.opens_at?.toISOString() ?? null,
    start_time: paper.opens_at?.toISOString() ?? null,
    end_time: paper.closes_at?.toISOString() ?? null,
    extension_seconds: paper.extension_seconds,
    deadline: paper.running?.deadline?.toISOString() ?? null,
    remaining_duration: paper.running && remainingOf(paper, paper.running, now),
    answered_count: paper.running?.answered_count ?? null,
    status,
    is_test_missed: isMissed,
    is_test_retakable: paper.is_test_retakable && !isClosed(paper, now),
    can_review: canReview(paper, paper.status === 'COMPLETE', now),
    is_locked: !hasAccess(student, paper),
    question_count: paper.question_count,
    test_duration: paper.test_duration,
    score: paper.total_score,
    max_score: paper.max_score,
    best_score: paper.best_score,
    total_marks: paper.total_marks,
    object_type: paper.is_assignment ? objectTypes.assignment : objectTypes.test,
    session_type: 0 as const,
    has_finished: paper.has_finished,
  };
}

/** Scores of retakes would reveal the key of each answer, so only the first attempt's score is shown while answers are hidden. */
async function withoutHiddenScores(context: Context, student: Student, listed: store.ListedPaper[]): Promise<store.ListedPaper[]> {
  const retaken = listed.filter(({ attempts }) => (attempts ?? 0) > 1).map(({ id }) => id);
  if (retaken.length === 0) return listed;
  const held = await store.findQuestionsOf(context, retaken);
  const hidden = await hiddenFromStudent(context, student.id, [...new Set(held.map(({ question_id }) => question_id))]);
  const secret = new Set(held.filter(({ question_id }) => hidden.has(question_id)).map(({ paper_id }) => paper_id));
  return listed.map((paper) =>
    secret.has(paper.id) ? { ...paper, total_score: paper.first_score, best_score: paper.first_score } : paper,
  );
}

/** The two lists of a test page: tests to begin or resume, and finished tests (which include a retake under way). */
export async function testLists(context: Context, student: Student, mode: number, isAssignment: boolean) {
  const listed = await withoutHiddenScores(context, student, await store.listPapers(context, student, mode, isAssignment));
  const items = listed.map((paper) => itemOf(student, paper, context.now));
  return {
    test_list: items.filter((item) => !item.has_finished),
    completed_test_list: items.filter((item) => item.has_finished),
    is_mock_test_locked: items.length > 0 && items.every((item) => item.is_locked),
    is_test_retakable: items.some((item) => item.is_test_retakable),
  };
}

/** The sections of a paper in the form of the contract. */
export async function sectionsOf(context: Context, paper_id: number) {
  return (await store.findSections(context, paper_id)).map((row) => ({
    name: row.name,
    section: row.section,
    subject_id: row.subject_id,
    subject_name: row.subject_name,
    question_type: row.question_type,
    first_position: row.first_position,
    question_count: row.question_count,
    attempt_limit: row.attempt_limit,
    limit_kind: row.limit_kind,
    integer: row.integer,
    correct: row.correct,
    incorrect: row.incorrect,
    unattempted: row.unattempted,
    partial: row.partial,
  }));
}

type Sections = Awaited<ReturnType<typeof sectionsOf>>;

/** A question's position in a paper, with its key; never sent to a client. */
export interface PlacedQuestion extends PaperQuestion {
  question_type: QuestionRow['question_type'];
  subject_id: number;
  /** The fields that all responses to the question share while the test is under way, as the end of a JSON object. */
  end_of_response: string;
}

/** The content of a paper that is the same for every student, for marking and, compressed, for the test screen. */
export interface PaperContent {
  version: number;
  paper: PaperRow;
  sections: Sections;
  questions: PlacedQuestion[];
  placeById: ReadonlyMap<number, PlacedQuestion>;
  /** Sections, questions and passages without answers, as the beginning of a JSON object. */
  shown: CompressedPart;
  /** The same with every answer, for a review that hides no answer. */
  revealed: CompressedPart;
}

async function readContent(context: Context, { id, version }: PaperVersion) {
  const places = await store.findPaperQuestions(context, id);
  const rows = await findQuestions(
    context,
    places.map(({ question_id }) => question_id),
  );
  const placed = places.map(({ question_id, position, section }) => {
    const row = rows.get(question_id);
    if (!row) throw new Error(`Paper ${id} names question ${question_id}, which is missing`);
    return { row, position, section };
  });
  return { version, sections: await sectionsOf(context, id), placed, passages: await passagesOf(context, rows.values()) };
}

type Read = Awaited<ReturnType<typeof readContent>>;

function partOf({ sections, placed, passages }: Read, reveal: (question_id: number) => boolean, level: 1 | 9): Promise<CompressedPart> {
  const questions = placed.map(({ row, position, section }) => (reveal(row.id) ? revealedQuestion : shownQuestion)(row, position, section));
  return compressPart(`${JSON.stringify({ sections, questions, comprehension_questions: passages }).slice(0, -1)},`, level);
}

/** Identifies the cached content of a paper; the version grows with every change. */
export interface PaperVersion {
  id: number;
  version: number;
}

async function buildContent(context: Context, { id }: PaperVersion): Promise<PaperContent> {
  // The version is read first: if the content is newer than it, the next call reads the content again.
  const paper = await store.findPaper(context, id);
  if (!paper) throw new Error(`There is no paper ${id}`);
  const read = await readContent(context, paper);
  const questions = read.placed.map(({ row, position }) => ({
    question_id: row.id,
    position,
    key: keyOf(row),
    correction: row.correction,
    question_type: row.question_type,
    subject_id: row.subject_id,
    end_of_response: JSON.stringify({
      question_type: row.question_type,
      position,
      subject_id: row.subject_id,
      verified: false,
      verified_at: null,
      result: null,
    }).slice(1),
  }));
  return {
    version: paper.version,
    paper,
    sections: read.sections,
    questions,
    placeById: new Map(questions.map((question) => [question.question_id, question])),
    shown: await partOf(read, () => false, 9),
    revealed: await partOf(read, () => true, 9),
  };
}

/** The most papers in a process's cache; the least recently used one is dropped first. */
const mostContents = 300;
const contents = new Map<number, PaperContent>();

/** Stores the content of a paper as the most recently used. */
function keepContent(id: number, content: PaperContent): PaperContent {
  contents.delete(id);
  contents.set(id, content);
  for (const oldest of contents.keys()) {
    if (contents.size <= mostContents) break;
    contents.delete(oldest);
  }
  return content;
}

/** Builds under way, so that a hall of students who open a paper at the same time builds it once. */
const building = new Map<string, Promise<PaperContent>>();

/** The content of a paper, which is read and compressed once per version. */
export async function contentOf(context: Context, paper: PaperVersion): Promise<PaperContent> {
  const known = contents.get(paper.id);
  if (known?.version === paper.version) return keepContent(paper.id, known);
  // A transaction's changes may be rolled back, so they are not cached. A transaction must not wait for a build under way either, because
  // it holds the only connection of the embedded database.
  if (context.db.isTransaction) return buildContent(context, paper);
  const name = `${paper.id}:${paper.version}`;
  const build = building.get(name) ?? buildContent(context, paper).finally(() => building.delete(name));
  building.set(name, build);
  return keepContent(paper.id, await build);
}

/** Loads the content of a paper into the cache, in any version, before a transaction needs it. */
export async function warmContent(context: Context, id: number): Promise<void> {
  if (!contents.has(id)) await presentContent(context, id);
}

/** The content of a paper in its present version, by the paper's id only. */
export async function presentContent(context: Context, id: number): Promise<PaperContent> {
  const paper = await store.findPaper(context, id);
  if (!paper) throw new Error(`There is no paper ${id}`);
  return contentOf(context, paper);
}

/** The paper's part of a review in which some answers stay hidden, built for this student only. */
export async function partWithHidden(context: Context, paper: PaperVersion, hidden: ReadonlySet<number>): Promise<CompressedPart> {
  return partOf(await readContent(context, paper), (id) => !hidden.has(id), 1);
}

const attendingSeconds = 30;
const attending = new Map<number, { count: number; at: number }>();

/**
 * Number of students who are taking the paper now, counted at most every 30 s. It asks every machine of a spread database; one that is away
 * keeps no student of another from opening the test, so the previous number is given, or 0.
 */
export async function attendingCount(context: Context, paper_id: number): Promise<number> {
  const known = attending.get(paper_id);
  const at = context.now.getTime();
  if (known && at - known.at < attendingSeconds * 1000) return known.count;
  // One caller counts; meanwhile other callers get the previous number.
  if (known) attending.set(paper_id, { count: known.count, at });
  const count = await store.countAttending(context, paper_id).catch((error: unknown) => {
    if (!isDatabaseAway(error)) throw error;
    return known?.count ?? 0;
  });
  attending.set(paper_id, { count, at });
  return count;
}

export const { countQuestions, countTranslated } = store;
