import { testKeys } from '../../session/screen/test-keys.ts';
import card from '../../ui/card.module.css';
import type { Info } from './papers.queries.ts';
import { PaletteLegend } from './PaletteLegend.tsx';
import classes from './TestInstructionPage.module.css';

const clockText = {
  wall_clock: 'The clock runs from Begin to the end, also while the test is closed. At zero the test is submitted by itself.',
  session_time: 'The clock runs while the test is open. You can close it and continue later. At zero the test is submitted by itself.',
} as const;

/** How a test works, in our words: the same for every paper. */
export function GeneralInstructions({ timeKind }: { timeKind: Info['time_kind'] }) {
  return (
    <section className={classes.part} aria-labelledby="general">
      <h2 id="general" className={classes.heading}>
        How the test works
      </h2>
      <div className={`${card.card} ${classes.general}`}>
        <ul className={classes.rules}>
          <li>{clockText[timeKind ?? 'session_time']}</li>
          <li>An answer counts as soon as you choose it. Save &amp; Next only moves on.</li>
          <li>You can answer, change and clear in any order, and move between subjects at any time, until you end the test.</li>
          <li>A question that is marked for review and answered counts like any other answer.</li>
          <li>
            Every answer is kept on this device at once and sent to the server. If the network goes, carry on: the screen tells you what is
            not yet sent.
          </li>
          <li>End Test shows what is answered, marked and left, and asks before it submits.</li>
        </ul>
        <h3 className={classes.subheading}>The question palette</h3>
        <PaletteLegend />
        <h3 className={classes.subheading}>Keys</h3>
        <dl className={classes.keys}>
          {testKeys.map(({ names, meaning }) => (
            <div key={meaning}>
              <dt>
                {names.map((name) => (
                  <kbd key={name}>{name}</kbd>
                ))}
              </dt>
              <dd>{meaning}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}
