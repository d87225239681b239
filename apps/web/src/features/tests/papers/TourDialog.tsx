import { Button } from '@mantine/core';
import { Dialog } from '../../../ui/Dialog.tsx';
import { type ReactNode, useState } from 'react';
import { PaletteLegend } from '../../../session/screen/PaletteLegend.tsx';
import classes from './TourDialog.module.css';
import layoutStyles from '../../../ui/layout.module.css';
import textStyles from '../../../ui/text.module.css';

const steps: readonly { title: string; content: ReactNode }[] = [
  {
    title: 'The question',
    content: 'Choose an option, or enter a number with the keypad on the screen. The marks for right and wrong are beside its number.',
  },
  {
    title: 'Below it, what you do next',
    content: 'Save & Next goes on. Mark for review & Next goes on and flags the question. Clear response takes your answer away.',
  },
  { title: 'The palette', content: <PaletteLegend /> },
  {
    title: 'Time and saving',
    content:
      'The time left is at the top right; beside the name you see whether your answers are saved. The logo, or End Test, ends or leaves the test, and asks first.',
  },
];

/** Four steps before the first test. The clock does not run yet. */
export default function TourDialog({ onDone, onClose }: { onDone: () => void; onClose: () => void }) {
  const [at, setAt] = useState(0);
  const step = steps[at];
  const isLast = at === steps.length - 1;
  return (
    <Dialog opened onClose={onClose} title="Before your first test" size={480}>
      <p className={textStyles.soft}>
        {at + 1} of {steps.length}
      </p>
      <div className={classes.step} aria-live="polite">
        <h3 className={classes.title}>{step?.title}</h3>
        <div>{step?.content}</div>
      </div>
      <div className={`${layoutStyles.cluster12} ${classes.actions}`}>
        <Button variant="subtle" onClick={onDone}>
          Skip and begin
        </Button>
        <Button onClick={() => (isLast ? onDone() : setAt(at + 1))} data-autofocus>
          {isLast ? 'Begin the test' : 'Next'}
        </Button>
      </div>
    </Dialog>
  );
}
