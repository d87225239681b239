import { missKinds } from '@abhyas/exam/reports/miss-kind';
import { Button, Skeleton } from '@mantine/core';
import { IconRepeat } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { messageOf } from '../../../platform/failure.ts';
import { i18n } from '../../../platform/language.ts';
import { askedLanguage } from '../../../question/chosen-language.ts';
import { LanguagesContext } from '../../../question/languages.ts';
import { preloadMaths } from '../../../question/maths.ts';
import { useListLanguages } from '../../../question/useQuestionLanguages.ts';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { KeptNote } from '../../../ui/KeptNote.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import rows from '../../../ui/rows.module.css';
import { subjectOf } from '../../../ui/subject.ts';
import { DueToday } from './DueToday.tsx';
import { MistakeFilters } from './MistakeFilters.tsx';
import { MistakeRow } from './MistakeRow.tsx';
import { type MistakeFilter, useMistakes } from './mistakes.queries.ts';

/** /mistakes: missed questions that are not fixed yet, with their schedule. */
export default function MistakesPage() {
  const { subject = '', chapter_id, kind } = useSearch({ from: '/mistakes' });
  useEffect(() => void preloadMaths(), []);
  const subjectName = subjectOf(subject);
  const missKind = missKinds.find((each) => each === kind);
  const filter: MistakeFilter = {
    ...(subjectName && { subject: subjectName }),
    ...(chapter_id !== undefined && chapter_id > 0 && { chapter_id }),
    ...(missKind && { kind: missKind }),
  };
  return (
    <>
      <PageTitle>{i18n.t('Mistake Book')}</PageTitle>
      <Book filter={filter} />
    </>
  );
}

function Book({ filter }: { filter: MistakeFilter }) {
  const asked = useRef(askedLanguage());
  const list = useMistakes(filter, asked);
  const languages = useListLanguages(list.data?.texts, list.isSuccess && !list.isPlaceholderData, () => {
    asked.current = { language: 'hi' };
    void list.refetch();
  });
  const [openId, setOpenId] = useState<number | null>(null);
  return (
    <Loaded
      query={list}
      skeleton={<BookSkeleton />}
      notKept={Object.keys(filter).length === 0 ? i18n.t('Your mistake book') : i18n.t('This choice of your mistakes')}
    >
      {({ book, mistakes, passages }) => {
        if (!book || (book.total === 0 && book.fixed_count === 0)) {
          return (
            <EmptyState
              icon={<IconRepeat size={26} />}
              title={i18n.t('No mistakes yet')}
              action={<ButtonLink to="/home">{i18n.t('Practice a chapter')}</ButtonLink>}
            >
              {i18n.t(
                'Questions that you miss in practice and in finished tests are collected here. They come back from the next day until you have been right on two different days.',
              )}
            </EmptyState>
          );
        }
        return (
          <>
            <KeptNote keptAt={book.kept_at} />
            <DueToday book={book} />
            {book.total > 0 && <MistakeFilters book={book} filter={filter} />}
            {filter.chapter_id !== undefined && mistakes.length > 0 && (
              <p className="mb-16">
                <ButtonLink to="/chapter_revise/$id" params={{ id: String(filter.chapter_id) }} variant="default">
                  {i18n.t('Revise Misses of this chapter')}
                </ButtonLink>
              </p>
            )}
            <div aria-busy={list.isPlaceholderData}>
              {list.isPlaceholderData ? (
                <RowSkeletons />
              ) : mistakes.length === 0 ? (
                book.total > 0 && (
                  <EmptyState
                    title={i18n.t('No questions of this kind')}
                    action={
                      <ButtonLink to="/mistakes" variant="default">
                        {i18n.t('Show all')}
                      </ButtonLink>
                    }
                  />
                )
              ) : (
                <LanguagesContext value={languages}>
                  <ul className={rows.list} aria-label={i18n.t('Missed questions')}>
                    {mistakes.map((mistake, at) => {
                      const { id, comprehension_question_id } = mistake.question;
                      return (
                        <MistakeRow
                          key={id}
                          mistake={mistake}
                          passage={passages.get(comprehension_question_id ?? 0) ?? null}
                          number={at + 1}
                          isOpen={openId === id}
                          onToggle={() => setOpenId(openId === id ? null : id)}
                        />
                      );
                    })}
                  </ul>
                </LanguagesContext>
              )}
            </div>
            {list.isFetchNextPageError && (
              <p role="alert" className="text-14 text-ink-soft">
                {messageOf(list.error)}
              </p>
            )}
            {!list.isPlaceholderData && list.hasNextPage && (
              <Button
                variant="default"
                className="mt-16 print:hidden!"
                loading={list.isFetchingNextPage}
                onClick={() => void list.fetchNextPage()}
              >
                {i18n.t('Show more questions')}
              </Button>
            )}
          </>
        );
      }}
    </Loaded>
  );
}

const RowSkeletons = () => [1, 2, 3, 4, 5].map((row) => <Skeleton key={row} height={56} mb={2} />);

function BookSkeleton() {
  return (
    <>
      <Skeleton height={200} mb="lg" radius="lg" />
      <Skeleton height={44} width={480} maw="100%" mb="lg" radius="xl" />
      <RowSkeletons />
    </>
  );
}
