import type { Answer } from '@abhyas/contract/endpoint';
import type { getScorePath } from '@abhyas/contract/practice/score-path';
import { formatNumber, plural } from '../../../ui/format.ts';

export type ScorePath = Answer<typeof getScorePath>;
export type ChosenExam = NonNullable<ScorePath['exam']>;
type Chapter = ScorePath['chapters'][number];

const marks = (count: number) => plural(count, 'mark');

/** The student's level and its distance from the target, as a sentence. */
export function levelFinding({ tests, level, target_score }: ScorePath, { full_marks }: ChosenExam): string {
  if (level === null) return 'No mock test yet.';
  const of = tests.length === 1 ? 'Your only mock test comes' : `Your latest ${Math.min(tests.length, 3)} mock tests come`;
  const found = `${of} to ${formatNumber(level)} of ${formatNumber(full_marks)} marks`;
  if (target_score === null) return `${found}.`;
  if (level >= target_score) return `${found}, your target of ${formatNumber(target_score)} is reached.`;
  return `${found}: ${marks(target_score - level)} to your target.`;
}

/** What the chapters together are worth, as a sentence. */
export const chaptersFinding = (chapters: readonly Chapter[]): string =>
  `${chapters.length === 1 ? 'This chapter is' : `These ${chapters.length} chapters are`} worth about ${marks(
    Math.round(chapters.reduce((sum, chapter) => sum + chapter.marks, 0)),
  )} to you.`;

/** Why a chapter is worth its marks: its weight in the exam, the student's accuracy, and the pace if it is too slow. */
export function chapterReason({ questions, solves_of_ten, seconds }: Chapter, { seconds_a_question }: ChosenExam): string {
  const count = Math.round(questions);
  const asked = count < 1 ? 'Less than 1 question in the exam' : `About ${plural(count, 'question')} in the exam`;
  if (solves_of_ten === null || seconds === null) return `${asked}, hardly practised yet`;
  const slow = seconds > seconds_a_question ? `, ${seconds} s a question where the exam gives ${seconds_a_question}` : '';
  return `${asked}, you solve ${solves_of_ten} of 10${slow}`;
}
