import {
  deleteQuestionImport,
  type getQuestionImport,
  getQuestionImports,
  importFormats,
  readImportAgain,
  setImportDefaults,
} from '@abhyas/contract/bank/question-imports';
import type { Answer } from '@abhyas/contract/endpoint';
import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { messageOf } from '../../../../platform/failure.ts';
import { queryClient, useSend } from '../../../../platform/queries.ts';
import { AlertLine } from '../../../../ui/AlertLine.tsx';
import { FormDialog } from '../../../../ui/FormDialog.tsx';
import { plural } from '../../../../ui/format.ts';
import forms from '../../../../ui/forms.module.css';
import { toast } from '../../../../ui/toasts.ts';
import { DifficultyAndUse } from '../DifficultyAndUse.tsx';
import { formatWords } from './import-words.ts';

interface Props {
  of: Answer<typeof getQuestionImport>;
  onDone: () => void;
}

/** The format, the defaults and the deletion of an import. */
export function ImportSettings({ of, onDone }: Props) {
  const { id, state, format, has_file, counts } = of;
  const navigate = useNavigate();
  const [open, setOpen] = useState<'format' | 'defaults' | 'delete' | null>(null);
  const [chosen, setChosen] = useState(format ?? 'docx');
  const [defaults, setDefaults] = useState(of.defaults);
  const read = useSend(readImportAgain, { ownFailures: true });
  const set = useSend(setImportDefaults, { ownFailures: true });
  const remove = useSend(deleteQuestionImport, { ownFailures: true });
  const close = () => setOpen(null);
  const done = () => {
    close();
    onDone();
  };
  const drop = async () => {
    await remove.mutateAsync({ id });
    void queryClient.invalidateQueries({ queryKey: [getQuestionImports.route] });
    void navigate({ to: '/staff/import', search: {} });
  };
  return (
    <div className="flex flex-wrap gap-8">
      {has_file && counts.made === 0 && (
        <Button variant="default" onClick={() => setOpen('format')}>
          {state === 'failed' ? 'Choose its format' : 'Another format'}
        </Button>
      )}
      {state === 'ready' && counts.good + counts.faulty > 0 && (
        <Button variant="default" onClick={() => setOpen('defaults')}>
          Difficulty and use
        </Button>
      )}
      <Button variant="default" onClick={() => setOpen('delete')}>
        Delete
      </Button>
      {open === 'format' && (
        <FormDialog
          title="Read the file again"
          onClose={close}
          isBusy={read.isPending}
          failure={read.error && messageOf(read.error)}
          actions={
            <Button loading={read.isPending} onClick={() => read.mutate({ id, format: chosen }, { onSuccess: done })}>
              Read it again
            </Button>
          }
        >
          <label className="grid gap-4 text-14 font-medium">
            Format of the file
            <select className={forms.select} value={chosen} onChange={(event) => setChosen(event.currentTarget.value as typeof chosen)}>
              {importFormats.map((one) => (
                <option key={one} value={one}>
                  {formatWords[one]}
                </option>
              ))}
            </select>
          </label>
          <p className="text-14 leading-reading text-ink-soft">
            The questions are read from the beginning: what you have mended in this import is lost.
          </p>
        </FormDialog>
      )}
      {open === 'defaults' && (
        <FormDialog
          title="Difficulty and use"
          onClose={close}
          isBusy={set.isPending}
          failure={set.error && messageOf(set.error)}
          actions={
            <Button
              loading={set.isPending}
              onClick={() =>
                set.mutate(
                  { id, defaults },
                  {
                    onSuccess: ({ row_count }) => {
                      toast.success(`${plural(row_count, 'question')} changed.`);
                      done();
                    },
                  },
                )
              }
            >
              Set for all
            </Button>
          }
        >
          <div className="grid gap-12">
            <p className="text-14 leading-reading text-ink-soft">
              For all questions of this file that are not in the bank yet, also those for which the file says otherwise.
            </p>
            <DifficultyAndUse of={defaults} onChange={(change) => setDefaults({ ...defaults, ...change })} />
          </div>
        </FormDialog>
      )}
      {open === 'delete' && (
        <FormDialog
          title="Delete the import"
          onClose={close}
          isBusy={remove.isPending}
          focusesBack
          actions={
            <Button color="red" loading={remove.isPending} onClick={() => void drop().catch(() => undefined)}>
              Delete
            </Button>
          }
        >
          <p className="text-14 leading-reading text-ink-soft">
            The rows and the file are deleted.
            {counts.made > 0 && ` ${plural(counts.made, 'question')} in the bank stay there, and can no longer be undone together.`}
          </p>
          {remove.error && <AlertLine>{messageOf(remove.error)}</AlertLine>}
        </FormDialog>
      )}
    </div>
  );
}
