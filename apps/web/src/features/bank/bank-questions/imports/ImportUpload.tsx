import {
  beginImportUpload,
  createQuestionImport,
  getImportTemplate,
  getQuestionImports,
  type ImportDefaults,
} from '@abhyas/contract/bank/question-imports';
import type { Answer, Value } from '@abhyas/contract/endpoint';
import { endOf } from '@abhyas/exam/institute/cut-text';
import { extensionOf, importExtensions, MOST_IMPORT_BYTES } from '@abhyas/exam/institute/file-kinds';
import { Button } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../../../platform/call.ts';
import { messageOf } from '../../../../platform/failure.ts';
import { queryClient } from '../../../../platform/queries.ts';
import { uploadFile } from '../../../../platform/upload.ts';
import card from '../../../../ui/card.module.css';
import { FileField } from '../../../../ui/FileField.tsx';
import { FormDialog } from '../../../../ui/FormDialog.tsx';
import { formatDate, plural } from '../../../../ui/format.ts';
import forms from '../../../../ui/forms.module.css';
import { DifficultyAndUse } from '../DifficultyAndUse.tsx';

const templateOf = (kind: 'csv' | 'xlsx') => `/api${getImportTemplate.path}?kind=${kind}`;

type Earlier = NonNullable<Answer<typeof createQuestionImport>['earlier']>;

const takenExtension = (name: string) => importExtensions.find((one) => one === extensionOf(name));

/** Why a file cannot be imported, as a sentence; null if it can be tried. */
function faultOf({ name, size }: File): string | null {
  if (extensionOf(name) === 'doc') return 'Save this document as .docx: older Word files cannot be read.';
  if (extensionOf(name) === 'xls') return 'Save this workbook as .xlsx: older Excel files cannot be read.';
  if (!takenExtension(name)) return `Choose a file of one of these kinds: ${importExtensions.join(', ')}.`;
  if (size > MOST_IMPORT_BYTES) return 'A file may have 200 MB at most. Split it.';
  return size === 0 ? 'This file is empty.' : null;
}

/** Takes a file of questions, chosen or dropped, and begins its import. */
export function ImportUpload() {
  const navigate = useNavigate();
  const [defaults, setDefaults] = useState<Value<typeof ImportDefaults>>({ difficulty: 3, for: 'paper' });
  const [file, setFile] = useState<File | null>(null);
  const [percent, setPercent] = useState<number | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [earlier, setEarlier] = useState<{ file_url: string; earlier: Earlier } | null>(null);
  const [isOver, setOver] = useState(false);
  const cancel = useRef<AbortController | null>(null);
  const create = async (file_url: string, is_again: boolean) => {
    const begun = await call(createQuestionImport, { file_url, defaults, is_again });
    void queryClient.invalidateQueries({ queryKey: [getQuestionImports.route] });
    if (begun.id !== null) return navigate({ to: '/staff/import/$id', params: { id: String(begun.id) } });
    return setEarlier(begun.earlier && { file_url, earlier: begun.earlier });
  };
  const send = async (chosen: File) => {
    const file_extension = takenExtension(chosen.name);
    const wrong = faultOf(chosen);
    setFile(chosen);
    setFault(wrong);
    if (wrong !== null || !file_extension) return;
    cancel.current = new AbortController();
    const { signal } = cancel.current;
    setPercent(0);
    try {
      const begin = (bytes: number) => call(beginImportUpload, { file_extension, file_name: endOf(chosen.name, 200), bytes }, { signal });
      const onProgress = (sent: number, all: number) => setPercent(Math.floor((100 * sent) / all));
      await create(await uploadFile(chosen, { begin }, { onProgress, signal }), false);
    } catch (failure) {
      setFault(signal.aborted ? null : messageOf(failure));
      if (signal.aborted) setFile(null);
    } finally {
      setPercent(null);
    }
  };
  const take = useRef((_file: File): void => undefined);
  useEffect(() => {
    take.current = (chosen) => {
      if (percent === null) void send(chosen);
    };
  });
  // A file may be dropped anywhere on the page; elsewhere the browser would open it in place of the page.
  useEffect(() => {
    const over = (event: DragEvent) => {
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      const [dropped] = event.dataTransfer?.files ?? [];
      if (dropped) take.current(dropped);
    };
    document.addEventListener('dragover', over);
    document.addEventListener('dragleave', leave);
    document.addEventListener('drop', drop);
    return () => {
      document.removeEventListener('dragover', over);
      document.removeEventListener('dragleave', leave);
      document.removeEventListener('drop', drop);
    };
  }, []);
  return (
    <section
      className={`${card.card} grid gap-16 data-over:border-accent data-over:bg-accent-soft`}
      aria-labelledby="upload"
      data-over={isOver || undefined}
    >
      <div className="grid gap-4">
        <h2 id="upload">Import a file</h2>
        <p className="text-14 leading-reading text-ink-soft">
          A Word document with numbered questions, an Excel or CSV sheet, Moodle XML, GIFT, Aiken, QTI, Markdown, or an export of this bank,
          up to 200 MB. Nothing enters the bank before you have seen every question. Begin with an empty table:{' '}
          <a className="font-semibold text-accent no-underline" href={templateOf('xlsx')} download>
            Excel
          </a>{' '}
          or{' '}
          <a className="font-semibold text-accent no-underline" href={templateOf('csv')} download>
            CSV
          </a>
          .
        </p>
      </div>
      <div className={`${forms.fields} grid grid-cols-[repeat(auto-fit,minmax(220px,1fr))] gap-16`}>
        <DifficultyAndUse of={defaults} onChange={(change) => setDefaults({ ...defaults, ...change })} />
      </div>
      <FileField
        label="Choose a file, or drop it here"
        file={file}
        percent={percent}
        fault={fault}
        onChoose={(chosen) => void send(chosen)}
      />
      {percent !== null && (
        <div className="flex items-center gap-12">
          <span role="status" className="text-14 text-ink-soft">
            {percent}% sent
          </span>
          <Button variant="default" onClick={() => cancel.current?.abort(new DOMException('Cancelled', 'AbortError'))}>
            Cancel
          </Button>
        </div>
      )}
      {earlier && (
        <FormDialog
          title="This file was imported before"
          onClose={() => setEarlier(null)}
          actions={
            <Button
              onClick={() => {
                setEarlier(null);
                create(earlier.file_url, true).catch((failure: unknown) => setFault(messageOf(failure)));
              }}
            >
              Import it again
            </Button>
          }
        >
          <p className="text-14 leading-reading text-ink-soft">
            Your institute imported the same file on {formatDate(earlier.earlier.made_at)}, as{' '}
            <Link className="font-semibold text-accent no-underline" to="/staff/import/$id" params={{ id: String(earlier.earlier.id) }}>
              {earlier.earlier.file_name}
            </Link>
            {earlier.earlier.made_count > 0 && `; ${plural(earlier.earlier.made_count, 'question is', 'questions are')} in the bank`}.
          </p>
        </FormDialog>
      )}
    </section>
  );
}
