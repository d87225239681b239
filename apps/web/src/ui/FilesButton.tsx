import { Button } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';

interface Props {
  /** The extensions that the dialog offers, as `accept` takes them. */
  accept: string;
  isLoading: boolean;
  onFiles: (files: File[]) => void;
  children: ReactNode;
}

/** A button that asks for one or more files. The same files can be chosen again. */
export function FilesButton({ accept, isLoading, onFiles, children }: Props) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={field}
        type="file"
        hidden
        multiple
        accept={accept}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          target.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
      <Button leftSection={<IconFileUpload size={18} aria-hidden />} loading={isLoading} onClick={() => field.current?.click()}>
        {children}
      </Button>
    </>
  );
}
