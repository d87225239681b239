import { getMyDoubts } from '@abhyas/contract/practice/doubts';
import { Skeleton } from '@mantine/core';
import { IconMessageQuestion } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { useContext, useEffect, useState } from 'react';
import { i18n, named } from '../../../platform/language.ts';
import { useCall } from '../../../platform/queries.ts';
import { isTrainee, useUser } from '../../../platform/user.ts';
import { askedLanguage } from '../../../question/chosen-language.ts';
import { LanguagesContext, passageIn, useInLanguage } from '../../../question/languages.ts';
import { Maths } from '../../../question/Maths.tsx';
import { preloadMaths } from '../../../question/maths.ts';
import { OwnDoubt } from '../../../question/OwnDoubt.tsx';
import { Passage } from '../../../question/Passage.tsx';
import { Picture } from '../../../question/Picture.tsx';
import { optionsOf, type PassageContent, type QuestionContent } from '../../../question/question-content.ts';
import { useListLanguages } from '../../../question/useQuestionLanguages.ts';
import { ViewIn } from '../../../question/ViewIn.tsx';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import cards from '../../../ui/card.module.css';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import classes from './Doubts.module.css';

/** /doubts: the doubts that the student asked, with their answers; of a student of no institute, the notes. */
export default function DoubtsPage() {
  const { page = 1 } = useSearch({ from: '/doubts' });
  const user = useUser();
  const hasTeachers = (user?.institute_id ?? null) !== null;
  const [asked, setAsked] = useState(askedLanguage);
  const list = useCall(getMyDoubts, { page: Math.max(1, page), ...asked }, { keepPrevious: true, staleTime: 0 });
  const languages = useListLanguages(list.data?.translated, list.isSuccess && !list.isPlaceholderData, () => setAsked({ language: 'hi' }));
  useEffect(() => void preloadMaths(), []);
  return (
    <>
      <PageTitle>{hasTeachers ? i18n.t('My Doubts') : i18n.t('My Notes')}</PageTitle>
      <Loaded
        query={list}
        skeleton={<Skeletons />}
        notKept={hasTeachers ? i18n.t('The list of your doubts') : i18n.t('The list of your notes')}
      >
        {({ doubts, questions, comprehension_questions, render_more_doubts }) => {
          const byId = new Map(questions.map((question) => [question.id, question]));
          const passages = new Map(comprehension_questions.map((passage) => [passage.id, passage]));
          return doubts.length === 0 && page <= 1 ? (
            <EmptyState
              icon={<IconMessageQuestion size={26} />}
              title={hasTeachers ? i18n.t('No doubts yet.') : i18n.t('No notes yet.')}
              action={user && isTrainee(user) && <ButtonLink to="/home">{i18n.t('Go to the chapters')}</ButtonLink>}
            >
              {hasTeachers
                ? i18n.t('Press “Ask” below a question, in practice or in the review of a test. A teacher of your institute answers here.')
                : i18n.t('Press “Notes” below a question, in practice or in the review of a test. Only you read what you write there.')}
            </EmptyState>
          ) : (
            <LanguagesContext value={languages}>
              <ul className="grid gap-16 max-w-760">
                {doubts.map((doubt) => {
                  const question = byId.get(doubt.question_id);
                  return (
                    <li key={doubt.id} className={`${cards.card} grid gap-16`}>
                      {question && <Asked question={question} passage={passages.get(question.comprehension_question_id ?? 0) ?? null} />}
                      <OwnDoubt doubt={doubt} onChange={() => void list.refetch()} />
                    </li>
                  );
                })}
              </ul>
              {(page > 1 || render_more_doubts) && (
                <nav className="ends mt-16" aria-label={i18n.t('Pages')}>
                  {page > 1 && (
                    <ButtonLink variant="default" to="/doubts" search={page > 2 ? { page: page - 1 } : {}}>
                      {i18n.t('Newer')}
                    </ButtonLink>
                  )}
                  {render_more_doubts && (
                    <ButtonLink variant="default" to="/doubts" search={{ page: page + 1 }}>
                      {i18n.t('Older')}
                    </ButtonLink>
                  )}
                </nav>
              )}
            </LanguagesContext>
          );
        }}
      </Loaded>
    </>
  );
}

/** The question of a doubt: its text, with passage, picture and options behind a press. */
function Asked({ question: english, passage }: { question: QuestionContent; passage: PassageContent | null }) {
  const { question, lang } = useInLanguage(english);
  const languages = useContext(LanguagesContext);
  const options = optionsOf(question);
  return (
    <section aria-label={i18n.t('The question')} className="grid gap-8 min-w-0 pb-16 border-b border-line">
      <p className="text-14 text-ink-soft">{named(question.chapter_name)}</p>
      {languages && question.also_in && <ViewIn id={question.id} languages={languages} />}
      <Maths text={question.question_text} lang={lang} />
      {(passage !== null || question.supporting_picture !== null || options.length > 0) && (
        <details className={classes.more}>
          <summary>{i18n.t('The whole question')}</summary>
          <div className="grid gap-12">
            {passage && <Passage passage={passageIn(passage, lang, languages?.texts)} lang={lang} />}
            {question.supporting_picture && (
              <Picture picture={question.supporting_picture} size={question.supporting_picture_size} place="question" />
            )}
            <ol className="grid gap-8 pl-24">
              {options.map(({ option, text: words, picture, size }) => (
                <li key={option}>
                  {words !== null && <Maths text={words} lang={lang} />}
                  {picture && <Picture picture={picture} size={size} place="option" />}
                </li>
              ))}
            </ol>
          </div>
        </details>
      )}
    </section>
  );
}

const Skeletons = () => [1, 2].map((card) => <Skeleton key={card} height={220} mb={16} radius="lg" maw={760} />);
