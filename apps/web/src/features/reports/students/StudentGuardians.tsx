import { endGuardianForStaff, getGuardiansForStaff, inviteGuardian } from '@abhyas/contract/reports/guardians';
import type { Answer } from '@abhyas/contract/endpoint';
import { Button, Skeleton, TextInput } from '@mantine/core';
import { useState } from 'react';
import { messageOf } from '../../../platform/failure.ts';
import { callKey, queryClient, useCall, useSend } from '../../../platform/queries.ts';
import card from '../../../ui/card.module.css';
import { formatDate, formatPhone, inOneLine } from '../../../ui/format.ts';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import forms from '../../../ui/forms.module.css';
import { GuardianFields, isGuardianComplete, noGuardian } from '../../../ui/GuardianFields.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { relationWords } from '../../../ui/relations.ts';
import rows from '../../../ui/rows.module.css';
import { toast } from '../../../ui/toasts.ts';

type List = Answer<typeof getGuardiansForStaff>;
type Guardian = List['guardians'][number];

const stateWords = ({ state, expires_at, is_named_by_student }: Guardian): string =>
  ({
    asks_student: `waits for the student until ${formatDate(expires_at)}`,
    asks_guardian: `waits for the guardian until ${formatDate(expires_at)}`,
    expired: 'nobody answered in time',
    agreed: is_named_by_student ? 'named by the student, sees results' : 'sees results',
    paused: 'the student is 18 now and is asked again',
  })[state];

/** The guardians of a student: shows their state, invites and removes them. */
export function StudentGuardians({ student_id }: { student_id: number }) {
  const list = useCall(getGuardiansForStaff, { id: student_id }, { staleTime: 0 });
  const [isInviting, setInviting] = useState(false);
  const [ending, setEnding] = useState<Guardian | null>(null);
  const keep = (answer: List) => queryClient.setQueryData(callKey(getGuardiansForStaff, { id: student_id }), answer);
  return (
    <section className={card.card} style={{ marginBlock: 16 }} aria-labelledby="guardians">
      <h2 id="guardians">Guardians</h2>
      <Loaded query={list} skeleton={<Skeleton height={44} mt={8} />}>
        {({ guardians }) => (
          <>
            {guardians.length === 0 && (
              <p className="text-14 text-ink-soft">
                Nobody yet. A guardian sees published results and attendance, once the student and they agree.
              </p>
            )}
            {guardians.length > 0 && (
              <ul className={rows.list} style={{ marginTop: 12 }}>
                {guardians.map((guardian) => (
                  <li key={guardian.id} className={rows.row} data-stacks>
                    <span className={rows.main}>
                      {guardian.name}
                      <span className="block text-14 font-regular text-ink-soft">
                        {relationWords[guardian.relation]} · +91 {formatPhone(guardian.phone)} · {stateWords(guardian)}
                      </span>
                    </span>
                    <span className={rows.actions}>
                      <Button variant="default" onClick={() => setEnding(guardian)}>
                        {guardian.state === 'agreed' || guardian.state === 'paused' ? 'End' : 'Withdraw'}
                      </Button>
                    </span>
                  </li>
                ))}
              </ul>
            )}
            <div className={forms.actions} style={{ marginTop: 16 }}>
              <Button variant="default" onClick={() => setInviting(true)}>
                Invite a guardian
              </Button>
            </div>
          </>
        )}
      </Loaded>
      {isInviting && <InviteDialog student_id={student_id} onDone={keep} onClose={() => setInviting(false)} />}
      {ending && <EndDialog student_id={student_id} guardian={ending} onDone={keep} onClose={() => setEnding(null)} />}
    </section>
  );
}

interface DialogProps {
  student_id: number;
  onDone: (list: List) => void;
  onClose: () => void;
}

function InviteDialog({ student_id, onDone, onClose }: DialogProps) {
  const [typed, setTyped] = useState(noGuardian);
  const send = useSend(inviteGuardian, { ownFailures: true });
  const invite = () =>
    send.mutate(
      { id: student_id, ...typed, name: inOneLine(typed.name) },
      {
        onSuccess: (list) => {
          onDone(list);
          toast.success('Asked. The student answers under My Account.');
          onClose();
        },
      },
    );
  return (
    <FormDialog
      onClose={onClose}
      title="Invite a guardian"
      size={460}
      failure={send.error && `Not invited: ${messageOf(send.error)}`}
      actions={
        <Button disabled={!isGuardianComplete(typed)} loading={send.isPending} onClick={invite}>
          Invite
        </Button>
      }
    >
      <p className="text-14 leading-reading text-ink-soft">
        First the student agrees, then the guardian, who signs in with this number. Each has 7 days.
      </p>
      <GuardianFields value={typed} onChange={setTyped} />
    </FormDialog>
  );
}

function EndDialog({ student_id, guardian, onDone, onClose }: DialogProps & { guardian: Guardian }) {
  const [reason, setReason] = useState('');
  const send = useSend(endGuardianForStaff, { ownFailures: true });
  const end = () =>
    send.mutate(
      { id: student_id, guardianship_id: guardian.id, reason: reason.trim() },
      {
        onSuccess: (list) => {
          onDone(list);
          toast.success(`${guardian.name} sees nothing any more.`);
          onClose();
        },
      },
    );
  return (
    <FormDialog
      onClose={onClose}
      title={`End it for ${guardian.name}?`}
      failure={send.error && `Not ended: ${messageOf(send.error)}`}
      actions={
        <Button color="red" disabled={reason.trim() === ''} loading={send.isPending} onClick={end}>
          End it
        </Button>
      }
    >
      <p className="text-14 leading-reading text-ink-soft">They see nothing of this student any more. The reason goes into the log.</p>
      <TextInput
        label="Reason"
        maxLength={200}
        size="md"
        mt="md"
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        data-autofocus
      />
    </FormDialog>
  );
}
