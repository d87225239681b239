import type { TestInfo } from '@abhyas/contract/tests/papers';
import type { Value } from '@abhyas/contract/endpoint';
import { i18n } from '../../platform/language.ts';
import card from '../../ui/card.module.css';
import classes from './GeneralInstructions.module.css';
import { PaletteLegend } from './PaletteLegend.tsx';
import { testKeys } from './test-keys.ts';

const clockText = {
  wall_clock:
    /*i18n*/ 'The clock runs from Begin to the end, also while the test is closed. You can come back to it until the time is up; at zero it is submitted by itself.',
  session_time:
    /*i18n*/ 'The clock runs only while the test is open. Close it whenever you like: a pause costs no time, and Continue opens it where you left. At zero it is submitted by itself.',
} as const;

const savingWords = {
  usual:
    /*i18n*/ 'An answer counts as soon as you choose it; Save & Next only moves on. On the screen of the real exam it counts only after Save & Next or Mark for Review & Next.',
  examExact:
    /*i18n*/ 'As in the real exam, an answer counts only after Save & Next or Mark for Review & Next. Moving to another question in any other way drops what was not saved, and so does the end of the time.',
} as const;

interface GeneralInstructionsProps {
  timeKind: Value<typeof TestInfo>['time_kind'];
  isExamExact: boolean;
}

/** How a test works, in our own words. The text is the same for every paper. */
export function GeneralInstructions({ timeKind, isExamExact }: GeneralInstructionsProps) {
  return (
    <section className="mt-32 mb-40" aria-labelledby="general">
      <h2 id="general" className="mb-16">
        {i18n.t('How the test works')}
      </h2>
      <div className={`${card.card} leading-reading`}>
        <ul className="grid gap-8 max-w-[68ch] pl-20 list-disc">
          <li>{i18n.t(clockText[timeKind ?? 'session_time'])}</li>
          <li>{i18n.t(savingWords[isExamExact ? 'examExact' : 'usual'])}</li>
          <li>{i18n.t('You can answer, change and clear in any order, and move between subjects at any time, until you end the test.')}</li>
          <li>{i18n.t('A question that is marked for review and answered counts like any other answer.')}</li>
          <li>
            {i18n.t(
              'Every answer is kept on this device at once and sent to the server. If the network goes, carry on: the screen tells you what is not yet sent.',
            )}
          </li>
          <li>{i18n.t('End Test shows what is answered, marked and left, and asks before it submits.')}</li>
        </ul>
        <h3 className="mt-32 mb-16">{i18n.t('The question palette')}</h3>
        <PaletteLegend />
        <h3 className="mt-32 mb-16">{i18n.t('Keys')}</h3>
        {isExamExact ? (
          <p>
            {i18n.t(
              'As in the real exam the keyboard is off: choose with the mouse or a finger, and enter numbers with the keypad on the screen. If you work with the keyboard or a screen reader, say so before the test; then Tab, the arrows, Enter and Space work on what is in focus.',
            )}
          </p>
        ) : (
          <dl className={classes.keys}>
            {testKeys.map(({ names, meaning }) => (
              <div key={meaning}>
                <dt>
                  {names.map((name) => (
                    <kbd key={name}>{name}</kbd>
                  ))}
                </dt>
                <dd>{i18n.t(meaning)}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
    </section>
  );
}
