import { publishedContent } from '@abhyas/contract/bank/content-faults';
import { Problem } from '@abhyas/contract/problem';
import { type BankAct, type BankFacts, bankTransitions, refusalOfAct } from '@abhyas/exam/bank/bank-states';
import type { StaffContext } from '../../../context.ts';
import { whileQuestionsChange } from '../chapters/chapters.ts';
import { markForSearch } from '../search/search.ts';
import { type BankRow, type FactRow, findFacts, findRows } from './bank-questions.store.ts';
import * as store from './publishing.store.ts';

/** Questions of the institute, locked with their published questions, and the facts about them. */
export async function lockQuestions(context: StaffContext, ids: readonly number[]) {
  const rows = await findRows(context, ids, { isLocked: true });
  await store.lockPublished(
    context,
    rows.flatMap(({ question_id }) => question_id ?? []),
  );
  return { rows, facts: await findFacts(context, ids) };
}

export const factsOf = (row: BankRow, facts: FactRow, word: string): BankFacts => ({
  ...facts,
  state: row.state,
  fault_count: row.faults.length,
  word,
});

/** Why the act is not possible for the question; null if it is possible. */
export const refusalFor = (act: BankAct, row: BankRow, facts: FactRow | undefined, word: string): string | null =>
  facts ? refusalOfAct(act, factsOf(row, facts, word)) : 'Already deleted.';

/** The passage of a comprehension question as students read it. It is published with the first question about it. */
async function publishedPassage(context: StaffContext, { content }: BankRow): Promise<number | null> {
  if (content.type !== 'comprehension' || content.passage_id === null) return null;
  const passage = await store.findPassage(context, content.passage_id);
  if (!passage) throw new Problem('not_possible', 'The passage of this question was deleted.');
  return passage.comprehension_question_id ?? (await store.insertPublishedPassage(context, passage.id, passage.content));
}

/** Hides or shows published questions, with the counts of their topics. */
async function whilePublishedChange(context: StaffContext, rows: readonly BankRow[], change: typeof store.hidePublished): Promise<void> {
  const ids = rows.flatMap(({ question_id }) => question_id ?? []);
  const codes = await store.lockPublished(context, ids);
  await whileQuestionsChange(context, context.actor.institute_id, [...codes.values()], async () => {
    await change(context, ids);
    await markForSearch(context, ids);
  });
}

/** Performs an act, which must be possible, on questions in the same state. Returns the new version of each. */
export async function move(
  context: StaffContext,
  rows: readonly BankRow[],
  act: Exclude<BankAct, 'approve'>,
  word: string | null = null,
): Promise<Map<number, number>> {
  if (act === 'retire' || act === 'reopen') await whilePublishedChange(context, rows, store.hidePublished);
  if (act === 'restore') await whilePublishedChange(context, rows, store.showPublished);
  const ids = rows.map(({ id }) => id);
  const { to: state } = bankTransitions[act];
  if (act === 'submit') return store.setState(context, ids, { state, remark: null, isSubmitted: true });
  return store.setState(context, ids, { state, ...(act === 'send_back' ? { remark: word } : {}) });
}

/**
 * Approves a question: writes its text for students, into its earlier question if no student has seen it, otherwise into a new one. An
 * approved replacement retires the question that it follows. Returns the new version.
 */
export async function approve(
  context: StaffContext,
  row: BankRow,
  { is_asked }: FactRow,
  predecessor: BankRow | undefined,
): Promise<number> {
  const content = publishedContent(row.content);
  if (content.topic_id === null) throw new Problem('not_possible', 'Choose a topic first.');
  const comprehension_question_id = await publishedPassage(context, row);
  const publication = { content, topic_id: content.topic_id, comprehension_question_id };
  const codes = row.question_id === null ? new Map<number, string>() : await store.lockPublished(context, [row.question_id]);
  const replaced = is_asked ? null : row.question_id;
  const code = (replaced === null ? undefined : codes.get(replaced)) ?? `bank-${row.id}-${row.version}`;
  let version = row.version;
  await whileQuestionsChange(context, context.actor.institute_id, [code], async () => {
    if (replaced !== null) await store.replacePublished(context, replaced, publication);
    const question_id = replaced ?? (await store.insertPublished(context, { ...publication, code }));
    await store.publishTranslations(context, question_id, content);
    version = await store.noteApproved(context, row.id, question_id);
    await markForSearch(context, [question_id]);
  });
  if (predecessor?.state === 'approved') await move(context, [predecessor], 'retire');
  return version;
}
