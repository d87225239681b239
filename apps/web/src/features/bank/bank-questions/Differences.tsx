import type { BankContent } from '@abhyas/contract/bank/bank-content';
import { getBankVersions } from '@abhyas/contract/bank/bank-questions';
import { Skeleton } from '@mantine/core';
import { useState } from 'react';
import { useCall } from '../../../platform/queries.ts';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { formatDateTime } from '../../../ui/format.ts';
import forms from '../../../ui/forms.module.css';
import { Loaded } from '../../../ui/Loaded.tsx';
import classes from './Bank.module.css';
import { differencesOf, partsOf } from './differences.ts';

type TopicName = (id: number | null) => string;

/** The differences between two texts: removed words struck out, added words underlined. */
export function Differences({ before, after, topicName }: { before: BankContent; after: BankContent; topicName: TopicName }) {
  const differences = differencesOf(before, after, topicName);
  if (differences.length === 0) return <p className="text-14 leading-reading text-ink-soft">The texts are the same.</p>;
  return (
    <dl className={`${classes.differences} grid gap-12 m-0`}>
      {differences.map((difference) => (
        <div key={difference.field}>
          <dt>{difference.field}</dt>
          <dd>
            {partsOf(difference.before, difference.after).map(({ kind, text }, at) => {
              const Tag = kind === 'removed' ? 'del' : kind === 'added' ? 'ins' : 'span';
              return <Tag key={at}>{text}</Tag>;
            })}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The saved versions of a question, each with its differences from the previous version. */
export function Versions({ id, topicName, onClose }: { id: number; topicName: TopicName; onClose: () => void }) {
  const versions = useCall(getBankVersions, { id }, { staleTime: 0 });
  const [shown, setShown] = useState(0);
  return (
    <FormDialog title="Versions" size={760} onClose={onClose} back="Close">
      <Loaded query={versions} skeleton={<Skeleton height={240} />}>
        {({ versions: list }) => {
          const version = list[shown];
          const earlier = list[shown + 1];
          return (
            <div className="grid gap-16">
              <label className="grid gap-4 text-14 font-medium">
                Version
                <select className={forms.select} value={shown} onChange={(event) => setShown(Number(event.currentTarget.value))}>
                  {list.map((one, at) => (
                    <option key={one.version} value={at}>
                      {formatDateTime(one.saved_at)}
                      {one.saved_by === null ? '' : `, ${one.saved_by}`}
                    </option>
                  ))}
                </select>
              </label>
              {version && earlier && <Differences before={earlier.content} after={version.content} topicName={topicName} />}
              {version && !earlier && <p className="text-14 leading-reading text-ink-soft">This is the first version.</p>}
            </div>
          );
        }}
      </Loaded>
    </FormDialog>
  );
}
