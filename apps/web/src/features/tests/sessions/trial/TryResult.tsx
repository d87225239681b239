import { brand } from '@abhyas/contract/institute/brand';
import { firstLevel } from '@abhyas/exam/practice/level';
import { marksOf } from '@abhyas/exam/tests/marks';
import type { SessionState } from '@abhyas/exam/tests/session';
import { Trans } from '@lingui/react';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { keepFirstSteps } from '../../../../platform/first-steps.ts';
import { i18n } from '../../../../platform/language.ts';
import type { User } from '../../../../platform/user.ts';
import { Outcome } from '../../../../question/Outcome.tsx';
import { Question } from '../../../../question/Question.tsx';
import { keyOf, noAnswer } from '../../../../question/question-content.ts';
import { Solution } from '../../../../question/Solution.tsx';
import { ButtonLink } from '../../../../ui/ButtonLink.tsx';

import { Logo } from '../../../../ui/Logo.tsx';
import { type PaperPlace, placesOf } from '../paper-places.ts';
import type { TestPayload } from '../test-payload.ts';
import styles from './TryResult.module.css';

interface Props {
  payload: TestPayload;
  state: SessionState;
  course: NonNullable<User['course']>;
  /** The student who waits for a guardian's consent; null for visitors. */
  waiting: User | null;
  onAgain: () => void;
}

const noMarks = { correct: 0, incorrect: 0, unattempted: 0, partial: null };

/** The results of the questions that a visitor tried, marked on this page, each with its solution. */
export function TryResult({ payload, state, course, waiting, onAgain }: Props) {
  const marked = placesOf(payload).map((place) => {
    const answer = state.responses[place.question.id] ?? noAnswer;
    const key = keyOf(place.question);
    return { place, answer, ...(key ? marksOf(place.section ?? noMarks, key, answer) : { outcome: 0 as const, marks: 0 }) };
  });
  const right = marked.filter(({ outcome }) => outcome === 1).length;
  const score = marked.reduce((sum, { marks }) => sum + marks, 0);
  // not translated: the names of exams
  const exam = course === 'MED' ? 'NEET' : 'JEE Main';
  const answers = marked.flatMap(({ place, outcome }) =>
    outcome === 0 ? [] : [{ complexity: place.question.complexity, isCorrect: outcome === 1 }],
  );
  const level = firstLevel(answers, exam);
  const student_id = waiting?.id;
  const of = marked.length;
  useEffect(() => {
    if (student_id !== undefined) keepFirstSteps(student_id, { tested: { right, of } });
  }, [student_id, right, of]);
  return (
    <main className="grid content-start gap-24 max-w-800 min-h-dvh mx-auto p-24 max-36:gap-16 max-36:p-16">
      <Link
        to={waiting ? '/consent' : '/'}
        className="justify-self-start text-ink no-underline"
        aria-label={i18n.t('{name}: start page', { name: brand.name })}
      >
        <Logo />
      </Link>
      <section className={styles.head}>
        <h1>{i18n.t('{right} of {count, plural, one {# question} other {# questions}} right', { right, count: marked.length })}</h1>
        {level !== null && (
          <p className={styles.level}>
            <Trans
              id="Your level now: you would solve about <0>{level} of 10</0> questions of {exam}."
              components={{ 0: <strong /> }}
              values={{ level, exam }}
            />
          </p>
        )}
        <p>
          {i18n.t('{score} of {full} marks.', { score, full: marked.reduce((sum, { place }) => sum + (place.section?.correct ?? 0), 0) })}{' '}
          {waiting
            ? i18n.t('Your answers stay on this device until a parent or guardian agrees.')
            : i18n.t(
                'Nothing of this was kept. Whole papers, practice at your level and reports wait behind a sign-in that costs nothing.',
              )}
        </p>
        <div className="flex flex-wrap gap-12">
          <ButtonLink to={waiting ? '/consent' : '/login'} size="md">
            {waiting ? i18n.t('Go on') : i18n.t('Join for Free')}
          </ButtonLink>
          <Button size="md" variant="default" onClick={onAgain}>
            {i18n.t('Try again')}
          </Button>
        </div>
      </section>
      {marked.map((each) => (
        <TriedQuestion key={each.place.question.id} {...each} isVisited={state.responses[each.place.question.id]?.is_visited === true} />
      ))}
    </main>
  );
}

interface TriedProps {
  place: PaperPlace;
  answer: Parameters<typeof marksOf>[2];
  outcome: -1 | 0 | 1;
  isVisited: boolean;
}

const nothing = () => undefined;

function TriedQuestion({ place, answer, outcome, isVisited }: TriedProps) {
  const [isShown, setShown] = useState(outcome !== 1);
  return (
    <section className="min-w-0 p-24 border border-line rounded-card bg-surface max-36:p-16">
      <Question
        question={place.question}
        passage={null}
        heading={i18n.t('Question {number}', { number: place.number })}
        place={place.subject}
        marks={place.section ?? undefined}
        answer={answer}
        isReadOnly
        isRevealed
        onSelect={nothing}
        onEnter={nothing}
      >
        <Outcome question={place.question} result={outcome} isVisited={isVisited} isKeyUsed={false} />
        <Solution question={place.question} isShown={isShown} onToggle={() => setShown(!isShown)} />
      </Question>
    </section>
  );
}
