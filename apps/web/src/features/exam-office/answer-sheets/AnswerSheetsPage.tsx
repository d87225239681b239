import { Button, NativeSelect, Skeleton } from '@mantine/core';
import { IconScan } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { removeAnswerSheet } from '@abhyas/contract/exam-office/answer-sheets';
import { useSend } from '../../../platform/queries.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { formatNumber, plural } from '../../../ui/format.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import rows from '../../../ui/rows.module.css';
import { EnterSheets } from './EnterSheets.tsx';
import { LoadSheets } from './LoadSheets.tsx';
import { MendSheet } from './MendSheet.tsx';
import { refreshSheets, type Sheet, type SheetsOfTest, stateBadges, useSheets } from './sheets.queries.ts';

const shownAtFirst = 50;
const states = ['doubtful', 'faulty', 'ready', 'entered'] as const;

/** /staff/tests/{id}/sheets: loads answer sheets of a test on paper, and enters them as attempts. */
export default function AnswerSheetsPage() {
  const { id } = useParams({ from: '/staff/tests/$id/sheets' });
  const query = useSheets(Number(id));
  return (
    <>
      <PageTitle back={{ link: { to: '/staff/tests/$id', params: { id } }, label: 'Back to the test' }}>Answer sheets</PageTitle>
      <Loaded query={query} skeleton={<Skeleton height={420} radius="lg" />}>
        {(test) => (
          <div className="grid gap-24">
            <p className="text-14 text-ink-soft">{test.name}</p>
            <LoadSheets test={test} />
            {test.sheets.length === 0 ? (
              <EmptyState icon={<IconScan size={26} />} title="No sheet is loaded yet">
                Load photos or scans of the answer sheets that you printed here, or the file of another reader.
              </EmptyState>
            ) : (
              <Sheets test={test} />
            )}
          </div>
        )}
      </Loaded>
    </>
  );
}

function Sheets({ test }: { test: SheetsOfTest }) {
  const [state, setState] = useState<Sheet['state'] | 'all'>('all');
  const [shown, setShown] = useState(shownAtFirst);
  const [openId, setOpenId] = useState<number | null>(null);
  const counts = new Map(states.map((one) => [one, test.sheets.filter((sheet) => sheet.state === one).length]));
  const chosen = test.sheets.filter((sheet) => state === 'all' || sheet.state === state);
  const open = test.sheets.find(({ id }) => id === openId);
  // The next sheet at which a person must look follows the present one.
  const next = test.sheets.find(({ id, state: own }) => own === 'doubtful' && id !== openId);
  return (
    <section aria-labelledby="sheets" className="grid gap-16">
      <div className="flex flex-wrap items-center justify-between gap-12">
        <h2 id="sheets">{plural(test.sheets.length, 'sheet')}</h2>
        <NativeSelect
          aria-label="State"
          value={state}
          onChange={({ target }) => {
            setState(states.find((one) => one === target.value) ?? 'all');
            setShown(shownAtFirst);
          }}
          data={[
            { value: 'all', label: 'All sheets' },
            ...states.map((one) => ({ value: one, label: `${stateBadges[one].text} (${formatNumber(counts.get(one) ?? 0)})` })),
          ]}
        />
      </div>
      <EnterSheets test={test} />
      <ul className={rows.list}>
        {chosen.slice(0, shown).map((sheet) => (
          <SheetRow key={sheet.id} sheet={sheet} onOpen={() => setOpenId(sheet.id)} />
        ))}
      </ul>
      {chosen.length > shown && (
        <div>
          <Button variant="default" onClick={() => setShown(shown + shownAtFirst)}>
            Show more
          </Button>
        </div>
      )}
      {open && (
        <MendSheet
          key={open.id}
          sheet={open}
          sections={test.sections}
          onClose={() => setOpenId(null)}
          onNext={next ? () => setOpenId(next.id) : null}
        />
      )}
    </section>
  );
}

function factsOf({ roll_number, set, page, answered_count, total_score, max_score, state }: Sheet): string {
  return [
    `Roll number ${roll_number || 'empty'}`,
    `set ${set}${page === null ? '' : `, page ${page}`}`,
    plural(answered_count, 'answer'),
    ...(state === 'entered' && total_score !== null ? [`${formatNumber(total_score)} of ${formatNumber(max_score ?? 0)} marks`] : []),
  ].join(' · ');
}

function SheetRow({ sheet, onOpen }: { sheet: Sheet; onOpen: () => void }) {
  const remove = useSend(removeAnswerSheet);
  const badge = stateBadges[sheet.state];
  const doubts = sheet.doubtful.length + (sheet.roll_doubt ? 1 : 0);
  const who = sheet.student_name ?? (sheet.student_id === null ? 'Unknown student' : 'No name yet');
  return (
    <li className={rows.row} data-stacks>
      <span className={rows.main}>
        {who}
        <span className="block text-14 font-regular text-ink-soft tabular">{factsOf(sheet)}</span>
        <span className="block text-14 font-regular text-ink-soft">{sheet.file_name}</span>
        {sheet.faults.map((fault) => (
          <span key={fault} className="block text-14 font-regular text-ink-soft">
            {fault}
          </span>
        ))}
      </span>
      <span className={rows.actions}>
        <span className={rows.badge} data-tone={badge.tone}>
          {sheet.state === 'doubtful' ? plural(doubts, 'doubt') : badge.text}
        </span>
        {sheet.state !== 'entered' && (
          <>
            <Button variant={sheet.state === 'doubtful' ? 'filled' : 'default'} aria-label={`Look at the sheet of ${who}`} onClick={onOpen}>
              Look
            </Button>
            <Button
              variant="subtle"
              color="red"
              loading={remove.isPending}
              aria-label={`Remove the sheet of ${who}`}
              onClick={() => remove.mutate({ id: sheet.id }, { onSuccess: () => void refreshSheets() })}
            >
              Remove
            </Button>
          </>
        )}
      </span>
    </li>
  );
}
