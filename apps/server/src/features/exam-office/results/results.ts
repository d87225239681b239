import { say } from '@abhyas/exam/institute/sentence';
import { Problem } from '@abhyas/contract/problem';
import { REPORTS_PER_PAGE } from '@abhyas/contract/exam-office/results';
import { endedBefore, GRACE_SECONDS } from '@abhyas/exam/tests/clock';
import { percentileFromCounts } from '@abhyas/exam/reports/rank';
import { withholdingPapers } from '@abhyas/exam/tests/reveal';
import { subjectName } from '@abhyas/exam/bank/subjects';
import type { Context, StaffContext } from '../../../context.ts';
import { csvOf } from '../../../http/csv.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { writeAudit } from '../../institute/audit/audit.ts';
import { sendJob } from '../../../jobs/send-job.ts';
import {
  findFinishedStudents,
  institutePaper,
  type PaperName,
  pick,
  type StudentNames,
  studentsOf,
  updatePaper,
} from '../../institute/scope/scope.ts';
import { notify } from '../../institute/notifications/notifications.ts';
import { forgetCounts } from '../../practice/progress/progress.ts';
import { papersByQuestion } from '../../bank/questions/questions.ts';
import { measurePaper, rebuildTimes } from '../../bank/question-times/question-times.ts';
import { countByScore, countRanked, pageOf, wholePaper } from '../../tests/ranks/ranks.ts';
import { acceptLateAnswers } from '../../tests/sessions/sessions.ts';
import * as store from './results.store.ts';

export const { findLateUploads } = store;
export type { WaitingUpload } from './results.store.ts';

/** A question of a published paper that another paper withholds from students who would otherwise see it. */
export interface WithheldQuestion {
  code: string;
  by: string[];
  students: number;
}

/** Questions of the paper that other papers withhold from its students. */
async function withheldQuestions(context: Context, paper_id: number): Promise<WithheldQuestion[]> {
  const shared = await store.findSharedQuestions(context, paper_id);
  const students = await store.findAssigned(context, paper_id);
  const papersOf = await papersByQuestion(
    context,
    students,
    shared.map(({ id }) => id),
  );
  return shared.flatMap(({ id, code, papers }) => {
    const by = new Set<number>();
    const kept = students.filter((student) => {
      const others = withholdingPapers(papersOf(student, id), context.now.getTime()).filter((other) => other.paper_id !== paper_id);
      for (const other of others) by.add(other.paper_id);
      return others.length > 0;
    });
    const codes = papers.filter((other) => by.has(other.id)).map((other) => other.code);
    return kept.length > 0 ? [{ code, by: codes, students: kept.length }] : [];
  });
}

type Paper = Awaited<ReturnType<typeof institutePaper>>;

/** The two acts of publishing: results (scores, ranks and percentiles), and the paper (keys, review and Revise). */
interface Acts {
  results: boolean;
  paper: boolean;
}

/** Throws `students_sitting` while a student takes the paper, or another paper that shares a question with it. */
export async function requireNobodySitting(context: Context, paper_id: number, how: string): Promise<void> {
  const sitting = await store.countSitting(context, paper_id, GRACE_SECONDS);
  if (sitting.length === 0) return;
  const who = sitting.map(({ code, count }) => `${count} at ${code}`).join(', ');
  throw new Problem('students_sitting', { who, how });
}

/**
 * The requested acts of publishing that are not done yet; results are published again if more students have finished since. Throws
 * `not_possible` if nothing is left to do, before the test opens, or if the paper would be published before its results.
 */
function stillToPublish({ name, opens_at, results_published_at, allows_review }: Paper, acts: Acts, hasGrown: boolean, now: Date): Acts {
  if (opens_at !== null && opens_at > now) throw new Problem('not_possible', `${name} has not begun. Publish it after its end.`);
  const todo = { results: acts.results && (results_published_at === null || hasGrown), paper: acts.paper && !allows_review };
  if (todo.paper && !acts.results && results_published_at === null)
    throw new Problem('not_possible', `Publish the results of ${name} first, or both at once.`);
  if (todo.results || todo.paper) return todo;
  throw new Problem('not_possible', acts.results ? `The results of ${name} are published already.` : `${name} is published already.`);
}

const newsOf = ({ id, name }: Paper, { results, paper }: Acts) =>
  results
    ? {
        type: 'DetailedTestReportNotification',
        title: say`Results are out`,
        message: say`The results of ${name} are published.`,
        url: `/test_report/${id}`,
      }
    : paper && {
        type: 'PaperPublishedNotification',
        title: say`You can review your answers`,
        message: say`The questions of ${name} are open with their solutions.`,
        url: `/test_report/${id}`,
      };

/**
 * Publishes the results, the paper or both, and notifies the students. Throws `students_sitting` while a student takes it or a paper
 * that shares a question, unless `although_sitting`. Returns the number of notified students, and the questions that other papers withhold.
 */
async function publishActs(
  context: StaffContext,
  name: PaperName,
  acts: Acts,
  { although_sitting, how = '' }: { although_sitting: boolean; how?: string },
): Promise<{ notified_count: number; withheld: WithheldQuestion[] }> {
  return inTransaction(context, async (within) => {
    const paper = await institutePaper(within, name, { isLocked: true });
    const since = paper.results_published_at;
    const students = await findFinishedStudents(within, paper.id, acts.results ? since : null);
    const todo = stillToPublish(paper, acts, since !== null && students.length > 0, within.now);
    if (!although_sitting) await requireNobodySitting(within, paper.id, how);
    const published = {
      ...(todo.results ? { results_published_at: within.now } : {}),
      ...(todo.paper ? { allows_review: true } : {}),
    };
    await updatePaper(within, paper.id, published);
    await writeAudit(within, {
      what: todo.results ? 'results.publish' : 'paper.publish',
      object_type: 'paper',
      object_id: paper.id,
      before: pick(paper, published),
      after: published,
    });
    const news = newsOf(paper, todo);
    if (news) await notify(within, students, news);
    if (todo.results) await sendJob(within, measurePaper, { paper_id: paper.id, until: within.now.toISOString() });
    return {
      notified_count: students.length,
      withheld: paper.allows_review || todo.paper ? await withheldQuestions(within, paper.id) : [],
    };
  });
}

/** Publishes the results, and the paper for review. */
export const publish = (context: StaffContext, code: string, although_sitting: boolean) =>
  publishActs(
    context,
    code,
    { results: true, paper: true },
    {
      although_sitting,
      how: ' To publish anyway, add --anyway.',
    },
  );

/** Publishes the results of a paper, and with `and_paper` the paper too. */
export const publishResultsOf = (context: StaffContext, id: number, and_paper: boolean, although_sitting: boolean) =>
  publishActs(context, id, { results: true, paper: and_paper }, { although_sitting });

/** Publishes a paper, whose results are published already, for review. */
export const publishPaperOf = (context: StaffContext, id: number, although_sitting: boolean) =>
  publishActs(context, id, { results: false, paper: true }, { although_sitting });

/** A paper with the fields that staff see beside its results. */
export async function paperResults(context: StaffContext, paper: Paper) {
  return {
    id: paper.id,
    code: paper.code,
    name: paper.name,
    is_assignment: paper.is_assignment,
    appeared: await countRanked(context, wholePaper(paper.id)),
    max_score: await store.findMaxScore(context, paper.id),
    results_published_at: paper.results_published_at?.toISOString() ?? null,
    is_paper_published: paper.allows_review && paper.results_published_at !== null,
  };
}

/**
 * The score below which the given share of the scores lies (0.5 is the median). The scores are sorted, highest first, each with its count.
 */
function scoreAt(scores: readonly { score: number; count: number }[], share: number): number {
  const all = scores.reduce((sum, { count }) => sum + count, 0);
  let above = 0;
  const found = scores.find(({ count }) => {
    above += count;
    return above >= (1 - share) * all;
  });
  return found?.score ?? 0;
}

/** The distribution of the scores of a paper. */
export async function resultsOf(context: StaffContext, id: number) {
  const paper = await institutePaper(context, id);
  const scores = await countByScore(context, wholePaper(id));
  return {
    paper: await paperResults(context, paper),
    scores,
    best_score: scores[0]?.score ?? null,
    quarters: scores.length > 0 ? { low: scoreAt(scores, 0.25), middle: scoreAt(scores, 0.5), high: scoreAt(scores, 0.75) } : null,
  };
}

const rowsAtOnce = 1000;

/** The percentile of each score. The scores are sorted, highest first. */
function percentilesOf(scores: readonly { score: number; count: number }[]): Map<number, number | null> {
  const appeared = scores.reduce((sum, { count }) => sum + count, 0);
  let above = 0;
  return new Map(
    scores.map(({ score, count }) => {
      const percentile = percentileFromCounts(appeared - above, appeared);
      above += count;
      return [score, percentile];
    }),
  );
}

/** Every ranked attempt at a paper as CSV, best first. */
export async function resultsCsv(context: StaffContext, id: number) {
  const paper = await institutePaper(context, id);
  const subjects = await store.findSubjects(context, id);
  const header = ['Rank', 'Name', 'Institute number', 'Phone', 'Score', 'Out of', 'Percentile', 'Correct', 'Incorrect', 'Unattempted'];
  const counts = await countByScore(context, wholePaper(id));
  const percentiles = percentilesOf(counts);
  const rows: (string | number | null)[][] = [];
  for (let from = 0; ; from += rowsAtOnce) {
    const page = await pageOf(context, wholePaper(id), counts, from, from + rowsAtOnce);
    const details = await store.findScores(context, id, page);
    for (const { rank, session_id, score } of page) {
      const row = details.get(session_id);
      if (!row) continue;
      const percentile = percentiles.get(score) ?? null;
      const bySubject = subjects.map(({ id: subject }) => row.subjects[String(subject)] ?? null);
      const person = [row.name, row.institute_given_id, row.phone];
      rows.push([rank, ...person, score, row.max_score, percentile, row.correct, row.incorrect, row.unattempted, ...bySubject]);
    }
    if (page.length < rowsAtOnce) break;
  }
  return { file_name: `${paper.code}-results.csv`, csv: csvOf([...header, ...subjects.map(({ name }) => name)], rows) };
}

/** A page of short reports, best first. */
export async function reportsOf(context: StaffContext, id: number, page: number) {
  const paper = await institutePaper(context, id);
  const scores = await countByScore(context, wholePaper(id));
  const percentiles = percentilesOf(scores);
  const ranked = await pageOf(context, wholePaper(id), scores, page * REPORTS_PER_PAGE, (page + 1) * REPORTS_PER_PAGE);
  const rows = await store.findReports(context, id, ranked);
  const { institute_name, opens_at } = await store.findHead(context, id);
  const shown = await paperResults(context, paper);
  return {
    paper: shown,
    institute_name,
    held_at: opens_at?.toISOString() ?? null,
    best_score: scores[0]?.score ?? null,
    reports: ranked.flatMap(({ student_id, session_id, rank, score }) => {
      const row = rows.get(session_id);
      const whole = row?.parts.find(({ subject_id }) => subject_id === 0);
      if (!row || !whole) return [];
      const { subject_id: _whole, ...figures } = whole;
      const subjects = row.parts
        .filter(({ subject_id }) => subject_id !== 0)
        .map(({ subject_id, ...part }) => ({ name: subjectName(subject_id), ...part }));
      return [
        { student_id, name: row.name, given_id: row.given_id, rank, percentile: percentiles.get(score) ?? null, ...figures, subjects },
      ];
    }),
    has_more: (page + 1) * REPORTS_PER_PAGE < shown.appeared,
  };
}

/** Throws while students may still take the paper: the new score would tell the student, and so them, which late answers are right. */
async function requireNobodyAtPaper(context: StaffContext, { id, code, name, closes_at }: Paper): Promise<void> {
  const isOpen = closes_at !== null && closes_at > endedBefore(context.now);
  if (isOpen || (await store.countSitting(context, id, GRACE_SECONDS)).some((sitting) => sitting.code === code))
    throw new Problem('not_possible', `Students may still take ${name}. Accept late answers after its end.`);
}

/**
 * Accepts a student's late answers to a paper and marks them again. Answers that arrived when the key could be seen count only if they are
 * named.
 */
export async function acceptLate(
  context: StaffContext,
  name: PaperName,
  whose: StudentNames,
  named: readonly number[] | null,
): Promise<void> {
  await inTransaction(context, async (within) => {
    const paper = await institutePaper(within, name);
    const [student] = await studentsOf(within, whose);
    const waiting = student ? await store.findLateUploads(within, paper.id, student.id) : [];
    if (!student || waiting.length === 0) throw new Problem('not_possible', 'There are no late answers of this student.');
    const unknown = named?.filter((id) => !waiting.some((upload) => upload.id === id)) ?? [];
    if (unknown.length > 0) throw new Problem('not_possible', `This student has no late upload ${unknown.join(', ')}.`);
    await requireNobodyAtPaper(within, paper);
    if (!(await acceptLateAnswers(within, student.id, paper.id, named)))
      throw new Problem(
        'not_possible',
        'All late answers of this student came when the key could be seen. Name the uploads that count with --uploads.',
      );
    // The accepted answers now count for the paper's median times, so these are computed again.
    await rebuildTimes(within, paper.id);
    await forgetCounts(within, paper.id, student.id);
    const after = { student: student.id, ...(named ? { uploads: named } : {}) };
    await writeAudit(within, { what: 'late_answers.accept', object_type: 'paper', object_id: paper.id, after });
    await notify(within, [student.id], {
      type: 'LateAnswersNotification',
      title: say`Late answers accepted`,
      message: say`Your late answers to ${paper.name} count now.`,
      url: `/test_report/${paper.id}`,
    });
  });
}
