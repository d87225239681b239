import { say } from '@abhyas/exam/institute/sentence';
import { Problem } from '@abhyas/contract/problem';
import type { MarkedPaper } from '@abhyas/exam/tests/paper-marks';
import type { Context, Student } from '../../../context.ts';
import { markSession } from '../../tests/marking/marking.ts';
import { canReview, offeredPaper, type PaperRow } from '../../tests/papers/papers.ts';
import { arePublished, standingOf } from '../../tests/ranks/ranks.ts';
import * as sessions from '../../tests/sessions/sessions.ts';

export const subjectsIn = (names: readonly string[]) => [...new Set(names)];

/** The paper and the student's latest finished attempt, which is ended first if its time is up. Throws `not_found` before the first. */
export async function finishedAttempt(context: Context, student: Student, paper_id: number) {
  const paper = await offeredPaper(context, student, paper_id);
  const newest = await sessions.sessionOfPaper(context, student.id, paper);
  const session = newest?.status === 'COMPLETE' ? newest : await sessions.findLatestFinished(context, student.id, paper_id);
  const noun = paper.is_assignment ? 'assignment' : 'test';
  if (!newest) throw new Problem('not_begun', say`You have not taken this ${noun}, so there is no report of it.`);
  if (!session) throw new Problem('not_found', say`There is no finished attempt at this ${noun} yet.`);
  const can_review = canReview(paper, newest?.status === 'COMPLETE', context.now);
  return { paper, session, can_review };
}

/** The report of the student's latest finished attempt at a paper. Throws `not_found` before the first. */
export async function testReport(context: Context, student: Student, paper_id: number) {
  const { paper, session, can_review } = await finishedAttempt(context, student, paper_id);
  const report = await attemptReport(context, paper, session);
  const standing = report.report_data.length > 0 ? await standingIn(context, paper, session) : null;
  return { ...report, standing, hide_leaderboard: standing === null, can_review };
}

/** The rank of an attempt, once the results of its paper are published. */
export async function standingIn(context: Context, paper: PaperRow, session: sessions.SessionRow) {
  return arePublished(paper) ? standingOf(context, session, paper.id) : null;
}

/** The report of one finished attempt; `marked` are its marks if it has just been marked. */
export async function attemptReport(context: Context, paper: PaperRow, session: sessions.SessionRow, marked?: MarkedPaper) {
  const { reports, questions } = marked ?? (await markSession(context, paper, session));
  const ids = questions.map((question) => question.question_id);
  const report_data = (await sessions.isScoreShown(context, session, ids)) ? reports : [];
  const question_count = ids.length;
  return {
    subjects: subjectsIn(report_data.filter(({ subject_id }) => subject_id !== null).map(({ subject_name }) => subject_name)),
    test_info: sessions.testInfo(paper, session, question_count, context.now),
    report_data,
    received_late: await sessions.hasLate(context, session.student_id, session.id),
  };
}
