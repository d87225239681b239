import { Button } from '@mantine/core';
import { i18n } from '../../../platform/language.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { useState } from 'react';
import { PaletteLegend } from '../../../session/screen/PaletteLegend.tsx';

/** The step without a sentence shows the legend of the palette. */
const steps: readonly { title: string; sentence: string | null }[] = [
  {
    title: /*i18n*/ 'The question',
    sentence:
      /*i18n*/ 'Choose an option, or enter a number with the keypad on the screen. The marks for right and wrong are beside its number.',
  },
  {
    title: /*i18n*/ 'Below it, what you do next',
    sentence: /*i18n*/ 'Save & Next goes on. Mark for review & Next goes on and flags the question. Clear response takes your answer away.',
  },
  { title: /*i18n*/ 'The palette', sentence: null },
  {
    title: /*i18n*/ 'Time and saving',
    sentence:
      /*i18n*/ 'The time left is at the top right; beside the name you see whether your answers are saved. The logo, or End Test, ends or leaves the test, and asks first.',
  },
];

/** Four steps before the first test. The clock does not run yet. */
export default function TourDialog({ onDone, onClose }: { onDone: () => void; onClose: () => void }) {
  const [at, setAt] = useState(0);
  const step = steps[at];
  const isLast = at === steps.length - 1;
  return (
    <Dialog opened onClose={onClose} title={i18n.t('Before your first test')} size={480}>
      <p className="text-14 text-ink-soft">{i18n.t('{at} of {length}', { at: at + 1, length: steps.length })}</p>
      <div className="min-h-208 mt-8 leading-reading" aria-live="polite">
        <h3 className="mb-12 text-20">{step && i18n.t(step.title)}</h3>
        <div>{step?.sentence ? i18n.t(step.sentence) : <PaletteLegend />}</div>
      </div>
      <div className="flex flex-wrap justify-between gap-12 mt-16">
        <Button variant="subtle" onClick={onDone}>
          {i18n.t('Skip and begin')}
        </Button>
        <Button onClick={() => (isLast ? onDone() : setAt(at + 1))} data-autofocus>
          {isLast ? i18n.t('Begin the test') : i18n.t('Next')}
        </Button>
      </div>
    </Dialog>
  );
}
