import type { Context } from '../../../context.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { searchTextOf } from './search-text.ts';
import * as store from './search.store.ts';

/** Questions per transaction, which limits how long other calls of the embedded database wait: 0.1 s. */
const questionsAtOnce = 200;

const notedAtOnce = 10_000;

/** Words of filters; no word of a text begins with `=`. */
export const filterWord = {
  subject: (id: number) => `=s${id}`,
  chapter: (id: number) => `=c${id}`,
  topic: (id: number) => `=t${id}`,
  previous_paper: (id: number) => `=p${id}`,
  public: () => '=o',
  /** 0 is the shared bank. */
  institute: (id: number | null) => `=i${id ?? 0}`,
};

/** The texts of both languages, so that one search finds either. */
const joined = (...texts: readonly (string | null | undefined)[]) => texts.filter((text) => text).join(' ');

function searched(row: store.IndexedRow): store.SearchedQuestion {
  const { hindi } = row;
  const text = searchTextOf(joined(row.question_text, row.comprehension_text, hindi?.text, row.hindi_passage));
  const options = searchTextOf(joined(row.option_1, row.option_2, row.option_3, row.option_4, ...(hindi?.options ?? [])));
  const filters = [
    filterWord.subject(row.subject_id),
    filterWord.chapter(row.chapter_id),
    filterWord.topic(row.topic_id),
    filterWord.institute(row.institute_id),
    // A question that is neither for practice nor in a public paper is reserved for a future paper, so it is not public.
    ...(row.is_for_practice || row.previous_paper_ids.length > 0 ? [filterWord.public()] : []),
    ...row.previous_paper_ids.map(filterWord.previous_paper),
  ];
  return {
    question_id: row.id,
    text: text.words,
    options: options.words,
    names: `${row.chapter_name} ${row.topic_name}`,
    formulas: [...new Set([...text.formulas, ...options.formulas])].join(' '),
    filters: filters.join(' '),
  };
}

/** Marks the index entries of these questions as outdated, in the transaction that changes the questions. */
export async function markForSearch(context: Context, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await store.addPending(context, ids);
}

/** Writes the outdated entries of the index in batches, each in a separate transaction unless the context has one. */
export async function indexPending(context: Context): Promise<void> {
  // In the order of the ids, so that no batch scans the deleted rows of earlier ones.
  for (let after: number | undefined = 0; after !== undefined; ) {
    const above: number = after;
    after = await inTransaction(context, async (within) => {
      const ids = await store.takePending(within, above, questionsAtOnce);
      const rows = ids.length > 0 ? await store.findForIndex(within, ids) : [];
      if (rows.length > 0) {
        const entries = rows.map(searched);
        await store.writeIndex(within, entries);
        await store.writeForms(
          within,
          entries.map(({ text, options, names }) => `${text} ${options} ${names}`),
        );
      }
      return ids.length === questionsAtOnce ? ids.at(-1) : undefined;
    });
  }
  await store.removeUnusedWords(context);
}

/** Writes the index entries of all questions again. */
export async function refreshSearchIndex(context: Context): Promise<void> {
  for (let after: number | undefined = 0; after !== undefined; ) after = await store.addNextPending(context, after, notedAtOnce);
  await indexPending(context);
}
