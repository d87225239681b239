import type { Answer, Input } from '@abhyas/contract/endpoint';
import { getMistakes } from '@abhyas/contract/practice/mistakes';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { call } from '../../../platform/call.ts';
import { callOrKept, type Kept } from '../../../platform/kept-answers.ts';
import type { AskedLanguage } from '../../../question/chosen-language.ts';
import { textsOfPages } from '../../../question/languages.ts';

export type MistakeBook = Kept<Answer<typeof getMistakes>>;
export type Mistake = MistakeBook['mistakes'][number];
export type MistakeFilter = Pick<Input<typeof getMistakes>, 'subject' | 'chapter_id' | 'kind'>;

/** The mistake book page by page; a question on two pages is listed once. */
export function useMistakes(filter: MistakeFilter, asked: Readonly<RefObject<AskedLanguage>>) {
  return useInfiniteQuery({
    queryKey: [getMistakes.route, filter],
    queryFn: ({ pageParam, signal }): Promise<MistakeBook> => {
      // The device keeps the first page of the unfiltered book.
      const isFirst = pageParam === 1 && Object.keys(filter).length === 0;
      return isFirst
        ? callOrKept(getMistakes, { page: 1, ...asked.current }, { signal })
        : call(getMistakes, { ...filter, page: pageParam, ...asked.current }, { signal });
    },
    initialPageParam: 1,
    getNextPageParam: (last: MistakeBook, pages: MistakeBook[]) =>
      last.render_more_questions && last.kept_at === undefined ? pages.length + 1 : undefined,
    select: ({ pages }) => {
      const passages = new Map(pages.flatMap((page) => page.comprehension_questions.map((passage) => [passage.id, passage] as const)));
      const mistakes = new Map(pages.flatMap((page) => page.mistakes.map((mistake) => [mistake.question.id, mistake] as const)));
      return { book: pages[0], mistakes: [...mistakes.values()], passages, texts: textsOfPages(pages) };
    },
    placeholderData: keepPreviousData,
    // An answer given on another screen changes the book.
    staleTime: 0,
  });
}
