import type { BankFigure } from '@abhyas/contract/bank/bank-content';
import { Button } from '@mantine/core';
import { IconPhotoPlus } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { messageOf } from '../../../platform/failure.ts';
import { AlertLine } from '../../../ui/AlertLine.tsx';
import forms from '../../../ui/forms.module.css';
import classes from './Bank.module.css';
import { pictureIn, uploadPicture } from './picture-upload.ts';
import { Faults } from './SourceField.tsx';

interface PictureFieldProps {
  label: string;
  figure: BankFigure | null;
  faults: readonly string[];
  onChange: (figure: BankFigure | null) => void;
}

/** The sizes that the editor offers. The key 0 has the same size as 2, and occurs in imported questions. */
const sizes: readonly [BankFigure['size'], string][] = [
  [1, 'Small'],
  [2, 'Medium'],
  [3, 'Large'],
];

/** Uploads a picture and gives it to a field. Returns what the field shows meanwhile. */
export function usePicture(onChange: (figure: BankFigure) => void) {
  const [isSending, setSending] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const add = async (file: File) => {
    setSending(true);
    setFault(null);
    try {
      onChange(await uploadPicture(file));
    } catch (error) {
      setFault(error instanceof DOMException ? 'The browser cannot read this picture. Choose another one.' : messageOf(error));
    } finally {
      setSending(false);
    }
  };
  return { add: (file: File) => void add(file), isSending, fault };
}

/** A picture with its description and size: chosen, pasted or dropped. */
export function PictureField({ label, figure, faults, onChange }: PictureFieldProps) {
  const { add, isSending, fault } = usePicture(onChange);
  const id = useId();
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a picture can also be chosen by the button
    <div
      className="flex flex-wrap gap-12"
      role="group"
      aria-label={label}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        const file = pictureIn(event.dataTransfer);
        if (file) add(file);
      }}
      onPaste={(event) => {
        const file = pictureIn(event.clipboardData);
        if (file) add(file);
      }}
    >
      {figure && (
        <img
          src={`/api/pictures/${figure.hash}`}
          alt={figure.alt}
          className="max-w-160 max-h-120 border border-line rounded-control bg-white object-contain"
        />
      )}
      <div className="grid gap-8">
        <div className="flex flex-wrap gap-8">
          <Button component="label" htmlFor={id} variant="subtle" loading={isSending} leftSection={<IconPhotoPlus size={18} aria-hidden />}>
            {figure ? 'Change the picture' : 'Add a picture'}
          </Button>
          <input
            id={id}
            className="absolute size-1 [clip-path:inset(50%)]"
            type="file"
            accept="image/png,image/jpeg,image/webp,image/svg+xml"
            aria-label={label}
            onChange={(event) => {
              const file = event.currentTarget.files?.[0];
              if (file) add(file);
              event.currentTarget.value = '';
            }}
          />
          {figure && (
            <Button variant="subtle" onClick={() => onChange(null)} aria-label={`Remove: ${label}`}>
              Remove
            </Button>
          )}
        </div>
        {figure && (
          <div className={`${forms.fields} grid grid-cols-[repeat(auto-fit,minmax(220px,1fr))] gap-16`}>
            <label className="grid gap-4 text-14 font-medium">
              What it shows, in words
              <input
                className={classes.input}
                value={figure.alt}
                maxLength={600}
                aria-invalid={faults.length > 0 || undefined}
                onChange={(event) => onChange({ ...figure, alt: event.currentTarget.value })}
              />
            </label>
            <label className="grid gap-4 text-14 font-medium">
              Size
              <select
                className={forms.select}
                value={figure.size}
                onChange={(event) => onChange({ ...figure, size: Number(event.currentTarget.value) as BankFigure['size'] })}
              >
                {figure.size === 0 && <option value={0}>Medium</option>}
                {sizes.map(([size, words]) => (
                  <option key={words} value={size}>
                    {words}
                  </option>
                ))}
              </select>
            </label>
          </div>
        )}
        <Faults faults={faults} />
        {fault && <AlertLine>{fault}</AlertLine>}
      </div>
    </div>
  );
}
