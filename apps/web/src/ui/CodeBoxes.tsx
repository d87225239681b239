import { PinInput } from '@mantine/core';
import { i18n } from '../platform/language.ts';
import classes from './CodeBoxes.module.css';
import { CODE_LENGTH } from './code-length.ts';

export interface CodeBoxesProps {
  value: string;
  onChange: (code: string) => void;
  /** Called when the sixth digit is entered. */
  onComplete: (code: string) => void;
  isBusy: boolean;
  isWrong: boolean;
}

/** Six boxes for a code of six digits; the first has the focus. A new `key` empties the boxes and focuses the first again. */
export default function CodeBoxes({ value, onChange, onComplete, isBusy, isWrong }: CodeBoxesProps) {
  return (
    <PinInput
      value={value}
      onChange={onChange}
      onComplete={onComplete}
      length={CODE_LENGTH}
      type="number"
      inputType="text"
      inputMode="numeric"
      placeholder=""
      size="lg"
      gap={8}
      autoFocus
      readOnly={isBusy}
      error={isWrong}
      classNames={{ root: classes.root ?? '', pinInput: 'w-full', input: 'w-full h-56 p-0 text-center text-20 font-semibold' }}
      // A dialog focuses the element with this attribute or, without one, its close button.
      getInputProps={(index) => ({
        'aria-label': i18n.t('Digit {place} of {length}', { place: index + 1, length: CODE_LENGTH }),
        'data-autofocus': index === 0 || undefined,
      })}
    />
  );
}
