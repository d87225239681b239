import { i18n } from '../../../platform/language.ts';
import { Button, Skeleton } from '@mantine/core';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { NetworkFailure } from '../../../platform/call.ts';
import { messageOf } from '../../../platform/failure.ts';
import { askedLanguage } from '../../../question/chosen-language.ts';
import { LanguagesContext } from '../../../question/languages.ts';
import { useListLanguages } from '../../../question/useQuestionLanguages.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Failure } from '../../../ui/Failure.tsx';

import { FoundQuestion } from './FoundQuestion.tsx';
import { type BoardAddress, hasFilters, papersOf } from './solutions-address.ts';
import { type Search, useSearch } from './solutions.queries.ts';
import classes from './SolutionsPage.module.css';

/** The distance to the end of the list at which the next page is fetched. */
const NEAR = '600px';

interface Props {
  address: BoardAddress;
  onLoosen: (next: BoardAddress) => void;
}

/** The results of a search: their number, the questions, and a line after the last one. */
export function Results({ address, onLoosen }: Props) {
  const asked = useRef(askedLanguage());
  const search = useSearch(address, asked);
  const languages = useListLanguages(search.data?.texts, search.isSuccess && !search.isPlaceholderData, () => {
    asked.current = { language: 'hi' };
    void search.refetch();
  });
  // The questions of the last search stay if the next search fails.
  const [kept, setKept] = useState(search.data);
  const keep = useEffectEvent(setKept);
  useEffect(() => {
    if (search.data) keep(search.data);
  }, [search.data]);
  const data = search.data ?? kept;
  const text = address.search_question_text ?? papersOf(address).join(', ');
  if (!data) {
    if (search.error)
      return (
        <Failure
          message={messageOf(search.error)}
          isOffline={search.error instanceof NetworkFailure}
          retry={() => void search.refetch()}
          isRetrying={search.isFetching}
        />
      );
    return (
      <>
        <Head text={text}>{i18n.t('Loading...')}</Head>
        <div aria-hidden>
          {[1, 2, 3].map((card) => (
            <Skeleton key={card} height={196} mb="md" radius="lg" />
          ))}
        </div>
      </>
    );
  }
  const count = data.isCountCapped
    ? 'over 1,000 Questions'
    : i18n.t('{count, plural, one {# Question} other {# Questions}}', { count: data.count });
  return (
    <div aria-busy={search.isPlaceholderData}>
      <Head text={text}>{search.isPlaceholderData ? i18n.t('Loading...') : search.isLoadingError ? '' : `(${count})`}</Head>
      {search.error && !search.isFetchNextPageError && (
        <TryAgain error={search.error} search={search} retry={() => void search.refetch()} />
      )}
      {data.questions.length === 0 ? (
        <NoMatches address={address} hasOnlyCommonWords={data.hasOnlyCommonWords} onLoosen={onLoosen} />
      ) : (
        <LanguagesContext value={languages}>
          <ol className="grid gap-12">
            {data.questions.map((question) => (
              <FoundQuestion
                key={question.id}
                question={question}
                passage={data.passages.get(question.comprehension_question_id ?? 0) ?? null}
                matched={data.matched}
              />
            ))}
          </ol>
          <End search={search} />
        </LanguagesContext>
      )}
    </div>
  );
}

function Head({ text, children }: { text: string; children: string }) {
  return (
    <div className={`flex flex-wrap items-baseline gap-x-10 gap-y-4 mb-16 ${classes.head}`} role="status">
      <h2>{i18n.t('Results For "{text}"', { text })}</h2>
      <p>{children}</p>
    </div>
  );
}

/** A message in one line; the list above it stays. */
function TryAgain({ error, search, retry }: { error: unknown; search: Search; retry: () => void }): ReactNode {
  return (
    <p className="flex flex-wrap items-center justify-center gap-x-16 gap-y-8 mb-12 text-incorrect" role="alert">
      {messageOf(error)}{' '}
      <Button variant="default" size="sm" onClick={retry} loading={search.isFetching}>
        {i18n.t('Try again')}
      </Button>
    </p>
  );
}

function NoMatches({ address, hasOnlyCommonWords, onLoosen }: Props & { hasOnlyCommonWords: boolean }) {
  const { search_question_text = '' } = address;
  const isFiltered = hasFilters(address) && search_question_text !== '' && !hasOnlyCommonWords;
  return (
    <EmptyState
      title={i18n.t('No matches Found!')}
      action={
        isFiltered && (
          <Button variant="default" onClick={() => onLoosen({ search_question_text })}>
            {i18n.t('Search without filters')}
          </Button>
        )
      }
    >
      {hasOnlyCommonWords
        ? i18n.t('Nearly every question has the words "{search_question_text}". Add a word that only a few questions have.', {
            search_question_text,
          })
        : isFiltered
          ? i18n.t('Nothing in the chosen filters has these words.')
          : i18n.t('Try fewer words, or another form of the formula.')}
    </EmptyState>
  );
}

/** The line below the last question: more are being loaded, there are no more, or what went wrong. */
function End({ search }: { search: Search }) {
  const { hasNextPage, fetchNextPage, isFetching, isFetchNextPageError, error } = search;
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = place.current;
    if (!element || !hasNextPage || isFetching || isFetchNextPageError) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) void fetchNextPage();
      },
      { rootMargin: `0px 0px ${NEAR} 0px` },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [hasNextPage, isFetching, isFetchNextPageError, fetchNextPage]);
  return (
    <div ref={place} className="py-24 text-center text-ink-soft">
      {isFetchNextPageError ? (
        <TryAgain error={error} search={search} retry={() => void fetchNextPage()} />
      ) : (
        <p role="status">{hasNextPage ? i18n.t('Loading...') : i18n.t('No more questions.')}</p>
      )}
    </div>
  );
}
