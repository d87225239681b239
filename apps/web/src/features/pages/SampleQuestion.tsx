import { useState } from 'react';
import { Maths } from '../../question/Maths.tsx';
import buttons from '../../ui/buttons.module.css';
import card from '../../ui/card.module.css';
import classes from './SampleQuestion.module.css';

const text =
  'A uniform solid sphere of mass \\(M\\) and radius \\(R\\) rolls without slipping down an incline of angle \\(\\theta = 30^\\circ\\). With \\(I = \\frac{2}{5}MR^2\\) about its diameter, the acceleration of its centre is';

const options = ['\\(\\dfrac{g}{2}\\)', '\\(\\dfrac{5g}{14}\\)', '\\(\\dfrac{2g}{7}\\)', '\\(\\dfrac{g}{3}\\)'] as const;
const RIGHT = 1;

const solution = `Friction \\(f\\) up the incline turns the sphere, gravity pulls it down:

\\[Mg\\sin\\theta - f = Ma,\\]

\\[fR = \\tfrac{2}{5}MR^2\\cdot\\frac{a}{R}.\\]

So \\(f = \\tfrac{2}{5}Ma\\) and \\(Mg\\sin\\theta = \\tfrac{7}{5}Ma\\), and

\\[a = \\frac{5}{7}\\,g\\sin 30^\\circ = \\frac{5g}{14}.\\]`;

/** A question as JEE asks it, to answer here and now; then its solution. */
export function SampleQuestion() {
  const [chosen, setChosen] = useState<number | null>(null);
  const [isSolutionAsked, setSolutionAsked] = useState(false);
  const isRevealed = chosen !== null || isSolutionAsked;
  return (
    <section className={classes.root} aria-labelledby="sample">
      <h2 id="sample" className={classes.heading}>
        Try a JEE Main question
      </h2>
      <div className={card.card}>
        <p className={classes.place}>Physics · Rotational motion</p>
        <Maths text={text} className={classes.text ?? ''} />
        <div className={classes.options} role="group" aria-label="Options">
          {options.map((option, at) => (
            <button
              key={option}
              type="button"
              className={classes.option}
              aria-pressed={chosen === at}
              data-result={!isRevealed ? undefined : at === RIGHT ? 'right' : chosen === at ? 'wrong' : undefined}
              onClick={() => setChosen(at)}
            >
              <b>{at + 1}</b>
              <Maths text={option} />
            </button>
          ))}
        </div>
        <div role="status">
          {chosen !== null && (
            <p className={classes.verdict}>{chosen === RIGHT ? 'Correct, +4.' : `Incorrect, −1. The answer is option ${RIGHT + 1}.`}</p>
          )}
        </div>
        {!isRevealed ? (
          <button type="button" className={buttons.fold} onClick={() => setSolutionAsked(true)}>
            Show the solution
          </button>
        ) : (
          <div className={classes.solution}>
            <h3 className={classes.subheading}>Solution</h3>
            <Maths text={solution} />
          </div>
        )}
      </div>
    </section>
  );
}
