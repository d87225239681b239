import { IconFileUpload } from '@tabler/icons-react';
import { type DragEvent, useState } from 'react';
import classes from './AnswerFilePage.module.css';

const kilobytes = (bytes: number) => `${Math.max(1, Math.round(bytes / 1000))} kB`;

interface Props {
  file: File | null;
  isBusy: boolean;
  onFile: (file: File) => void;
}

/** Where a file is dropped, or chosen by a press or by the keyboard. */
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
      className={classes.place}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <label className={classes.choice}>
        <input
          type="file"
          className={classes.input}
          disabled={isBusy}
          onChange={({ currentTarget }) => {
            const [chosen] = currentTarget.files ?? [];
            if (chosen) onFile(chosen);
            // The same file chosen again is a choice too.
            currentTarget.value = '';
          }}
        />
        <IconFileUpload size={28} aria-hidden />
        <span className={classes.name}>
          {file ? file.name : 'Choose the file'}
          <span className={classes.hint}>{file ? `${kilobytes(file.size)} · choose another` : 'or drop it here'}</span>
        </span>
      </label>
    </div>
  );
}
