import type { Answer, Input } from '@abhyas/contract/endpoint';
import type { createPaperDraft, getQuestionPool } from '@abhyas/contract/exam-office/paper-drafts';
import type { QuestionType } from '@abhyas/exam/bank/question';
import { presets, type PresetName } from '@abhyas/exam/tests/presets';

export type Plan = Input<typeof createPaperDraft>['plan'];
export type PlanSection = Plan['sections'][number];
export type PoolChapter = Answer<typeof getQuestionPool>['chapters'][number];

/** The query for the questions that a paper of the plan may ask. */
export const poolOf = ({ exam, also_in }: Pick<Plan, 'exam' | 'also_in'>) => ({ exam, ...(also_in ? { also_in } : {}) });

export const difficulties = [
  { name: 'As in the exam', shares: [10, 25, 40, 20, 5] },
  { name: 'Easier', shares: [30, 35, 25, 8, 2] },
  { name: 'Harder', shares: [5, 10, 30, 35, 20] },
  { name: 'Even', shares: [20, 20, 20, 20, 20] },
] as const;

export const formNames: Record<QuestionType, string> = {
  0: 'one of four options',
  1: 'numerical',
  2: 'several of four options',
  3: 'on a passage',
};

/** The patterns of whole exams from which a paper can begin. */
export const patterns: readonly { preset: PresetName; name: string; exam: Plan['exam'] }[] = [
  { preset: 'neet_2025', name: 'NEET', exam: 'NEET' },
  { preset: 'jee_main_2025', name: 'JEE Main', exam: 'JEE Main' },
  { preset: 'jee_advanced_paper_1', name: 'JEE Advanced, Paper 1', exam: 'JEE Advanced' },
  { preset: 'jee_advanced_paper_2', name: 'JEE Advanced, Paper 2', exam: 'JEE Advanced' },
];

const usual = [...difficulties[0].shares];

export function planOfPreset(preset: PresetName, exam: Plan['exam']): Plan {
  const { test_duration, sections } = presets[preset];
  return {
    exam,
    preset,
    test_duration,
    shares: usual,
    sections: sections.map(({ unattempted: _none, partial, ...rules }) => ({ ...rules, partial: partial && [...partial], chapters: [] })),
  };
}

/** A section with the usual marks for its form of question. */
export function newSection(subject_id: number, question_type: QuestionType, question_count: number, name = 'A'): PlanSection {
  const isSeveral = question_type === 2;
  return {
    name,
    subject_id,
    question_type,
    question_count,
    integer: false,
    attempt_limit: null,
    limit_kind: null,
    correct: 4,
    incorrect: isSeveral ? -2 : -1,
    partial: isSeveral ? [1, 2, 3] : null,
    chapters: [],
  };
}

/** A test on some chapters of a subject, two minutes a question. */
export function planOfChapters(exam: Plan['exam'], subject_id: number, chapter_ids: readonly number[], question_count: number): Plan {
  const chapters = chapter_ids.map((chapter_id) => ({ chapter_id, weight: 1 }));
  const test_duration = Math.max(600, question_count * 120);
  return { exam, preset: null, test_duration, shares: usual, sections: [{ ...newSection(subject_id, 0, question_count), chapters }] };
}

/** The subjects of an exam; Botany and Zoology are named separately here. */
export const subjectsOfExam: Record<Plan['exam'], readonly { id: number; name: string }[]> = {
  NEET: [
    { id: 2, name: 'Physics' },
    { id: 3, name: 'Chemistry' },
    { id: 4, name: 'Botany' },
    { id: 5, name: 'Zoology' },
  ],
  'JEE Main': [
    { id: 2, name: 'Physics' },
    { id: 3, name: 'Chemistry' },
    { id: 1, name: 'Maths' },
  ],
  'JEE Advanced': [
    { id: 2, name: 'Physics' },
    { id: 3, name: 'Chemistry' },
    { id: 1, name: 'Maths' },
  ],
};

export const subjectNameOf = ({ exam }: Pick<Plan, 'exam'>, subject_id: number): string =>
  subjectsOfExam[exam].find(({ id }) => id === subject_id)?.name ?? '';

export const plannedCount = ({ sections }: Plan): number => sections.reduce((sum, { question_count }) => sum + question_count, 0);

/** The reason why a plan cannot be saved yet; null if it can. */
export function faultOfPlan({ sections, shares }: Plan, mostQuestions: number): string | null {
  if (sections.length === 0) return 'Add a section.';
  if (sections.some(({ name }) => name.trim() === '')) return 'Name every section.';
  if (shares.every((share) => share === 0)) return 'Give at least one level of difficulty a share.';
  if (sections.reduce((sum, { question_count }) => sum + question_count, 0) > mostQuestions)
    return `A paper has at most ${mostQuestions} questions.`;
  if (sections.some(({ chapters }) => chapters.length > 0 && chapters.every(({ weight }) => weight === 0)))
    return 'Choose at least one chapter for each section.';
  return null;
}

/** A whole number within the limits; a text that is not a number gives the lower limit. */
export const whole = (text: string, least: number, most: number): number => {
  const value = Math.trunc(Number(text));
  return Number.isFinite(value) ? Math.min(most, Math.max(least, value)) : least;
};
