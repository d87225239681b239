import type { Answer } from '@abhyas/contract/endpoint';
import type { getScorePath } from '@abhyas/contract/practice/score-path';
import { i18n } from '../../../platform/language.ts';
import { formatNumber } from '../../../ui/format.ts';

export type ScorePath = Answer<typeof getScorePath>;
export type ChosenExam = NonNullable<ScorePath['exam']>;
type Chapter = ScorePath['chapters'][number];

/** The student's level and its distance from the target, as a sentence. */
export function levelFinding({ tests, level, target_score }: ScorePath, { full_marks }: ChosenExam): string {
  if (level === null) return i18n.t('No mock test yet.');
  const marks = { level: formatNumber(level), full_marks: formatNumber(full_marks) };
  const found =
    tests.length === 1
      ? i18n.t('Your only mock test comes to {level} of {full_marks} marks', marks)
      : i18n.t('Your latest {count} mock tests come to {level} of {full_marks} marks', { ...marks, count: Math.min(tests.length, 3) });
  if (target_score === null) return i18n.t('{found}.', { found });
  if (level >= target_score)
    return i18n.t('{found}, your target of {target_score} is reached.', { found, target_score: formatNumber(target_score) });
  return i18n.t('{found}: {marks, plural, one {# mark} other {# marks}} to your target.', { found, marks: target_score - level });
}

/** The marks that the chapters are worth together, as a sentence. */
export const chaptersFinding = (chapters: readonly Chapter[]): string =>
  i18n.t(
    '{count, plural, one {This chapter is} other {These # chapters are}} worth about {marks, plural, one {# mark} other {# marks}} to you.',
    { count: chapters.length, marks: Math.round(chapters.reduce((sum, chapter) => sum + chapter.marks, 0)) },
  );

/** Why a chapter is worth its marks: its weight in the exam, the student's accuracy, and the pace if it is too slow. */
export function chapterReason({ questions, solves_of_ten, seconds }: Chapter, { seconds_a_question }: ChosenExam): string {
  const count = Math.round(questions);
  const asked =
    count < 1
      ? i18n.t('Less than 1 question in the exam')
      : i18n.t('About {count, plural, one {# question} other {# questions}} in the exam', { count });
  if (solves_of_ten === null || seconds === null) return i18n.t('{asked}, hardly practised yet', { asked });
  return seconds > seconds_a_question
    ? i18n.t('{asked}, you solve {solves_of_ten} of 10, {seconds} s a question where the exam gives {seconds_a_question}', {
        asked,
        solves_of_ten,
        seconds,
        seconds_a_question,
      })
    : i18n.t('{asked}, you solve {solves_of_ten} of 10', { asked, solves_of_ten });
}
