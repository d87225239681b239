import type { Answer } from '@abhyas/contract/endpoint';
import { getTopicSample } from '@abhyas/contract/bank/topic-samples';
import { Button, Skeleton } from '@mantine/core';
import { i18n, named } from '../../../platform/language.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { useEffect, useState } from 'react';
import { useCall } from '../../../platform/queries.ts';
import { preloadMaths } from '../../../question/maths.ts';
import { NumericalKey } from '../../../question/Outcome.tsx';
import { Question } from '../../../question/Question.tsx';
import { difficultyWord } from '../../../question/question-content.ts';
import { Solution } from '../../../question/Solution.tsx';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { formatNumber } from '../../../ui/format.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import classes from './ChapterPage.module.css';

type Sample = Answer<typeof getTopicSample>;

function contentsOf({ question_count, by_difficulty: { easy, medium, hard }, numerical_count }: Sample): string {
  const parts = [
    [easy, i18n.t('easy')],
    [medium, i18n.t('medium')],
    [hard, i18n.t('hard')],
  ] as const;
  const levels = parts.flatMap(([count, word]) => (count > 0 ? [`${formatNumber(count)} ${word}`] : [])).join(', ');
  const values = { question_count, levels, numerical: formatNumber(numerical_count) };
  return numerical_count > 0
    ? i18n.t(
        '{question_count, plural, one {# question} other {# questions}} with solutions: {levels}, {numerical} of them with a number as answer.',
        values,
      )
    : i18n.t('{question_count, plural, one {# question} other {# questions}} with solutions: {levels}.', values);
}

/** The contents of a locked topic, one of its questions to try, and the link to Premium. */
export default function LockedTopic({ id, onClose }: { id: number; onClose: () => void }) {
  const sample = useCall(getTopicSample, { id });
  useEffect(() => void preloadMaths(), []);
  return (
    <Dialog
      opened
      onClose={onClose}
      title={sample.data ? i18n.t('{name} is part of Premium', { name: named(sample.data.name) }) : i18n.t('Part of Premium')}
      size={720}
    >
      <div className="grid gap-16">
        <Loaded query={sample} skeleton={<Skeleton height={280} />}>
          {(data) => (
            <>
              {data.question_count > 0 && <p>{contentsOf(data)}</p>}
              <SampleQuestion sample={data} />
            </>
          )}
        </Loaded>
        <p className="block text-14 font-regular text-ink-soft">
          {i18n.t('The first topic of each chapter is free. Premium opens all of them.')}
        </p>
      </div>
      <div className={`ends mt-24 ${classes.stickyActions}`}>
        <Button variant="default" onClick={onClose}>
          {i18n.t('Later')}
        </Button>
        <ButtonLink to="/payment">{i18n.t('Get Premium')}</ButtonLink>
      </div>
    </Dialog>
  );
}

/** A question to try. Only this page checks the answer, which is not stored. */
function SampleQuestion({ sample: { sample_question: question, comprehension_question } }: { sample: Sample }) {
  const [answer, setAnswer] = useState<{ responses: number[]; rich_response: string | null }>({ responses: [], rich_response: null });
  const [isShown, setShown] = useState(false);
  if (!question) return null;
  const select = (option: number) => {
    const isSeveral = question.question_type === 2;
    const has = answer.responses.includes(option);
    const others = isSeveral ? answer.responses.filter((each) => each !== option) : [];
    setAnswer({ ...answer, responses: has ? others : [...others, option] });
  };
  return (
    <section className="p-16 border border-line rounded-card" aria-label={i18n.t('A question to try')}>
      <Question
        question={question}
        passage={comprehension_question}
        heading={i18n.t('A question to try')}
        place={difficultyWord(question)}
        answer={answer}
        isReadOnly={isShown}
        isRevealed={isShown}
        onSelect={select}
        onEnter={(entry) => setAnswer({ ...answer, rich_response: entry })}
      >
        {isShown && <NumericalKey question={question} />}
        <Solution question={question} isShown={isShown} onToggle={() => setShown(!isShown)} />
      </Question>
    </section>
  );
}
