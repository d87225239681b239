import { BOOKMARKS_PER_PAGE, getBookmarkedQuestion } from '@abhyas/contract/practice/bookmarks';
import type { Answer } from '@abhyas/contract/endpoint';
import type { SubjectName } from '@abhyas/exam/bank/subjects';
import { type InfiniteData, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { call } from '../../../platform/call.ts';
import type { AskedLanguage } from '../../../question/chosen-language.ts';
import { textsOfPages } from '../../../question/languages.ts';
import type { BookmarkTag } from '../../../question/useBookmarks.ts';

type Page = Answer<typeof getBookmarkedQuestion>;
interface PageParam {
  page: number;
  tag?: BookmarkTag;
  subject?: SubjectName;
}

/** Joins the pages; a question that is on two pages is listed once. */
function listOf({ pages }: InfiniteData<Page>) {
  const questionById = new Map(pages.flatMap(({ questions }) => questions.map((question) => [question.id, question] as const)));
  const passageById = new Map(pages.flatMap((page) => page.comprehension_questions.map((passage) => [passage.id, passage] as const)));
  return {
    subjects: pages[0]?.subjects ?? [],
    selected_subject: pages[0]?.selected_subject,
    selected_tag: pages[0]?.selected_tag ?? 'Revise',
    counts: pages[0]?.counts ?? [],
    texts: textsOfPages(pages),
    questions: [...questionById.values()].map((question) => ({
      question,
      passage: passageById.get(question.comprehension_question_id ?? 0) ?? null,
    })),
  };
}

/**
 * The bookmarks of a tag and a subject, page by page; the server chooses what is not given. A question whose bookmark was removed stays in
 * the list, but the server's pages move up by one. `isGone` marks such questions, so that the next page skips none.
 */
export function useBookmarkPages(
  tag: BookmarkTag | undefined,
  subject: SubjectName | undefined,
  isGone: (question_id: number) => boolean,
  asked: Readonly<RefObject<AskedLanguage>>,
) {
  return useInfiniteQuery({
    queryKey: [getBookmarkedQuestion.route, { tag, subject }],
    queryFn: ({ pageParam, signal }) => call(getBookmarkedQuestion, { ...pageParam, ...asked.current }, { signal }),
    initialPageParam: { page: 1, ...(tag && { tag }), ...(subject && { subject }) } as PageParam,
    getNextPageParam: (last: Page, pages: Page[]): PageParam | undefined => {
      if (!last.render_more_questions) return undefined;
      const listed = new Set(pages.flatMap(({ questions }) => questions.map(({ id }) => id)));
      const standing = [...listed].filter((id) => !isGone(id)).length;
      return { page: Math.floor(standing / BOOKMARKS_PER_PAGE) + 1, tag: last.selected_tag, subject: last.selected_subject };
    },
    select: listOf,
    placeholderData: keepPreviousData,
  });
}

export type BookmarkPages = ReturnType<typeof useBookmarkPages>;
