import { MOST_SEARCH_TEXT } from '@abhyas/contract/bank/search-text';
import { beginningOf } from '@abhyas/exam/institute/cut-text';

/** Text and filters of the solutions board in its address, under their fixed names (docs/product.md). */
export type BoardAddress = {
  search_question_text?: string;
  /** Course. */
  test_type_id?: number;
  subject_id?: number;
  chapter_id?: number;
  /** Topic. */
  checkpoint_id?: number;
  /** Names, separated by commas. */
  previous_papers?: string;
};

type IdField = 'test_type_id' | 'subject_id' | 'chapter_id' | 'checkpoint_id';
const idFields: readonly IdField[] = ['test_type_id', 'subject_id', 'chapter_id', 'checkpoint_id'];
const longestPapers = 2000;

/** Text, even if it looks like a number or a flag. */
const textOf = (value: unknown): string => (['string', 'number', 'boolean'].includes(typeof value) ? String(value) : '');

/** Reads an address; wrong values are left out. */
export function readBoardAddress(query: Record<string, unknown>): BoardAddress {
  const address: BoardAddress = {};
  const text = beginningOf(textOf(query['search_question_text']), MOST_SEARCH_TEXT);
  if (text.trim() !== '') address.search_question_text = text;
  for (const field of idFields) {
    const id = Number(query[field]);
    if (Number.isSafeInteger(id) && id > 0) address[field] = id;
  }
  const papers = textOf(query['previous_papers']);
  if (papers !== '' && papers.length <= longestPapers) address.previous_papers = papers;
  return address;
}

/** The filters to clear with each filter: chapters belong to a subject, topics to a chapter. */
const below: Record<IdField, readonly IdField[]> = {
  test_type_id: ['subject_id', 'chapter_id', 'checkpoint_id'],
  subject_id: ['chapter_id', 'checkpoint_id'],
  chapter_id: ['checkpoint_id'],
  checkpoint_id: [],
};

/** The address after a filter is chosen, or cleared by null. */
export function withFilter(address: BoardAddress, field: IdField, id: number | null): BoardAddress {
  const dropped: readonly string[] = [field, ...below[field]];
  const kept = Object.fromEntries(Object.entries(address).filter(([name]) => !dropped.includes(name)));
  return id === null ? kept : { ...kept, [field]: id };
}

export const papersOf = ({ previous_papers = '' }: BoardAddress): string[] => [
  ...new Set(
    previous_papers
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  ),
];

/** The address with a previous paper selected or deselected. */
export function withPaper(address: BoardAddress, name: string): BoardAddress {
  const { previous_papers: _before, ...others } = address;
  const chosen = papersOf(address);
  const next = chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name];
  return next.length === 0 ? others : { ...others, previous_papers: next.join(',') };
}

export function withText(address: BoardAddress, text: string): BoardAddress {
  const { search_question_text: _before, ...others } = address;
  return text.trim() === '' ? others : { ...others, search_question_text: text };
}

export const hasFilters = (address: BoardAddress): boolean => Object.keys(address).some((name) => name !== 'search_question_text');

/** Whether the address searches at all: it has text or a previous paper. */
export const isSearched = (address: BoardAddress): boolean => address.search_question_text !== undefined || papersOf(address).length > 0;
