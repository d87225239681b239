import cards from '../../../ui/card.module.css';
import { plural } from '../../../ui/format.ts';
import { subjectColor } from '../../../ui/subject.ts';
import type { Progress } from './progress-words.ts';
import classes from './ProgressPage.module.css';

const TEN = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

/** The level in each subject, as what it means: of ten questions of an exam, how many are solved. */
export function Levels({ levels }: { levels: Progress['levels'] }) {
  return (
    <section className={cards.card} aria-labelledby="levels">
      <h2 id="levels" className={classes.heading}>
        Your level
      </h2>
      <p className={classes.finding}>From your first answer to each question of practice, and how hard the question was.</p>
      <ul className={classes.levels}>
        {levels.map(({ subject, exam, solves_of_ten, answers_needed }) => (
          <li key={subject}>
            <p className={classes.levelName}>{subject}</p>
            {solves_of_ten === null ? (
              <p className={classes.soft}>{plural(answers_needed, 'more answer')} and your level is here.</p>
            ) : (
              <>
                <p className={classes.soft}>
                  Solves <strong>{solves_of_ten} of 10</strong> questions of {exam} difficulty
                </p>
                <p className={classes.pips} aria-hidden style={{ '--pip': subjectColor(subject) }}>
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
