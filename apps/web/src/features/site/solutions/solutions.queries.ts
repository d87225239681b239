import type { Answer, Value } from '@abhyas/contract/endpoint';
import {
  type FoundQuestion,
  getAllFilterCategories,
  getCoursesAndPreviousPaper,
  getSolution,
  MOST_SEARCH_MATCHES,
  SEARCH_PAGE_SIZE,
  searchQuestions,
} from '@abhyas/contract/bank/search';
import { type InfiniteData, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { call } from '../../../platform/call.ts';
import { useCall } from '../../../platform/queries.ts';
import type { AskedLanguage } from '../../../question/chosen-language.ts';
import { textsOfPages } from '../../../question/languages.ts';
import { type BoardAddress, isSearched } from './solutions-address.ts';

type Page = Answer<typeof searchQuestions>;
export type Found = Value<typeof FoundQuestion>;
export type Categories = Answer<typeof getAllFilterCategories>;
const mostPages = MOST_SEARCH_MATCHES / SEARCH_PAGE_SIZE;

/** A question on two pages is listed once. */
function listOf({ pages }: InfiniteData<Page>) {
  const passages = new Map(pages.flatMap(({ data }) => data.comprehension_questions.map((passage) => [passage.id, passage] as const)));
  const questions = new Map(pages.flatMap(({ data }) => data.questions.map((question) => [question.id, question] as const)));
  const {
    totalQuestions = 0,
    is_count_capped = false,
    has_only_common_words = false,
    matched = [],
    matched_formulas = [],
  } = pages[0]?.data ?? {};
  return {
    count: totalQuestions,
    isCountCapped: is_count_capped,
    hasOnlyCommonWords: has_only_common_words,
    matched: { words: matched, formulas: matched_formulas },
    questions: [...questions.values()],
    passages,
    texts: textsOfPages(pages.map(({ data }) => data)),
  };
}

/** The questions that match the board's address, page by page; without a search nothing is fetched. */
export function useSearch(address: BoardAddress, asked: Readonly<RefObject<AskedLanguage>>) {
  return useInfiniteQuery({
    queryKey: [searchQuestions.route, address],
    queryFn: ({ pageParam, signal }) => call(searchQuestions, { ...address, ...asked.current, page: pageParam }, { signal }),
    enabled: isSearched(address),
    initialPageParam: 1,
    getNextPageParam: (last: Page, pages: Page[]) =>
      last.data.questions.length < SEARCH_PAGE_SIZE || pages.length === mostPages ? undefined : pages.length + 1,
    select: listOf,
    placeholderData: keepPreviousData,
    meta: { ownFailures: true },
  });
}

export type Search = ReturnType<typeof useSearch>;

/** The filters that can be chosen after the chosen ones. */
export function useCategories({ test_type_id, subject_id, chapter_id }: BoardAddress) {
  const chosen = {
    ...(test_type_id !== undefined && { test_type_id }),
    ...(subject_id !== undefined && { subject_id }),
    ...(chapter_id !== undefined && { chapter_id }),
  };
  return useCall(getAllFilterCategories, chosen, { staleTime: 600_000, keepPrevious: true, ownFailures: true });
}

/** The courses of the board; before the server has answered, none. */
export const useCourses = () =>
  useCall(getCoursesAndPreviousPaper, { send: true }, { staleTime: 600_000, ownFailures: true }).data?.courses ?? [];

export const useSolution = (id: number, asked: AskedLanguage) =>
  useCall(getSolution, { id, ...asked }, { staleTime: 600_000, keepPrevious: true });
