import type { Value } from '@abhyas/contract/endpoint';
import type { Draft, DraftItem, DraftPlan } from '@abhyas/contract/exam-office/paper-drafts';
import type { SyllabusExam } from '@abhyas/exam/bank/syllabus';
import type { Blueprint } from '@abhyas/exam/exam-office/blueprint';
import { type Finding, findingsOf, type PaperQuestion } from '@abhyas/exam/exam-office/paper-findings';
import type { StaffContext } from '../../../context.ts';
import { findQuestions, passagesOf, shownQuestion } from '../../bank/questions/questions.ts';
import * as store from './question-pool.store.ts';

export type Plan = Value<typeof DraftPlan>;
export type Item = Value<typeof DraftItem>;
type ComposedQuestion = Value<typeof Draft>['questions'][number];

const paperQuestionOf = ({ passage_id, passage_size, last_used, ...row }: store.PoolRow): PaperQuestion => ({
  ...row,
  passage: passage_id === null ? null : { id: passage_id, size: passage_size },
  last_used: last_used?.getTime() ?? null,
});

/** The subjects of each exam; Botany and Zoology count as two subjects. */
const subjectsOfExam: Record<SyllabusExam, number[]> = { NEET: [2, 3, 4, 5], 'JEE Main': [1, 2, 3], 'JEE Advanced': [1, 2, 3] };

/**
 * Questions of the subjects that a paper may ask. A question with a twin in practice is left out, because students see the twin there with
 * its answer while the test withholds the question itself.
 */
export async function openQuestions(context: StaffContext, exam: SyllabusExam, subject_ids: readonly number[]): Promise<PaperQuestion[]> {
  const rows = await store.findPool(context, { subject_ids }, exam);
  return rows.filter((row) => !row.is_held_back && !row.is_retired && !row.is_off_syllabus && !row.has_practice_twin).map(paperQuestionOf);
}

/** Numbers of questions that a paper of the exam may ask, by chapter, level and form. */
export async function countPool(context: StaffContext, exam: SyllabusExam) {
  const chapters = new Map<number, { id: number; name: string; subject_id: number; cells: Map<string, number> }>();
  for (const { chapter_id, chapter_name, subject_id, level, question_type } of await openQuestions(context, exam, subjectsOfExam[exam])) {
    const chapter = chapters.get(chapter_id) ?? { id: chapter_id, name: chapter_name, subject_id, cells: new Map<string, number>() };
    chapters.set(chapter_id, chapter);
    const cell = `${level} ${question_type}`;
    chapter.cells.set(cell, (chapter.cells.get(cell) ?? 0) + 1);
  }
  return {
    chapters: [...chapters.values()].map(({ cells, ...chapter }) => ({
      ...chapter,
      counts: [...cells].map(([cell, count]) => {
        const [level = 1, question_type = 0] = cell.split(' ').map(Number);
        return { level, question_type: question_type as 0 | 1 | 2 | 3, count };
      }),
    })),
  };
}

/** The facts of these questions, also of questions that may not be asked. */
export async function factsOf(context: StaffContext, { exam }: Plan, ids: readonly number[]): Promise<PaperQuestion[]> {
  return ids.length === 0 ? [] : (await store.findPool(context, { ids }, exam)).map(paperQuestionOf);
}

export const blueprintOf = ({ sections, shares }: Plan): Blueprint => ({ sections, shares });

/** The ids of each section's questions, in order. */
export const idsBySection = ({ sections }: Plan, items: readonly Item[]): number[][] =>
  sections.map((_section, at) => items.filter(({ section }) => section === at).map(({ question_id }) => question_id));

/** The findings about a draft, from the current state of its questions. */
export async function findingsOfDraft(context: StaffContext, plan: Plan, items: readonly Item[]): Promise<Finding[]> {
  const ids = items.map(({ question_id }) => question_id);
  const byId = new Map((await factsOf(context, plan, ids)).map((question) => [question.id, question]));
  const sections = idsBySection(plan, items).map((held, at) => ({
    name: plan.sections[at]?.name ?? '',
    questions: held.flatMap((id) => byId.get(id) ?? []),
  }));
  return findingsOf(blueprintOf(plan), sections);
}

/** Questions as the composer shows them, with their passages. */
export async function composedQuestions(context: StaffContext, plan: Plan, items: readonly Item[], ids: readonly number[]) {
  const rows = await findQuestions(context, ids);
  const uses = new Map(
    (ids.length === 0 ? [] : await store.findLastUses(context, ids)).map(({ question_id, ...use }) => [question_id, use]),
  );
  const order = idsBySection(plan, items).flat();
  const questions = [...rows.values()].map((row): ComposedQuestion => {
    const use = uses.get(row.id);
    return {
      ...shownQuestion(row, order.indexOf(row.id), null),
      last_use: use ? { ...use, at: use.at?.toISOString() ?? null } : null,
    };
  });
  return { questions, comprehension_questions: await passagesOf(context, rows.values()) };
}
