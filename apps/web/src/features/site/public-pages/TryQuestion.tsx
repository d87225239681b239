import { i18n, spokenLanguage, translated } from '../../../platform/language.ts';
import type { Answer } from '@abhyas/contract/endpoint';
import type { getLandingPageData } from '@abhyas/contract/site/home';
import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { Maths } from '../../../question/Maths.tsx';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { formatMarks } from '../../../ui/format.ts';
import { subjectColor } from '../../../ui/subject.ts';

type Questions = Answer<typeof getLandingPageData>['questions'];

/** One unanswered question of each exam; the test screen and its code are loaded when the visitor presses the button. */
export function TryQuestion({ questions }: { questions: Questions }) {
  const [at, setAt] = useState(0);
  const question = questions[at] ?? questions[0];
  if (!question) return null;
  const { exam, subject, options, hindi } = question;
  const isInHindi = hindi !== undefined && spokenLanguage() === 'hi';
  const text = isInHindi ? hindi.text : question.text;
  return (
    <section className="landing-card" aria-label={i18n.t('Try five questions')}>
      <div className="landing-card-head">
        <h2>{i18n.t('Try five questions')}</h2>
        {questions.length > 1 && (
          <SegmentedControl
            aria-label={i18n.t('Exam')}
            value={String(at)}
            onChange={(value) => setAt(Number(value))}
            data={questions.map((each, place) => ({ value: String(place), label: each.exam }))}
          />
        )}
      </div>
      <p className="landing-place">
        <i style={{ background: subjectColor(subject) }} />
        {translated(subject)} <b className="landing-gain">{formatMarks(4)}</b> <b className="landing-loss">{formatMarks(-1)}</b>
      </p>
      <div className="landing-text">
        <Maths text={text} lang={isInHindi ? 'hi' : undefined} />
      </div>
      {options.length > 0 ? (
        <ol className="landing-options">
          {options.map((option, place) => (
            <li key={option}>
              <span>{place + 1}</span>
              <Maths text={option} />
            </li>
          ))}
        </ol>
      ) : (
        <p className="landing-numerical">{i18n.t('Numerical answer')}</p>
      )}
      <div className="landing-check">
        <span>{i18n.t('Five questions, then your level. No sign-in needed.')}</span>
        <ButtonLink to="/try" search={{ exam }} preload={false} variant="outline">
          {i18n.t('Answer on the test screen')}
        </ButtonLink>
      </div>
    </section>
  );
}
