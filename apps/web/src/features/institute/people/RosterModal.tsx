import {
  getPeople,
  getRosterImports,
  importRoster,
  previewRoster,
  ROSTER_ROWS,
  ROSTER_ROWS_SHOWN,
  rosterOutcomes,
} from '@abhyas/contract/institute/people';
import type { Answer } from '@abhyas/contract/endpoint';
import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { messageOf } from '../../../platform/failure.ts';
import { queryClient, useSend } from '../../../platform/queries.ts';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { formatNumber, plural } from '../../../ui/format.ts';
import table from '../../../ui/table.module.css';
import { toast } from '../../../ui/toasts.ts';
import classes from './PeoplePage.module.css';

type Roster = Answer<typeof previewRoster>;
type Outcome = (typeof rosterOutcomes)[number];
type RosterFile = { text: string } | { xlsx: string };

const words: Record<Outcome, string> = { new: 'New', invited: 'Invited', changed: 'Changed', same: 'The same', refused: 'Refused' };
const mostBytes = { text: 4_000_000, xlsx: 3_000_000 };

/** The bytes of a file in base64. */
const base64Of = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result).replace(/^[^,]*,/, '')));
    reader.addEventListener('error', () => reject(new Error('The file could not be read.')));
    reader.readAsDataURL(file);
  });

async function readFile(file: File): Promise<RosterFile> {
  const kind = /\.xlsx$/i.test(file.name) ? 'xlsx' : 'text';
  if (file.size > mostBytes[kind]) throw new Error(`The file is larger than ${mostBytes[kind] / 1_000_000} MB.`);
  return kind === 'xlsx' ? { xlsx: await base64Of(file) } : { text: await file.text() };
}

/** Imports a roster, pasted or from a file: shows the outcome of each row first, then imports the valid rows. */
export function RosterModal({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('');
  const [file, setFile] = useState<RosterFile | null>(null);
  const [fault, setFault] = useState('');
  const preview = useSend(previewRoster, { ownFailures: true });
  const take = useSend(importRoster, { ownFailures: true });
  const look = (chosen: RosterFile) => {
    setFile(chosen);
    setFault('');
    preview.mutate(chosen);
  };
  const choose = (chosen: File | undefined) => {
    if (chosen) readFile(chosen).then(look, (failure: Error) => setFault(failure.message));
  };
  const submit = () =>
    file &&
    take.mutate(file, {
      onSuccess: ({ counts, import_id }) => {
        toast.success(
          import_id === null
            ? `${plural(counts.new, 'student')} added, ${formatNumber(counts.changed)} changed, ${formatNumber(counts.invited)} invited.`
            : 'The import has begun. This page shows how far it is.',
        );
        void queryClient.invalidateQueries({ queryKey: [getRosterImports.route] });
        void queryClient.invalidateQueries({ queryKey: [getPeople.route] });
        onClose();
      },
    });
  const failure = fault || (preview.error && messageOf(preview.error)) || (take.error && `Nothing was imported. ${messageOf(take.error)}`);
  const roster = preview.data;
  const count = roster ? roster.counts.new + roster.counts.changed + roster.counts.invited : 0;
  return (
    <FormDialog
      onClose={onClose}
      title="Import a roster"
      size={760}
      failure={failure}
      onBack={roster ? () => preview.reset() : onClose}
      actions={
        <>
          {roster ? (
            <Button disabled={count === 0} loading={take.isPending} onClick={submit}>
              Take {plural(count, 'row')}
            </Button>
          ) : (
            <Button disabled={text.trim() === ''} loading={preview.isPending} onClick={() => look({ text })}>
              Preview
            </Button>
          )}
        </>
      }
    >
      {roster ? (
        <Preview roster={roster} />
      ) : (
        <>
          <p className="text-14 leading-reading text-ink-soft">
            The first line names the columns: Name and Phone, and as you have them Roll number, Batch and Course (JEE, NEET or both). You
            see what each row comes to before anything is taken. A roster has {formatNumber(ROSTER_ROWS)} rows at most.
          </p>
          <Textarea
            label="Paste rows from a spreadsheet"
            rows={7}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            mt="md"
            data-autofocus
          />
          <label className="grid gap-4 text-14 font-medium" style={{ marginTop: 16 }}>
            Or choose a file: .csv up to 4 MB or .xlsx up to 3 MB
            <input type="file" accept=".csv,.txt,.xlsx" onChange={(event) => choose(event.currentTarget.files?.[0])} />
          </label>
        </>
      )}
    </FormDialog>
  );
}

function Preview({ roster: { counts, columns, rows } }: { roster: Roster }) {
  const [only, setOnly] = useState<Outcome | null>(counts.refused > 0 ? 'refused' : null);
  const shown = rows.filter(({ outcome }) => only === null || outcome === only).slice(0, ROSTER_ROWS_SHOWN);
  const all = rosterOutcomes.reduce((sum, outcome) => sum + (only === null || outcome === only ? counts[outcome] : 0), 0);
  const passed = columns.filter(({ read_as, name }) => read_as === null && name !== '').map(({ name }) => name);
  return (
    <>
      <p className="text-14 leading-reading text-ink-soft">
        Nothing is imported yet.{counts.refused > 0 && ` ${plural(counts.refused, 'row')} cannot be imported; the others can.`}
        {passed.length > 0 && ` Not read: ${passed.join(', ')}.`}
      </p>
      <div className={`grid gap-8 ${classes.counts}`} role="group" aria-label="Show only">
        {rosterOutcomes.map((outcome) => (
          <button key={outcome} type="button" aria-pressed={only === outcome} onClick={() => setOnly(only === outcome ? null : outcome)}>
            <strong className="tabular">{formatNumber(counts[outcome])}</strong>
            {words[outcome]}
          </button>
        ))}
      </div>
      <div className="max-h-320 overflow-auto border border-line rounded-control">
        <table className={table.table}>
          <thead>
            <tr>
              {['Line', 'Name', 'Phone', 'Roll', 'Batch', ''].map((name) => (
                <th key={name} scope="col" className={table.word}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map(({ line, name, phone, given_id, classroom, outcome, detail }) => (
              <tr key={line}>
                <td className={table.word}>{line}</td>
                <td className={table.word}>{name}</td>
                <td className={table.word}>{phone}</td>
                <td className={table.word}>{given_id}</td>
                <td className={table.word}>{classroom}</td>
                <td className={`${table.word} ${outcome === 'refused' ? 'text-incorrect' : ''}`}>
                  <strong>{words[outcome]}</strong> {detail}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {all > shown.length && (
        <p className="text-14 leading-reading text-ink-soft">{formatNumber(all - shown.length)} more rows like these.</p>
      )}
    </>
  );
}
