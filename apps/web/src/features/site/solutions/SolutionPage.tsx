import { i18n, named } from '../../../platform/language.ts';
import { Problem } from '@abhyas/contract/problem';
import { Skeleton } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { beginningOf } from '@abhyas/exam/institute/cut-text';
import { AskButton } from '../../../question/AskButton.tsx';
import { askedLanguage } from '../../../question/chosen-language.ts';
import { LanguagesContext } from '../../../question/languages.ts';
import { useListLanguages } from '../../../question/useQuestionLanguages.ts';
import { preloadMaths, sourceOf } from '../../../question/maths.ts';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import card from '../../../ui/card.module.css';
import { Dot } from '../../../ui/Dot.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import { subjectColor } from '../../../ui/subject.ts';
import { Locked, placeOf, QuestionText, SolutionText } from './FoundQuestion.tsx';
import { useSolution } from './solutions.queries.ts';
import classes from './FoundQuestion.module.css';

const TITLE_LENGTH = 60;

/** The first words of a question, for the window's title. */
const titleOf = (text: string) => {
  const words = sourceOf(text).replaceAll(/\s+/g, ' ').trim();
  return words.length > TITLE_LENGTH ? `${beginningOf(words, TITLE_LENGTH).replace(/\s\S*$/, '')} …` : words;
};

/** /solutions/{id}/{slug}: one question with its solution, the page that search engines index. */
export default function SolutionPage() {
  const { id } = useParams({ strict: false });
  useEffect(() => void preloadMaths(), []);
  return <Solved key={id} id={Number(id)} />;
}

function Solved({ id }: { id: number }) {
  const [asked, setAsked] = useState(askedLanguage);
  const solution = useSolution(id, asked);
  const languages = useListLanguages(solution.data?.translated, solution.isSuccess && !solution.isPlaceholderData, () =>
    setAsked({ language: 'hi' }),
  );
  return (
    <LanguagesContext value={languages}>
      <Loaded query={solution} skeleton={<Skeleton height={320} maw={808} radius="lg" />} failure={notFound}>
        {({ question, comprehension_question }) => (
          <article className={`grid gap-16 ${classes.page}`}>
            <PageTitle
              inPage
              back={{
                link: { to: '/solutions', search: { search_question_text: question.chapter_name } },
                label: i18n.t('More of {chapter_name}', { chapter_name: named(question.chapter_name) }),
              }}
              windowTitle={titleOf(question.question_text)}
            >
              {i18n.t('{chapter_name}: question and solution', { chapter_name: named(question.chapter_name) })}
            </PageTitle>
            <section className={card.card} aria-label={i18n.t('Question')}>
              <p
                className={`inline-flex items-center justify-self-start min-h-24 text-12 leading-text text-ink-soft no-underline ${classes.place}`}
              >
                <Dot color={subjectColor(question.subject_name)} />
                {placeOf(question)} · {named(question.topic_name)}
              </p>
              <QuestionText question={question} passage={comprehension_question} isRevealed={!question.is_solution_locked} />
            </section>
            <section className={card.card} aria-label={i18n.t('Solution')}>
              <h2 className="text-16">{i18n.t('Solution')}</h2>
              {question.is_solution_locked ? (
                <Locked />
              ) : (
                <>
                  <SolutionText question={question} />
                  <AskButton question_id={question.id} />
                </>
              )}
            </section>
            <p className="mt-8">
              <ButtonLink
                to="/solutions"
                search={{ search_question_text: question.chapter_name }}
                classNames={{ root: classes.more, label: classes.more }}
              >
                {i18n.t('More questions of {chapter_name}', { chapter_name: named(question.chapter_name) })}
              </ButtonLink>
            </p>
          </article>
        )}
      </Loaded>
    </LanguagesContext>
  );
}

const notFound = (error: Error) =>
  error instanceof Problem && error.code === 'not_found' ? (
    <EmptyState
      title={i18n.t('This question is not shown')}
      action={<ButtonLink to="/solutions">{i18n.t('Search other questions')}</ButtonLink>}
    >
      {i18n.t('It may be in a test that is not over yet, or it may have been removed.')}
    </EmptyState>
  ) : null;
