import { getDraftToPrint, getTestToPrint, setDraftSets, setTestSets } from '@abhyas/contract/exam-office/paper-print';
import { hasRight } from '@abhyas/contract/institute/rights';
import { type SetName, setNames } from '@abhyas/exam/exam-office/paper-sets';
import { Button, TextInput } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import { messageOf } from '../../../platform/failure.ts';
import { queryClient, useSend } from '../../../platform/queries.ts';
import { useUser } from '../../../platform/user.ts';
import { AlertLine } from '../../../ui/AlertLine.tsx';
import card from '../../../ui/card.module.css';
import forms from '../../../ui/forms.module.css';
import { formatNumber, plural } from '../../../ui/format.ts';
import classes from './Print.module.css';
import type { PrintedPaper } from './set-paper.ts';
import type { PartContent } from './TypesetPart.tsx';

const parts = [
  { part: 'paper', label: 'Question paper', needsKeys: false },
  { part: 'sheet', label: 'Answer sheet', needsKeys: false },
  { part: 'key', label: 'Key', needsKeys: true },
  { part: 'solutions', label: 'Solutions', needsKeys: true },
] as const;

export interface Choices {
  parts: readonly (typeof parts)[number]['part'][];
  set: SetName;
  rough: PartContent['rough'];
  mark: string;
  /** Whether the Hindi is printed below the English. */
  hasHindi: boolean;
}

interface Props {
  paper: PrintedPaper;
  kind: 'draft' | 'test';
  choices: Choices;
  onChange: (choices: Choices) => void;
  /** Whether the pages are laid out and can be printed. */
  isReady: boolean;
}

/** The choices for printing: parts, set, room for rough work, mark of the copy. */
export function PrintChoices({ paper, kind, choices, onChange, isReady }: Props) {
  const canManage = hasRight(useUser()?.membership?.role ?? null, 'tests.manage');
  return (
    <section className={`${card.card} grid gap-16 mb-24 print:hidden!`} aria-labelledby="choices">
      <h2 id="choices">What to print</h2>
      <fieldset className="flex flex-wrap gap-12">
        <legend className="unseen">Parts</legend>
        {parts
          .filter(({ needsKeys }) => paper.may_read_keys || !needsKeys)
          .map(({ part, label }) => (
            <label key={part} className={`${forms.tick} ${classes.part}`}>
              <input
                type="checkbox"
                checked={choices.parts.includes(part)}
                onChange={({ currentTarget }) =>
                  onChange({
                    ...choices,
                    parts: currentTarget.checked ? [...choices.parts, part] : choices.parts.filter((one) => one !== part),
                  })
                }
              />
              <span>{label}</span>
            </label>
          ))}
      </fieldset>
      {!paper.may_read_keys && (
        <p className="text-14 text-ink-soft">
          Key and solutions can be printed by the owner, by the person who composed the paper, and by others once the test is over.
        </p>
      )}
      <div className={`${forms.fields} grid grid-cols-[repeat(auto-fit,minmax(220px,1fr))] items-start gap-16`}>
        <label className="grid gap-4 text-14 font-medium">
          Set
          <select
            className={forms.select}
            value={choices.set}
            onChange={({ currentTarget }) => onChange({ ...choices, set: currentTarget.value as SetName })}
          >
            {setNames.map((set) => (
              <option key={set} value={set}>
                {set === 'A' ? 'A, in the order of the paper' : set}
              </option>
            ))}
          </select>
        </label>
        <label className="grid gap-4 text-14 font-medium">
          Room for rough work
          <select
            className={forms.select}
            value={choices.rough}
            onChange={({ currentTarget }) => onChange({ ...choices, rough: currentTarget.value as Choices['rough'] })}
          >
            <option value="none">None</option>
            <option value="foot">At the foot of each page</option>
            <option value="page">A page at the end</option>
          </select>
        </label>
        <TextInput
          label="Mark of the copy (optional)"
          description="Light grey across each page, such as “Copy 12”"
          inputWrapperOrder={['label', 'input', 'description']}
          maxLength={32}
          value={choices.mark}
          onChange={({ currentTarget }) => onChange({ ...choices, mark: currentTarget.value })}
        />
      </div>
      {paper.translated.questions.length > 0 && (
        <label className={forms.tick}>
          <input
            type="checkbox"
            checked={choices.hasHindi}
            onChange={({ currentTarget: { checked } }) => {
              // The letters are measured, so their font comes first.
              if (checked) void import('../../../question/devanagari.ts').then(() => onChange({ ...choices, hasHindi: true }));
              else onChange({ ...choices, hasHindi: false });
            }}
          />
          <span>
            English and Hindi, one below the other
            <small>
              {formatNumber(paper.translated.questions.length)} of {plural(paper.questions.length, 'question')} have Hindi. Where the two
              differ, the English counts; the paper says so.
            </small>
          </span>
        </label>
      )}
      {canManage && <MoveOptions paper={paper} kind={kind} />}
      <div className="flex flex-wrap items-center justify-between gap-12">
        <p className="text-14 text-ink-soft">Print, or choose “Save as PDF” in the browser’s window. Paper size A4, scale 100 %.</p>
        <Button leftSection={<IconPrinter size={18} />} disabled={!isReady} onClick={() => window.print()}>
          Print
        </Button>
      </div>
    </section>
  );
}

/** Whether the sets change the order of options too, which is stored with the paper. */
function MoveOptions({ paper, kind }: { paper: PrintedPaper; kind: 'draft' | 'test' }) {
  const draft = useSend(setDraftSets, { ownFailures: true });
  const test = useSend(setTestSets, { ownFailures: true });
  const send = kind === 'draft' ? draft : test;
  const { route } = kind === 'draft' ? getDraftToPrint : getTestToPrint;
  /** The choice that is being stored; null otherwise. */
  const [wanted, setWanted] = useState<boolean | null>(null);
  const store = (sets_move_options: boolean) => {
    setWanted(sets_move_options);
    send.mutate(
      { id: paper.id, sets_move_options },
      {
        onSuccess: () => void queryClient.invalidateQueries({ queryKey: [route] }).finally(() => setWanted(null)),
        onError: () => setWanted(null),
      },
    );
  };
  return (
    <div>
      <label className={forms.tick}>
        <input
          type="checkbox"
          checked={wanted ?? paper.sets_move_options}
          disabled={wanted !== null}
          onChange={({ currentTarget }) => store(currentTarget.checked)}
        />
        <span>
          Sets B to D change the order of options too
          <small>
            Possible in {paper.questions.filter(({ may_move_options }) => may_move_options).length} of{' '}
            {plural(paper.questions.length, 'question')}: in the others the options or the solution name an option, or are pictures. Copies
            already printed keep their order.
          </small>
        </span>
      </label>
      {send.error && <AlertLine>Not changed: {messageOf(send.error)}</AlertLine>}
    </div>
  );
}
