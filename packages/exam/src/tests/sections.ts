import type { MarkingScheme } from './marks.ts';
import type { QuestionType } from '../bank/question.ts';

/** A section of a paper: a row of questions that begins at `first_position`. */
export interface SectionRules extends MarkingScheme {
  name: string;
  subject_id: number;
  question_type: QuestionType;
  question_count: number;
  first_position: number;
  /** The most answers that are marked; null if all are. */
  attempt_limit: number | null;
  /** `block` stops further answers on the screen, `first_n` allows them; both mark the first N in question order. */
  limit_kind: 'block' | 'first_n' | null;
  /** Whether numerical answers must be integers. */
  integer: boolean;
}

/** Whether a position of the paper belongs to the section. */
export function holdsPosition(section: SectionRules, position: number): boolean {
  return position >= section.first_position && position < section.first_position + section.question_count;
}

function answeredInOrder(section: SectionRules, answeredPositions: ReadonlySet<number>): number[] {
  return [...answeredPositions].filter((position) => holdsPosition(section, position)).sort((a, b) => a - b);
}

/** Answered positions of the section that are marked: all, or the first `attempt_limit` in question order. */
export function countedPositions(section: SectionRules, answeredPositions: ReadonlySet<number>): Set<number> {
  return new Set(answeredInOrder(section, answeredPositions).slice(0, section.attempt_limit ?? undefined));
}

/** Whether the screen refuses an answer at this position. An answered question is never blocked, so its answer can always be removed. */
export function isBlocked(section: SectionRules, position: number, answeredPositions: ReadonlySet<number>): boolean {
  if (section.limit_kind !== 'block' || section.attempt_limit === null) return false;
  if (!holdsPosition(section, position) || answeredPositions.has(position)) return false;
  return answeredInOrder(section, answeredPositions).length >= section.attempt_limit;
}

/** The notice at a blocked numerical question. */
export function blockedBanner(limit: number, subjectName: string): string {
  return `This question is locked. You can answer a maximum of ${limit} numerical questions in ${subjectName}. To answer this question, un-answer another numerical question in ${subjectName}.`;
}

/** Whether a `block` section has more answers than its limit, which flags the session. A `first_n` limit may be exceeded freely. */
export function exceedsLimit(section: SectionRules, answered: ReadonlySet<number>): boolean {
  return (
    section.limit_kind === 'block' && section.attempt_limit !== null && answeredInOrder(section, answered).length > section.attempt_limit
  );
}
