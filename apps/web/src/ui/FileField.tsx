import { i18n } from '../platform/language.ts';
import { extensionOf } from '@abhyas/exam/institute/file-kinds';
import { Button } from '@mantine/core';
import { IconFile } from '@tabler/icons-react';
import { useId, useRef } from 'react';
import { Bar } from './Bar.tsx';
import { FileIcon } from './FileIcon.tsx';
import { formatBytes } from './format.ts';

interface Props {
  label: string;
  file: File | null;
  onChoose: (file: File) => void;
  /** Whole percent while the file is being sent. */
  percent?: number | null;
  fault?: string | null;
}

/** A field to choose one file. Shows the file, and how much of it was sent. */
export function FileField({ label, file, onChoose, percent = null, fault = null }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  return (
    <div className="grid gap-8" role="group" aria-labelledby={id}>
      <span id={id} className="text-14 font-medium">
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
      <div className="flex flex-wrap items-center gap-x-16 gap-y-8">
        {file && (
          <span className="flex flex-[1_1_200px] items-center gap-8 min-w-0 wrap-anywhere">
            <FileIcon extension={extensionOf(file.name)} />
            <span>
              {file.name} <span className="text-14 text-ink-soft">{formatBytes(file.size)}</span>
            </span>
          </span>
        )}
        <Button variant="default" leftSection={<IconFile size={18} />} disabled={percent !== null} onClick={() => field.current?.click()}>
          {file ? i18n.t('Another file') : i18n.t('Choose a file')}
        </Button>
      </div>
      {percent !== null && <Bar value={percent} color="var(--accent-fill)" label={i18n.t('Sent')} />}
      {fault && (
        <p role="alert" className="font-medium text-incorrect">
          {fault}
        </p>
      )}
    </div>
  );
}
