import { say } from '@abhyas/exam/institute/sentence';
import type { Answer, Input } from '@abhyas/contract/endpoint';
import { Problem } from '@abhyas/contract/problem';
import {
  type createReportIssue,
  type getPaperQuestionReports,
  type getQuestionReports,
  type getReportedQuestions,
  problemTypes,
  REPORT_LENGTH,
} from '@abhyas/contract/exam-office/question-reports';
import { hasRight } from '@abhyas/contract/institute/rights';
import type { ActorContext, Context, StaffContext, Student } from '../../../context.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { writeAudit } from '../../institute/audit/audit.ts';
import { mayRead } from '../../practice/bookmarks/bookmarks.ts';
import { institutePaper } from '../../institute/scope/scope.ts';
import { notify } from '../../institute/notifications/notifications.ts';
import { whoMaySee } from '../../bank/questions/questions.ts';
import * as store from './question-reports.store.ts';

const listed = 500;
/** The most open reports of a student. More than this are unlikely to be about faults of questions. */
const mostOpen = 200;
const questionsPerPage = 20;
const reportsPerQuestion = 20;

/**
 * Stores a report. Throws `not_found` for a question that the student has not seen, and refuses a missing or long description with a
 * sentence.
 */
export async function reportIssue(
  context: Context,
  student: Student,
  { question_id, problem_type, message }: Input<typeof createReportIssue>,
): Promise<Answer<typeof createReportIssue>> {
  const text = message?.trim() ?? '';
  if (problem_type === problemTypes.other && text === '') throw new Problem('invalid_input', say`Please specify the issue.`);
  if (text.length > REPORT_LENGTH) throw new Problem('not_possible', say`Describe the issue in at most 1,000 characters.`);
  if (!(await mayRead(context, student, question_id))) throw new Problem('not_found');
  if ((await store.countOpen(context, student.id)) >= mostOpen)
    throw new Problem('not_possible', say`Many of your reports are still open. Wait until some of them are answered.`);
  await store.upsertReport(context, { student_id: student.id, question_id, problem_type, message: text === '' ? null : text });
  return { success: true };
}

export async function reportedQuestions(context: Context, student_id: number): Promise<Answer<typeof getReportedQuestions>> {
  return { question_ids: await store.findReported(context, student_id, listed) };
}

/** Open reports on the questions of the actor's institute or of the shared bank. */
export async function openReports(context: ActorContext, page: number): Promise<Answer<typeof getQuestionReports>> {
  const found = await store.findReportedQuestions(context, (page - 1) * questionsPerPage, questionsPerPage + 1);
  const questions = found.slice(0, questionsPerPage);
  const reports = await store.findOpenReports(
    context,
    questions.map(({ question_id }) => question_id),
    reportsPerQuestion,
  );
  return {
    total: (await store.countReportedQuestions(context)).count,
    questions: questions.map((question) => ({
      ...question,
      first_reported_at: question.first_reported_at.toISOString(),
      reports: reports
        .filter(({ question_id }) => question_id === question.question_id)
        .map(({ problem_type, message, reported_at }) => ({ problem_type, message, reported_at: reported_at.toISOString() })),
    })),
    render_more_questions: found.length > questions.length,
  };
}

/** Open reports on questions of a paper of the actor's institute, by question. Throws `not_found`. */
export async function reportsOfPaper(context: StaffContext, paper_id: number): Promise<Answer<typeof getPaperQuestionReports>> {
  await institutePaper(context, paper_id);
  const rows = await store.findReportsOfPaper(context, paper_id, reportsPerQuestion);
  const firsts = rows.filter(({ question_id }, at) => question_id !== rows[at - 1]?.question_id);
  return {
    questions: firsts.map(({ question_id, is_own, report_count }) => ({
      question_id,
      is_own,
      report_count,
      reports: rows
        .filter((row) => row.question_id === question_id)
        .map(({ problem_type, message, reported_at }) => ({ problem_type, message, reported_at: reported_at.toISOString() })),
    })),
  };
}

const answered = { type: 'QuestionReportNotification', title: say`Your report was answered`, url: null };

/**
 * Closes the open reports on one of the actor's questions, notifies their students, and returns the number of reports. The reply may reveal
 * the answer, so only students who may see the question with its answer get it. Throws `not_found`.
 */
export async function answerReports(context: ActorContext, named: { id: number } | { code: string }, reply: string): Promise<number> {
  const text = reply.trim();
  if (text === '') throw new Problem('invalid_input', 'Write an answer.');
  return inTransaction(context, async (within) => {
    const question = await store.findOwnQuestion(within, named);
    if (!question) throw new Problem('not_found', 'code' in named ? `There is no question ${named.code}.` : {});
    const { student_ids, closed } = await store.closeReports(within, question.id, { closed_by: 'answer', reply: text });
    if (closed === 0) throw new Problem('not_possible', 'There are no open reports of this question.');
    const mayKnow = await whoMaySee(within, question.id, student_ids);
    await notify(within, [...mayKnow], { ...answered, message: text });
    await notify(
      within,
      student_ids.filter((id) => !mayKnow.has(id)),
      { ...answered, message: say`A question that you reported was looked into. You will learn more once its test is over.` },
    );
    const after = { reports: closed, reply: text };
    await writeAudit(within, { what: 'question_reports.answer', object_type: 'question', object_id: question.id, after });
    return closed;
  });
}

/** Closes the reports on a question in the transaction that corrects its key, and notifies their students. */
export async function closeCorrected(context: Context, question_id: number): Promise<void> {
  const { student_ids } = await store.closeReports(context, question_id, { closed_by: 'key_correction' });
  await notify(context, student_ids, { ...answered, message: say`The key of a question that you reported was corrected.` });
}

/** The questions with open reports, for staff who may answer them. */
export async function reportsToday(context: StaffContext) {
  const nothing = { running: [], next: [], waiting: [] };
  if (!hasRight(context.actor.role, 'question_reports.manage')) return nothing;
  const { count, since } = await store.countReportedQuestions(context);
  if (count === 0 || since === null) return nothing;
  const detail = 'Students are waiting for an answer';
  return {
    ...nothing,
    waiting: [{ title: 'Reported questions', detail, count, url: '/staff/question_reports', since: since.toISOString() }],
  };
}
