import type { Context } from '../../context.ts';
import { searchTextOf } from './search-text.ts';
import * as store from './search.store.ts';

const questionsAtOnce = 1000;

/** Words that filters ask for; no word of a text begins with `=`. */
export const filterWord = {
  subject: (id: number) => `=s${id}`,
  chapter: (id: number) => `=c${id}`,
  topic: (id: number) => `=t${id}`,
  previous_paper: (id: number) => `=p${id}`,
  public: () => '=o',
  /** 0 is the shared bank. */
  institute: (id: number | null) => `=i${id ?? 0}`,
};

function searched(row: store.IndexedRow): store.SearchedQuestion {
  const text = searchTextOf(`${row.question_text} ${row.comprehension_text ?? ''}`);
  const options = searchTextOf([row.option_1, row.option_2, row.option_3, row.option_4].filter((option) => option !== null).join(' '));
  const filters = [
    filterWord.subject(row.subject_id),
    filterWord.chapter(row.chapter_id),
    filterWord.topic(row.topic_id),
    filterWord.institute(row.institute_id),
    // A question of papers only, in none that is public, is kept for a paper to come.
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

/** Brings what a search goes by up to date with the questions, a thousand at a time. */
export async function refreshSearchIndex(context: Context): Promise<void> {
  for (let after = 0; ; ) {
    const rows = await store.findForIndex(context, after, questionsAtOnce);
    const last = rows.at(-1);
    if (!last) break;
    await store.writeIndex(context, rows.map(searched));
    after = last.id;
  }
  await store.countWords(context);
}
