import { Problem } from '@abhyas/contract/problem';
import { type MarkedPaper, markPaper, totalOf } from '@abhyas/exam/tests/paper-marks';
import type { ReportedQuestion, ReportedVisit } from '@abhyas/exam/reports/report';
import { isBeingTaken, mayReveal, overAt, withholdingPapers } from '@abhyas/exam/tests/reveal';
import { subjectName } from '@abhyas/exam/bank/subjects';
import { fullMarksAt } from '@abhyas/exam/reports/test-insights';
import type { Context, Student } from '../../../context.ts';
import { inSnapshot } from '../../../database/transaction.ts';
import { contentOf, type PaperContent, presentContent } from '../../tests/papers/papers.ts';
import { papersByQuestion } from '../../bank/questions/questions.ts';
import * as ranks from '../../tests/ranks/ranks.ts';
import { questionTimesOf } from '../../bank/question-times/question-times.ts';
import { finishedAttempt } from '../session-reports/session-reports.ts';
import * as sessions from '../../tests/sessions/sessions.ts';
import * as store from './test-reports.store.ts';

/** A question of a finished attempt, with its number in the paper. */
export interface PlacedReportedQuestion extends ReportedQuestion {
  position: number;
  /** The lowest id among the subjects of this name. */
  subject_id: number;
  subject_name: string;
}

/** The data of a report on a finished attempt, all read at one moment. */
export interface ReportedAttempt {
  content: PaperContent;
  session: sessions.SessionRow;
  responses: ReadonlyMap<number, sessions.ResponseRow>;
  reports: MarkedPaper['reports'];
  /** Questions in the paper's order. */
  questions: PlacedReportedQuestion[];
  visits: ReportedVisit[];
  /** Questions whose single results this student may not see. */
  hidden: ReadonlySet<number>;
  /** The hidden questions that another paper withholds. */
  withheldByOthers: ReadonlySet<number>;
  /**
   * The hidden questions that figures of chapters and time leave out: those of another paper, and all while students may still take
   * this one. A chapter or a slice of time may have a single question.
   */
  withoutFigures: ReadonlySet<number>;
  /** Whether students may still take this paper, so that its hidden questions are left out of those figures. */
  isStillTaken: boolean;
  /** When the withholding papers are over, in ms; null if unknown, or past while their answers are not published. */
  withheldUntil: number | null;
  /** Whether the results of the paper are published. */
  isPublished: boolean;
  /** Whether the student has finished an earlier attempt at the paper. */
  isRetake: boolean;
  can_review: boolean;
  /** Whether a corrected key has changed the marks shown here but not yet those behind the ranks, or the other way round. */
  isBeingMarked: boolean;
}

/** The questions hidden from the student, those that other papers hide, and those that figures leave out. */
async function hiddenIn(context: Context, student_id: number, paper_id: number, ids: readonly number[]) {
  const papersOf = await papersByQuestion(context, [student_id], ids);
  const now = context.now.getTime();
  const hidden = ids.filter((id) => !mayReveal(papersOf(student_id, id), now));
  const withholding = new Map(
    hidden.map((id) => [id, withholdingPapers(papersOf(student_id, id), now).filter((paper) => paper.paper_id !== paper_id)]),
  );
  const withheldByOthers = hidden.filter((id) => (withholding.get(id) ?? []).length > 0);
  const isOpen = (id: number) => papersOf(student_id, id).some((paper) => paper.paper_id === paper_id && isBeingTaken(paper, now));
  const open = hidden.filter(isOpen);
  const until = overAt([...withholding.values()].flat());
  return {
    hidden: new Set(hidden),
    withheldByOthers: new Set(withheldByOthers),
    withoutFigures: new Set([...withheldByOthers, ...open]),
    isStillTaken: open.length > 0,
    withheldUntil: until !== null && until > now ? until : null,
  };
}

function placed(
  content: PaperContent,
  marked: MarkedPaper,
  chapters: ReadonlyMap<number, string>,
  times: Awaited<ReturnType<typeof questionTimesOf>>,
  responses: ReadonlyMap<number, sessions.ResponseRow>,
): PlacedReportedQuestion[] {
  const subjectIds = new Map(marked.reports.map((report) => [report.subject_name, report.subject_id ?? 0]));
  return marked.questions.map(({ question_id, position, outcome, marks }) => {
    const subject_name = subjectName(content.placeById.get(question_id)?.subject_id ?? 0);
    const response = responses.get(question_id);
    const time = times.get(question_id);
    return {
      question_id,
      position,
      outcome,
      marks,
      subject_id: subjectIds.get(subject_name) ?? 0,
      subject_name,
      chapter_name: chapters.get(question_id) ?? '',
      max_marks: fullMarksAt(content.sections, position),
      is_marked: response?.is_marked ?? false,
      question_time_spent: response?.question_time_spent ?? 0,
      median_time: time?.median_time ?? null,
      answered_by: time?.answered_by ?? 0,
    };
  });
}

/**
 * Reads the student's latest finished attempt at a paper, ended first if its time is up, and everything it is compared with in one
 * snapshot, so that a simultaneous correction of a key cannot mix old and new marks. Throws `not_found` or `not_begun` before the first
 * attempt.
 */
export async function onReportedAttempt<T>(
  context: Context,
  student: Student,
  paper_id: number,
  work: (within: Context, attempt: ReportedAttempt) => Promise<T>,
): Promise<T> {
  const known = await finishedAttempt(context, student, paper_id);
  await contentOf(context, known.paper);
  return inSnapshot(context, async (within) => {
    const session = await sessions.findSession(within, student.id, known.session.id);
    if (!session) throw new Problem('not_found');
    const content = await presentContent(within, paper_id);
    const rows = await sessions.findResponses(within, student.id, session.id);
    const responses = new Map(rows.map((row) => [row.question_id, row]));
    const marked = markPaper(content.sections, content.questions, responses);
    const questions = placed(
      content,
      marked,
      await store.findChapterNames(within, paper_id),
      await questionTimesOf(within, paper_id),
      responses,
    );
    const total = totalOf(marked).score;
    return work(within, {
      content,
      session,
      responses,
      reports: marked.reports,
      questions,
      visits: await store.findVisits(within, session),
      ...(await hiddenIn(within, student.id, paper_id, [...content.placeById.keys()])),
      isPublished: ranks.arePublished(content.paper),
      isRetake: await sessions.isRetake(within, session),
      can_review: known.can_review,
      isBeingMarked: (await ranks.scoreOf(within, ranks.wholePaper(paper_id), session)) !== total,
    });
  });
}
