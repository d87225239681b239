import { extensionOf } from '@abhyas/exam/institute/file-kinds';
import { Button } from '@mantine/core';
import { IconFile } from '@tabler/icons-react';
import { useId, useRef } from 'react';
import { Bar } from './Bar.tsx';
import classes from './FileField.module.css';
import { FileIcon } from './FileIcon.tsx';
import { formatBytes } from './format.ts';

interface Props {
  label: string;
  file: File | null;
  onChoose: (file: File) => void;
  /** Whole percent while it is being sent. */
  percent?: number | null;
  fault?: string | null;
}

/** Chooses one file and shows it, and how much of it was sent. */
export function FileField({ label, file, onChoose, percent = null, fault = null }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  return (
    <div className={classes.root} role="group" aria-labelledby={id}>
      <span id={id} className={classes.label}>
        {label}
      </span>
      <input
        ref={field}
        type="file"
        hidden
        onChange={({ target }) => {
          const [chosen] = target.files ?? [];
          if (chosen) onChoose(chosen);
          target.value = '';
        }}
      />
      <div className={classes.line}>
        {file && (
          <span className={classes.file}>
            <FileIcon extension={extensionOf(file.name)} />
            <span>
              {file.name} <span className={classes.soft}>{formatBytes(file.size)}</span>
            </span>
          </span>
        )}
        <Button variant="default" leftSection={<IconFile size={18} />} disabled={percent !== null} onClick={() => field.current?.click()}>
          {file ? 'Another file' : 'Choose a file'}
        </Button>
      </div>
      {percent !== null && <Bar value={percent} color="var(--accent-fill)" label="Sent" />}
      {fault && (
        <p role="alert" className={classes.fault}>
          {fault}
        </p>
      )}
    </div>
  );
}
