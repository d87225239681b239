import cards from '../../../ui/card.module.css';
import { plural } from '../../../ui/format.ts';
import layoutStyles from '../../../ui/layout.module.css';
import { subjectColor } from '../../../ui/subject.ts';
import type { Progress } from './progress-words.ts';
import text from '../../../ui/text.module.css';
import classes from './ProgressPage.module.css';

const TEN = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

/** The level in each subject: how many of ten exam questions the student would solve. */
export function Levels({ levels }: { levels: Progress['levels'] }) {
  return (
    <section className={cards.card} aria-labelledby="levels">
      <h2 id="levels" className={`${text.s16} ${text.leadingText}`}>
        Your level
      </h2>
      <p className={`${text.soft} ${classes.finding}`}>
        From your first answer to each question of practice, and how hard the question was.
      </p>
      <ul className={layoutStyles.stack16}>
        {levels.map(({ subject, exam, solves_of_ten, answers_needed }) => (
          <li key={subject}>
            <p className={text.semibold}>{subject}</p>
            {solves_of_ten === null ? (
              <p className={`${text.soft} ${classes.soft}`}>{plural(answers_needed, 'more answer')} and your level is here.</p>
            ) : (
              <>
                <p className={`${text.soft} ${classes.soft}`}>
                  Solves <strong>{solves_of_ten} of 10</strong> questions of {exam} difficulty
                </p>
                <p className={`${layoutStyles.stack4} ${classes.pips}`} aria-hidden style={{ '--pip': subjectColor(subject) }}>
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
