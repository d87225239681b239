import type { Value } from '@abhyas/contract/endpoint';
import {
  createPaperDraft,
  type DraftPlan,
  fillPaperDraft,
  getPaperDraft,
  publishPaperDraft,
} from '@abhyas/contract/exam-office/paper-drafts';
import type { Story, Visitor } from './story.ts';

export type Plan = Value<typeof DraftPlan>;
type Section = Plan['sections'][number];

/** A section of four questions of Biology with four options, from any chapter. */
export const planSection = (more: Partial<Section> = {}): Section => ({
  name: 'A',
  subject_id: 4,
  question_type: 0,
  question_count: 4,
  integer: false,
  attempt_limit: null,
  limit_kind: null,
  correct: 4,
  incorrect: -1,
  partial: null,
  chapters: [],
  ...more,
});

export const planOf = (...sections: Section[]): Plan => ({
  exam: 'NEET',
  preset: null,
  test_duration: 3600,
  shares: [1, 1, 1, 1, 1],
  sections,
});

/** A draft of this plan that the person begins and fills. */
export async function composeDraft(by: Visitor, plan: Plan) {
  const { id } = await by.call(createPaperDraft, { name: 'Weekly test', plan });
  const { version, name, plan: planned } = await by.call(getPaperDraft, { id });
  const filled = await by.call(fillPaperDraft, { id, version, name, plan: planned, items: [] });
  return { id, version: filled.version, ids: filled.items.map(({ question_id }) => question_id) };
}

/** A test that is made of such a draft, whose id is `id`. */
export async function composeTest(by: Visitor, plan: Plan) {
  const draft = await composeDraft(by, plan);
  const { paper_id } = await by.call(publishPaperDraft, { id: draft.id, version: draft.version });
  return { ...draft, paper_id };
}

/** Gives each question of Biology a word of its own: they differ only in numbers, and a paper asks one of several similar questions. */
export async function tellQuestionsApart({ database: { pool } }: Story): Promise<void> {
  const { rows } = await pool.query<{ id: number; code: string }>("select id, code from questions where code like 'cells-%'");
  for (const { id, code } of rows) {
    const word = code.slice(-2).replaceAll(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '');
    await pool.query('update questions set question_text = $2 where id = $1', [id, `Which cell is called ${word}?`]);
  }
}
