import { type BulkChange, changeBankQuestions, getBankQuestions, MOST_AT_ONCE, undoBankChange } from '@abhyas/contract/bank/bank-questions';
import type { Answer, Value } from '@abhyas/contract/endpoint';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { messageOf } from '../../../platform/failure.ts';
import { queryClient, useSend } from '../../../platform/queries.ts';
import { Maths } from '../../../question/Maths.tsx';
import { AlertLine } from '../../../ui/AlertLine.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { formatNumber, plural } from '../../../ui/format.ts';
import forms from '../../../ui/forms.module.css';
import classes from './Bank.module.css';

type Change = Value<typeof BulkChange>;
type Shown = Answer<typeof changeBankQuestions>;

const choices: readonly [words: string, change: Change][] = [
  ['Submit for review', { act: 'submit' }],
  ['Take out of review', { act: 'withdraw' }],
  ['Retire', { act: 'retire' }],
  ['Restore', { act: 'restore' }],
  ['Use in practice', { for: 'practice' }],
  ['Use in papers only', { for: 'paper' }],
  ...[1, 2, 3, 4, 5].map((difficulty): [string, Change] => [`Difficulty ${difficulty}`, { difficulty }]),
];

interface BulkBarProps {
  chosen: ReadonlySet<number>;
  /** The questions of the page, and of all pages. */
  shown: readonly number[];
  all: readonly number[];
  total: number;
  onChoose: (ids: ReadonlySet<number>) => void;
}

const refresh = () => void queryClient.invalidateQueries({ queryKey: [getBankQuestions.route] });

/** Changes the chosen questions, with a preview of how many and which before the change, and Undo afterwards. */
export function BulkBar({ chosen, shown, all, total, onChoose }: BulkBarProps) {
  const [at, setAt] = useState('');
  const preview = useSend(changeBankQuestions, { ownFailures: true });
  const make = useSend(changeBankQuestions, { ownFailures: true });
  const undo = useSend(undoBankChange, { ownFailures: true });
  const [planned, setPlanned] = useState<{ words: string; change: Change; ids: number[]; shown: Shown } | null>(null);
  const [made, setMade] = useState<{ id: number; said: string } | null>(null);
  const [said, say] = useState('');
  const look = async () => {
    const [words, change] = choices[Number(at)] ?? [];
    if (words === undefined || !change) return;
    const ids = [...chosen];
    setPlanned({ words, change, ids, shown: await preview.mutateAsync({ ids, change, is_preview: true }) });
  };
  const apply = async () => {
    if (!planned) return;
    const { ids, change, words } = planned;
    const { id, count } = await make.mutateAsync({ ids, change, is_preview: false, count: planned.shown.count });
    setPlanned(null);
    onChoose(new Set());
    refresh();
    if (id !== null) setMade({ id, said: `${words}: ${plural(count, 'question')} changed.` });
  };
  const takeBack = async () => {
    if (!made) return;
    const { count, kept } = await undo.mutateAsync({ id: made.id });
    setMade(null);
    say(`Undone for ${plural(count, 'question')}.${kept > 0 ? ` ${plural(kept, 'question')} changed since and stayed.` : ''}`);
    refresh();
  };
  const isAllShown = shown.length > 0 && shown.every((id) => chosen.has(id));
  return (
    <div className="flex flex-wrap items-center gap-x-12 gap-y-8 min-h-44 mb-8">
      <label className={classes.tick}>
        <input
          type="checkbox"
          checked={isAllShown}
          aria-label="Choose all questions of this page"
          onChange={(event) => onChoose(new Set(event.currentTarget.checked ? shown : []))}
        />
        <span className="tabular" role="status">
          {chosen.size === 0 ? plural(total, 'question') : `${formatNumber(chosen.size)} of ${plural(total, 'question')} chosen`}
        </span>
      </label>
      {chosen.size > 0 && all.length > chosen.size && (
        <Button variant="subtle" onClick={() => onChoose(new Set(all))}>
          {total > MOST_AT_ONCE ? `Choose the first ${MOST_AT_ONCE}` : `Choose all ${formatNumber(total)}`}
        </Button>
      )}
      {chosen.size > 0 && (
        <>
          <select
            className={`${forms.select} ${classes.change}`}
            value={at}
            aria-label="Change"
            onChange={(event) => setAt(event.currentTarget.value)}
          >
            <option value="">Change …</option>
            {choices.map(([words], place) => (
              <option key={words} value={place}>
                {words}
              </option>
            ))}
          </select>
          <Button variant="default" disabled={at === ''} loading={preview.isPending} onClick={() => void look().catch(() => undefined)}>
            Preview
          </Button>
        </>
      )}
      {made && (
        <span className="flex items-center gap-8" role="status">
          {made.said}
          <Button variant="subtle" loading={undo.isPending} onClick={() => void takeBack().catch(() => undefined)}>
            Undo
          </Button>
        </span>
      )}
      {said !== '' && (
        <span className="text-14 text-ink-soft" role="status">
          {said}
        </span>
      )}
      {(preview.error ?? undo.error) && <AlertLine>{messageOf(preview.error ?? undo.error)}</AlertLine>}
      {planned && (
        <FormDialog
          title={planned.words}
          size={560}
          onClose={() => setPlanned(null)}
          isBusy={make.isPending}
          failure={make.error && messageOf(make.error)}
          actions={
            <Button disabled={planned.shown.count === 0} loading={make.isPending} onClick={() => void apply().catch(() => undefined)}>
              Change {plural(planned.shown.count, 'question')}
            </Button>
          }
        >
          <div className="grid gap-12">
            <ul className="grid gap-8">
              {planned.shown.examples.map(({ id, text: source, before, after }) => (
                <li key={id}>
                  <Maths text={source} className="line-clamp-2 font-medium text-inherit" />
                  <small className="text-14 text-ink-soft">
                    {before} → {after}
                  </small>
                </li>
              ))}
            </ul>
            {planned.shown.count > planned.shown.examples.length && (
              <p className="text-14 leading-reading text-ink-soft">
                and {plural(planned.shown.count - planned.shown.examples.length, 'more question')}
              </p>
            )}
            {planned.shown.kept.map(({ why, count }) => (
              <p key={why} className="text-14 leading-reading text-ink-soft">
                {plural(count, 'question stays', 'questions stay')} as before: {why}
              </p>
            ))}
          </div>
        </FormDialog>
      )}
    </div>
  );
}
