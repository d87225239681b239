import type { Value } from '@abhyas/contract/endpoint';
import { type CheckName, type Finding, tryCheck } from '@abhyas/contract/site/first-day';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { messageOf } from '../../../platform/failure.ts';
import { useSend } from '../../../platform/queries.ts';
import { AlertLine } from '../../../ui/AlertLine.tsx';
import { PHONE_LENGTH, PhoneInput } from '../../../ui/PhoneInput.tsx';
import rows from '../../../ui/rows.module.css';
import classes from './FirstDay.module.css';

type Check = Value<typeof Finding>;

const titles: Record<CheckName, string> = {
  settings: 'Settings',
  database: 'Database',
  migrations: 'Steps of the database',
  indexes: 'Indexes of the database',
  storage: 'Storage of files',
  clock: 'Clock',
  descriptors: 'Connections',
  messages: 'Text messages',
  mail: 'E-mail',
  payments: 'Payments',
  brand: 'Brand',
};
const states: Record<Check['state'], { word: string; tone: string }> = {
  good: { word: 'Good', tone: 'good' },
  open: { word: 'Read this', tone: 'warning' },
  bad: { word: 'Fault', tone: 'danger' },
};

/** Each setting with its sentence, and a way to try it. */
export function CheckList({ pass, checks }: { pass: string; checks: readonly Check[] }) {
  return (
    <section className={rows.section}>
      <h2>Checks</h2>
      <ul className={rows.list}>
        {checks.map((check) => (
          <CheckRow key={check.name} pass={pass} check={check} />
        ))}
      </ul>
    </section>
  );
}

function CheckRow({ pass, check }: { pass: string; check: Check }) {
  const trying = useSend(tryCheck, { ownFailures: true });
  const [phone, setPhone] = useState('');
  const { name, state, words } = trying.data ?? check;
  const title = titles[name];
  const isMessages = name === 'messages';
  const send = () => trying.mutate({ pass, name, ...(isMessages && phone !== '' ? { phone } : {}) });
  return (
    <li className={`${rows.row} ${classes.row}`}>
      <div className={rows.main}>
        {title}
        <span className="block text-14 font-regular text-ink-soft wrap-anywhere" aria-live="polite">
          {words}
        </span>
        {trying.error && <AlertLine>{messageOf(trying.error)}</AlertLine>}
        {isMessages && (
          <div className="mt-8">
            <PhoneInput label="Your own phone" value={phone} onChange={setPhone} autoComplete="tel-national" />
          </div>
        )}
      </div>
      <div className={rows.actions}>
        <span className={rows.badge} data-tone={states[state].tone}>
          {states[state].word}
        </span>
        <Button variant="default" loading={trying.isPending} disabled={isMessages && phone.length !== PHONE_LENGTH} onClick={send}>
          {isMessages ? 'Send' : 'Try'}
          <span className="unseen">: {title}</span>
        </Button>
      </div>
    </li>
  );
}
