import { IconFileUpload } from '@tabler/icons-react';
import { type DragEvent, useState } from 'react';
import { i18n } from '../../../platform/language.ts';
import classes from './AnswerFilePage.module.css';

const kilobytes = (bytes: number) => `${Math.max(1, Math.round(bytes / 1000))} kB`;

interface Props {
  file: File | null;
  isBusy: boolean;
  onFile: (file: File) => void;
}

/** Takes a file by drag and drop, by a press or by the keyboard. */
export function FilePlace({ file, isBusy, onFile }: Props) {
  const [isOver, setOver] = useState(false);

  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    const dropped = event.dataTransfer.files[0];
    if (dropped && !isBusy) onFile(dropped);
  }

  return (
    <div
      className={`${classes.place} border-2 border-dashed border-line-strong rounded-card text-accent hover:border-accent hover:bg-accent-soft data-over:border-accent data-over:bg-accent-soft`}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <label className="relative flex flex-col items-center justify-center gap-12 min-h-168 p-24 text-center cursor-pointer">
        <input
          type="file"
          className="unseen"
          disabled={isBusy}
          onChange={({ currentTarget }) => {
            const [chosen] = currentTarget.files ?? [];
            if (chosen) onFile(chosen);
            // Choosing the same file again counts as a choice.
            currentTarget.value = '';
          }}
        />
        <IconFileUpload size={28} aria-hidden />
        <span className="max-w-full font-semibold wrap-anywhere">
          {file ? file.name : i18n.t('Choose the file')}
          <span className="block text-14 font-regular text-ink-soft">
            {file ? i18n.t('{size} · choose another', { size: kilobytes(file.size) }) : i18n.t('or drop it here')}
          </span>
        </span>
      </label>
    </div>
  );
}
