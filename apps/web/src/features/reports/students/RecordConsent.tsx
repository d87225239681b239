import { recordConsent, type Relation } from '@abhyas/contract/institute/consent';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { messageOf } from '../../../platform/failure.ts';
import { queryClient, useSend } from '../../../platform/queries.ts';
import { AlertLine } from '../../../ui/AlertLine.tsx';
import card from '../../../ui/card.module.css';
import { relationChoices } from '../../../ui/relations.ts';
import { toast } from '../../../ui/toasts.ts';

/** Records that the institute has a guardian's consent for a minor. */
export function RecordConsent({ studentId }: { studentId: number }) {
  const [name, setName] = useState('');
  const [relation, setRelation] = useState<Relation>('mother');
  const record = useSend(recordConsent, { ownFailures: true });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (name.trim() === '' || record.isPending) return;
    record.mutate(
      { id: studentId, guardian_name: name.trim(), relation },
      {
        onSuccess: () => {
          toast.success('The consent is recorded.');
          void queryClient.invalidateQueries();
        },
      },
    );
  }

  return (
    <section className={card.card} style={{ marginBlock: 16 }} aria-labelledby="consent">
      <h2 id="consent">A guardian’s consent is missing</h2>
      <p className="text-14 text-ink-soft">
        This student is under 18 and can open nothing yet. If your institute holds a guardian’s consent, record it: your own tests and
        assignments open with it.
      </p>
      <form onSubmit={submit} style={{ display: 'grid', gap: 16, marginTop: 12 }}>
        <TextInput
          label="Name of the guardian"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          maxLength={80}
          size="md"
          autoComplete="off"
        />
        <NativeSelect
          label="Relation to the student"
          size="md"
          value={relation}
          onChange={(event) => setRelation(event.currentTarget.value as Relation)}
          data={relationChoices()}
        />
        {record.error && <AlertLine>{messageOf(record.error)}</AlertLine>}
        <div>
          <Button type="submit" disabled={name.trim() === ''} loading={record.isPending}>
            Record the consent
          </Button>
        </div>
      </form>
    </section>
  );
}
