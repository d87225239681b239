import type { SubjectName } from '@abhyas/exam/bank/subjects';
import { Skeleton } from '@mantine/core';
import { IconBookmark } from '@tabler/icons-react';
import { useParams, useSearch } from '@tanstack/react-router';
import { useEffect, useMemo, useRef } from 'react';
import { i18n } from '../../../platform/language.ts';
import { askedLanguage } from '../../../question/chosen-language.ts';
import { LanguagesContext } from '../../../question/languages.ts';
import { preloadMaths } from '../../../question/maths.ts';
import { BookmarkTypeModal } from '../../../question/BookmarkTypeModal.tsx';
import { type BookmarkTag, useBookmarks } from '../../../question/useBookmarks.ts';
import { useListLanguages } from '../../../question/useQuestionLanguages.ts';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { LinkTabs } from '../../../ui/LinkTabs.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { NotFound } from '../../../ui/NotFound.tsx';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import { subjectColor, subjectOf } from '../../../ui/subject.ts';
import { BookmarkedQuestion } from './BookmarkedQuestion.tsx';
import { useBookmarkPages } from './bookmarks.queries.ts';
import { NextPage } from './NextPage.tsx';
import { ScrollToTop } from './ScrollToTop.tsx';

const tags: readonly BookmarkTag[] = [/*i18n*/ 'Revise', /*i18n*/ 'Doubts'];

/** /bookmark and /bookmark/{type}: the student's bookmarked questions, by tag and subject. */
export default function BookmarksPage() {
  const { type } = useParams({ strict: false });
  const { subject = '' } = useSearch({ strict: false });
  useEffect(() => void preloadMaths(), []);
  const tag = tags.find((name) => name.toLowerCase() === type?.toLowerCase());
  if (type !== undefined && !tag) return <NotFound />;
  return (
    <>
      <PageTitle>{i18n.t('Bookmarks')}</PageTitle>
      <Bookmarks tag={tag} subject={subjectOf(subject)} />
      <ScrollToTop />
    </>
  );
}

/** Bookmarks with one tag; without a tag or a subject, those of the first tag and subject with a bookmark. */
function Bookmarks({ tag: asked, subject }: { tag: BookmarkTag | undefined; subject: SubjectName | undefined }) {
  const gone = useRef<ReadonlySet<number>>(new Set());
  const language = useRef(askedLanguage());
  const list = useBookmarkPages(asked, subject, (id) => gone.current.has(id), language);
  const languages = useListLanguages(list.data?.texts, list.isSuccess && !list.isPlaceholderData, () => {
    language.current = { language: 'hi' };
    void list.refetch();
  });
  const listed = list.data?.questions;
  const held = useMemo(() => (listed ?? []).map(({ question }) => question.id), [listed]);
  const bookmarks = useBookmarks(held);
  useEffect(() => {
    gone.current = new Set(held.filter((id) => !bookmarks?.ids.has(id)));
  }, [held, bookmarks]);

  return (
    <Loaded query={list} skeleton={<ListSkeleton />}>
      {({ subjects, selected_subject, selected_tag, counts, questions }) => {
        const tag = asked ?? selected_tag;
        const selected = subject ?? selected_subject;
        const countOf = (name: SubjectName | undefined, under: BookmarkTag) => counts.find((row) => row.subject === name)?.[under] ?? 0;
        return (
          <>
            <LinkTabs
              label={i18n.t('Subjects')}
              tabs={subjects.map((name) => ({
                label: i18n.t(name),
                link: { to: '/bookmark/$type', params: { type: tag.toLowerCase() }, search: { subject: name.toLowerCase() } },
                isCurrent: name === selected,
                count: countOf(name, tag),
                color: subjectColor(name),
              }))}
            />
            <LinkTabs
              label={i18n.t('Bookmark types')}
              isWithin
              tabs={tags.map((name) => ({
                label: i18n.t(name),
                link: {
                  to: '/bookmark/$type',
                  params: { type: name.toLowerCase() },
                  search: subject ? { subject: subject.toLowerCase() } : {},
                },
                isCurrent: name === tag,
                count: countOf(selected, name),
              }))}
            />
            <div aria-busy={list.isPlaceholderData}>
              {list.isPlaceholderData ? (
                <CardSkeletons />
              ) : questions.length === 0 ? (
                <EmptyState
                  icon={<IconBookmark size={26} />}
                  title={i18n.t('No questions added.')}
                  action={<ButtonLink to="/home">{i18n.t('Go to the chapters')}</ButtonLink>}
                >
                  {i18n.t('Press the bookmark beside a question, in practice or in a test, and choose {tag}.', { tag: i18n.t(tag) })}
                </EmptyState>
              ) : (
                <>
                  <ButtonLink
                    to="/bookmark/$type/practise"
                    params={{ type: tag.toLowerCase() }}
                    search={selected ? { subject: selected.toLowerCase() } : {}}
                    className="mb-16 print:hidden!"
                  >
                    {i18n.t('Practise these')}
                  </ButtonLink>
                  <LanguagesContext value={languages}>
                    <ul className="grid gap-16 max-w-728">
                      {questions.map(({ question, passage }, at) => (
                        <BookmarkedQuestion key={question.id} question={question} passage={passage} number={at + 1} bookmarks={bookmarks} />
                      ))}
                    </ul>
                  </LanguagesContext>
                </>
              )}
            </div>
            {!list.isPlaceholderData && list.hasNextPage && <NextPage list={list} skeleton={<CardSkeletons />} />}
            <BookmarkTypeModal bookmarks={bookmarks} />
          </>
        );
      }}
    </Loaded>
  );
}

const CardSkeletons = () => [1, 2, 3].map((card) => <Skeleton key={card} height={188} mb="md" maw={728} radius="lg" />);

function ListSkeleton() {
  return (
    <>
      <Skeleton height={44} width={320} maw="100%" mb="lg" />
      <Skeleton height={44} width={200} mb="lg" />
      <CardSkeletons />
    </>
  );
}
