import type { Value } from '@abhyas/contract/endpoint';
import type { Draft, DraftItem, DraftPlan } from '@abhyas/contract/exam-office/paper-drafts';
import { hasRight } from '@abhyas/contract/institute/rights';
import type { SyllabusExam } from '@abhyas/exam/bank/syllabus';
import type { Blueprint } from '@abhyas/exam/exam-office/blueprint';
import { type Finding, findingsOf, type PaperQuestion } from '@abhyas/exam/exam-office/paper-findings';
import type { StaffContext } from '../../../context.ts';
import { openTurns } from '../../../threads/turns.ts';
import { findQuestions, passagesOf, shownQuestion } from '../../bank/questions/questions.ts';
import * as store from './question-pool.store.ts';

export type Plan = Value<typeof DraftPlan>;
export type Item = Value<typeof DraftItem>;
type ComposedQuestion = Value<typeof Draft>['questions'][number];

/** The subjects of each exam; Botany and Zoology count as two subjects. */
const subjectsOfExam: Record<SyllabusExam, number[]> = { NEET: [2, 3, 4, 5], 'JEE Main': [1, 2, 3], 'JEE Advanced': [1, 2, 3] };

/** The whole bank is read by one caller at a time, so that one teacher cannot occupy the database. */
const inTurn = openTurns(16);

/** Counts of the questions that a paper of the plan may ask, by chapter, level and form. */
export const countPool = async (context: StaffContext, plan: store.PoolPlan) => ({
  chapters: await inTurn(() => store.countPool(context, subjectsOfExam[plan.exam], plan)),
});

/** Questions of the subjects that a paper of the plan may ask, as a list in JSON. `own` are those that the paper has. */
export const openQuestions = (context: StaffContext, plan: Plan, subject_ids: readonly number[], own: readonly Item[]) =>
  inTurn(() =>
    store.findPool(
      context,
      [...new Set(subject_ids)],
      plan,
      own.map(({ question_id }) => question_id),
    ),
  );

/** The questions that a section may get, each alone or with its whole passage. */
export const findOffers = (context: StaffContext, scope: store.OfferScope, plan: Plan, page: { offset: number; limit: number }) =>
  inTurn(() => store.findOffers(context, scope, plan, page));

/** The facts of these questions, even of questions that a paper may not contain. */
export const factsOf = async (context: StaffContext, plan: Plan, ids: readonly number[]): Promise<PaperQuestion[]> =>
  ids.length === 0 ? [] : store.findFacts(context, ids, plan);

/** Whether a mock, or a future test of the institute other than this one, contains one of the questions. */
export const isInOtherTest = (context: StaffContext, ids: readonly number[], paper_id: number | null) =>
  store.isHeldBack(context, ids, paper_id);

/** Whether a test of the institute other than this one asks one of the questions, and is given and not over. */
export const isInUnfinishedTest = async (context: StaffContext, ids: readonly number[], paper_id: number) =>
  (await store.findInUnfinished(context, ids, paper_id)).length > 0;

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
  // A copy of a test whose keys are secret, with a student of one answer, would tell by its figures whether that answer is right.
  if (!hasRight(context.actor.role, 'keys.read'))
    for (const id of await store.findInUnfinished(context, [...uses.keys()], null)) uses.delete(id);
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
