import { Trans } from '@lingui/react';
import { i18n } from '../../../platform/language.ts';
import cards from '../../../ui/card.module.css';

import { subjectColor } from '../../../ui/subject.ts';
import type { Progress } from './progress-words.ts';
import classes from './ProgressPage.module.css';

const TEN = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

/** The level in each subject: how many of ten exam questions the student would solve. */
export function Levels({ levels }: { levels: Progress['levels'] }) {
  return (
    <section className={cards.card} aria-labelledby="levels">
      <h2 id="levels" className="text-16 leading-text">
        {i18n.t('Your level')}
      </h2>
      <p className="mt-4 mb-16 text-14 text-ink-soft">
        {i18n.t('From your first answer to each question of practice, and how hard the question was.')}
      </p>
      <ul className="grid gap-16">
        {levels.map(({ subject, exam, solves_of_ten, answers_needed }) => (
          <li key={subject}>
            <p className="font-semibold">{i18n.t(subject)}</p>
            {solves_of_ten === null ? (
              <p className={`text-14 text-ink-soft ${classes.soft}`}>
                {i18n.t('{answers_needed, plural, one {# more answer} other {# more answers}} and your level is here.', { answers_needed })}
              </p>
            ) : (
              <>
                <p className={`text-14 text-ink-soft ${classes.soft}`}>
                  <Trans
                    id="Solves <0>{solves_of_ten} of 10</0> questions of {exam} difficulty"
                    components={{ 0: <strong /> }}
                    values={{ solves_of_ten, exam }}
                  />
                </p>
                <p
                  className={`grid grid-cols-[repeat(10,1fr)] gap-4 max-w-320 mt-8 ${classes.pips}`}
                  aria-hidden
                  style={{ '--pip': subjectColor(subject) }}
                >
                  {TEN.map((place) => (
                    <span key={place} data-full={place <= solves_of_ten || undefined} />
                  ))}
                </p>
              </>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
