import { holdsPosition, type SectionRules } from '../tests/sections.ts';
import { isLateSkip, isRushedAnswer, isSlow, type ReportedQuestion, type ReportedVisit } from './report.ts';

/** One kind of what a report sends the student to: which questions, and what they cost or took. */
export interface ReportAction {
  question_ids: number[];
  /** Marks not won and taken off, of wrong answers; marks that were there to win, of skipped ones; 0 of slow ones. */
  marks: number;
  /** Of these marks those that wrong answers took off. */
  taken_off: number;
  /** Seconds spent on them. */
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

/** The three things to do after a test: redo what is wrong, look at what was slow, try what was skipped late. */
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

/** The score had the rushed wrong answers been left out: what they took off comes back, nothing else changes. */
export function scoreWithoutRushed(score: number, questions: readonly ReportedQuestion[]): { count: number; score: number } {
  const rushed = questions.filter(isRushedAnswer);
  return { count: rushed.length, score: score - sum(rushed.map(({ marks }) => Math.min(0, marks))) };
}

/** A visit as the timeline of an attempt shows it. */
export interface TimelineVisit {
  question_id: number;
  second: number;
  seconds: number;
  /** An answer stood when the question was left. */
  is_answered: boolean;
  /** The answer was another one than at the visit before that had one, or was cleared. */
  is_changed: boolean;
}

/** The visits of an attempt in the order of their beginning, each with whether it changed an answer. */
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

/** Consecutive visits to one subject as one stretch. Gaps between visits belong to none. */
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

/** Marks for a right answer at a place of the paper. */
export const fullMarksAt = (sections: readonly SectionRules[], position: number): number =>
  sections.find((section) => holdsPosition(section, position))?.correct ?? 0;
