import { holdsPosition, type SectionRules } from '../tests/sections.ts';
import { isLateSkip, isRushedAnswer, isSlow, type ReportedQuestion, type ReportedVisit } from './report.ts';

/** A next step that a report suggests: the questions, and the marks or seconds that they cost. */
export interface ReportAction {
  question_ids: number[];
  /**
   * Marks lost: for wrong answers the marks not gained and the marks deducted, for skipped questions the marks not gained; 0 for slow
   * answers.
   */
  marks: number;
  /** The part of these marks that was deducted for wrong answers. */
  taken_off: number;
  /** Seconds spent on these questions. */
  seconds: number;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

function actionOf(questions: readonly ReportedQuestion[], marks: (question: ReportedQuestion) => number): ReportAction {
  return {
    question_ids: questions.map(({ question_id }) => question_id),
    marks: sum(questions.map(marks)),
    taken_off: 0 - sum(questions.map((question) => Math.min(0, question.marks))),
    seconds: sum(questions.map(({ question_time_spent }) => question_time_spent)),
  };
}

/** The three next steps after a test: redo wrong questions, review slow ones, try late skips. */
export function reportActions(questions: readonly ReportedQuestion[]): Record<'wrong' | 'slow' | 'skipped_late', ReportAction> {
  return {
    wrong: actionOf(
      questions.filter(({ outcome }) => outcome === -1),
      ({ max_marks, marks }) => max_marks - marks,
    ),
    slow: actionOf(questions.filter(isSlow), () => 0),
    skipped_late: actionOf(questions.filter(isLateSkip), ({ max_marks, marks }) => max_marks - marks),
  };
}

/** The score if the student had skipped the rushed wrong answers: their deducted marks are added back, and nothing else changes. */
export function scoreWithoutRushed(score: number, questions: readonly ReportedQuestion[]): { count: number; score: number } {
  const rushed = questions.filter(isRushedAnswer);
  return { count: rushed.length, score: score - sum(rushed.map(({ marks }) => Math.min(0, marks))) };
}

/** A visit to a question in the timeline of an attempt. */
export interface TimelineVisit {
  question_id: number;
  second: number;
  seconds: number;
  /** Whether the question had an answer at the end of the visit. */
  is_answered: boolean;
  /** Whether the visit changed the answer of the last visit that had one, or cleared it. */
  is_changed: boolean;
}

/** The visits of an attempt in the order in which they began. */
export function timelineOf(visits: readonly ReportedVisit[]): TimelineVisit[] {
  const answers = new Map<number, string>();
  return visits
    .toSorted((a, b) => a.second - b.second)
    .map(({ question_id, second, seconds, answer }) => {
      const before = answers.get(question_id) ?? '';
      const is_answered = /\d/.test(answer);
      const is_changed = before !== '' && answer !== before;
      answers.set(question_id, is_answered ? answer : '');
      return { question_id, second, seconds, is_answered, is_changed };
    });
}

/** A stretch of the attempt within one subject. */
export interface TimelineStretch {
  subject: string;
  from: number;
  to: number;
}

/** Joins consecutive visits to one subject to a stretch. Gaps between visits belong to no stretch. */
export function stretchesOf(
  visits: readonly Pick<TimelineVisit, 'question_id' | 'second' | 'seconds'>[],
  subjectOf: (question_id: number) => string | undefined,
): TimelineStretch[] {
  const stretches: TimelineStretch[] = [];
  for (const { question_id, second, seconds } of visits) {
    const subject = subjectOf(question_id);
    if (subject === undefined) continue;
    const last = stretches.at(-1);
    if (last?.subject === subject) last.to = Math.max(last.to, second + seconds);
    else stretches.push({ subject, from: second, to: second + seconds });
  }
  return stretches;
}

/** Questions first answered within the first `minutes` of the test. */
export function answeredWithin(slices: readonly { to: number; answered: number }[], minutes: number): number {
  return sum(slices.filter(({ to }) => to <= minutes).map(({ answered }) => answered));
}

/** Marks for a correct answer at a position of the paper. */
export const fullMarksAt = (sections: readonly SectionRules[], position: number): number =>
  sections.find((section) => holdsPosition(section, position))?.correct ?? 0;
