import { brand } from '@abhyas/contract/institute/brand';
import { getCandidate } from '@abhyas/contract/institute/candidates';
import { Button, Skeleton } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { i18n, named } from '../../../platform/language.ts';
import { useCall } from '../../../platform/queries.ts';
import { useUser } from '../../../platform/user.ts';
import { GeneralInstructions } from '../../../session/screen/GeneralInstructions.tsx';
import { KeyboardChoice } from '../../../session/screen/KeyboardChoice.tsx';
import { SectionTable } from '../../../session/screen/SectionTable.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { formatLongDuration, formatNumber } from '../../../ui/format.ts';
import forms from '../../../ui/forms.module.css';
import { Loaded } from '../../../ui/Loaded.tsx';
import { useMedia } from '../../../ui/useMedia.ts';
import classes from './ExamStart.module.css';
import type { Info, PaperSection } from './papers.queries.ts';

const titles = [/*i18n*/ 'Welcome', /*i18n*/ 'General instructions', /*i18n*/ 'Instructions of this test'] as const;

interface Props {
  info: Info;
  sections: readonly PaperSection[];
  isBusy: boolean;
  onReady: () => void;
  onClose: () => void;
}

/** The first minutes of the real exam: who sits here, general instructions, those of the test, and the declaration. No clock runs yet. */
export default function ExamStart({ info, sections, isBusy, onReady, onClose }: Props) {
  const [at, setAt] = useState(0);
  const [isAgreed, setAgreed] = useState(false);
  const [isMissed, setMissed] = useState(false);
  const isNarrow = useMedia('(max-width: 36em)');
  const tick = useRef<HTMLInputElement>(null);
  const heading = useRef<HTMLParagraphElement>(null);
  const part = useRef<HTMLDivElement>(null);
  const isTurned = useRef(false);
  // Each part is read out as a whole, and begins at its top: 'end' scrolls up as far as the dialog goes, also under its fixed title.
  useEffect(() => {
    if (!isTurned.current) return;
    part.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'end' });
  }, [at]);
  const turn = (next: number) => {
    isTurned.current = true;
    setAt(next);
  };
  const isLast = at === titles.length - 1;
  const goOn = () => {
    if (!isLast) return turn(at + 1);
    setMissed(!isAgreed);
    if (isAgreed) onReady();
    else tick.current?.focus();
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      title={i18n.t(titles[at] ?? titles[0])}
      size="min(840px, 100%)"
      fullScreen={isNarrow}
      closeOnClickOutside={false}
    >
      <p ref={heading} className="text-14 text-ink-soft">
        {i18n.t('{at} of {length}', { at: at + 1, length: titles.length })}
      </p>
      <div
        key={at}
        ref={part}
        className="min-h-260 mt-8"
        tabIndex={0}
        role="group"
        aria-label={i18n.t(titles[at] ?? titles[0])}
        data-autofocus
      >
        {at === 0 && <Welcome info={info} />}
        {at === 1 && <GeneralInstructions timeKind={info.time_kind} isExamExact />}
        {isLast && (
          <>
            <p className="leading-reading text-ink-soft">
              {i18n.t(
                '{name}: {question_count} questions, {test_duration}. There is no calculator; use rough paper. Numerical answers are entered with the keypad on the screen.',
                {
                  name: named(info.name),
                  question_count: formatNumber(info.question_count),
                  test_duration: formatLongDuration(info.test_duration),
                },
              )}
            </p>
            <SectionTable sections={sections} isNewNeetPattern={info.is_new_neet_pattern} />
            <KeyboardChoice />
            <label className={forms.tick}>
              <input
                ref={tick}
                type="checkbox"
                checked={isAgreed}
                aria-describedby={isMissed && !isAgreed ? 'declaration-missed' : undefined}
                onChange={({ currentTarget }) => setAgreed(currentTarget.checked)}
              />
              <span>
                {i18n.t('I have read and understood the instructions. I have with me nothing that the exam forbids, and I follow them.')}
              </span>
            </label>
            <p id="declaration-missed" className="text-14 text-incorrect" role="alert">
              {isMissed && !isAgreed ? i18n.t('Tick the declaration to begin.') : ''}
            </p>
          </>
        )}
      </div>
      <div className="flex items-center justify-between gap-12 mt-16">
        <Button variant="default" onClick={() => (at === 0 ? onClose() : turn(at - 1))}>
          {i18n.t('Back')}
        </Button>
        <Button onClick={goOn} loading={isBusy}>
          {isLast ? i18n.t('I am ready to begin') : i18n.t('Next')}
        </Button>
      </div>
    </Dialog>
  );
}

/** Name, roll number and photograph of the candidate, so that everybody sits at the right machine. */
function Welcome({ info }: { info: Info }) {
  const name = useUser()?.name ?? '';
  const candidate = useCall(getCandidate, {}, { staleTime: 0, ownFailures: true });
  const place = (
    <span className="grid place-items-center w-120 h-160 rounded-control bg-accent-soft text-44 text-accent object-cover" aria-hidden>
      {[...name][0]}
    </span>
  );
  return (
    <div className="flex flex-wrap gap-24">
      <Loaded query={candidate} skeleton={<Skeleton width={120} height={160} radius="md" />} failure={() => place}>
        {({ photo_url }) =>
          photo_url ? (
            <img
              src={photo_url}
              alt={i18n.t('Photograph of {name}', { name })}
              className="w-120 h-160 rounded-control text-44 object-cover"
            />
          ) : (
            place
          )
        }
      </Loaded>
      <div className="flex-1 min-w-0">
        <dl className={classes.facts}>
          <dt>{i18n.t('Name of the candidate')}</dt>
          <dd className="text-20 leading-heading font-bold">{name}</dd>
          <dt>{i18n.t('Roll number')}</dt>
          <dd className="tabular">
            {candidate.data
              ? (candidate.data.roll_number ?? i18n.t('None'))
              : candidate.isError
                ? i18n.t('Could not be loaded. It changes nothing in the test.')
                : '…'}
          </dd>
          <dt>{i18n.t('Test')}</dt>
          <dd>{named(info.name)}</dd>
          <dt>{i18n.t('Duration')}</dt>
          <dd>{formatLongDuration(info.test_duration)}</dd>
        </dl>
        <p className="mt-16 leading-reading text-ink-soft">
          {info.is_institute_test
            ? i18n.t('If this is not you, do not go on: call your invigilator.')
            : i18n.t('This is how the first minutes of the exam look. If this is not you, sign out of {name} first.', { name: brand.name })}
        </p>
        {candidate.data?.can_have_photo && candidate.data.photo_url === null && (
          <p className="text-14 text-ink-soft">
            {i18n.t('You can add a photograph under My Account. Only you and your institute see it.')}
          </p>
        )}
      </div>
    </div>
  );
}
