import { getInstituteCodes, makeInstituteCode, revokeInstituteCode } from '@abhyas/contract/institute/institute-codes';
import type { Answer } from '@abhyas/contract/endpoint';
import { Button, CopyButton, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { messageOf } from '../../../platform/failure.ts';
import { callKey, queryClient, useCall, useSend } from '../../../platform/queries.ts';
import card from '../../../ui/card.module.css';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import forms from '../../../ui/forms.module.css';
import { formatDateTime, formatNumber } from '../../../ui/format.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { toast } from '../../../ui/toasts.ts';

type Codes = Answer<typeof getInstituteCodes>;
type Code = NonNullable<Codes['students'][number]['code']>;

function inWords({ state, made_at, expires_at, used_at, tries }: Code): string {
  const made = `Made ${formatDateTime(made_at)}.`;
  if (state === 'used') return `${made} Used ${formatDateTime(used_at ?? expires_at)}.`;
  if (state === 'ended') return `${made} Withdrawn.`;
  if (state === 'expired') return `${made} Expired ${formatDateTime(expires_at)}.`;
  return `${made} Valid until ${formatDateTime(expires_at)}, once. Tried ${tries === 1 ? 'once' : `${formatNumber(tries)} times`}.`;
}

/** The OTP with which this student signs in: shows its state, creates, replaces or revokes it. */
export function SignInCode({ student_id }: { student_id: number }) {
  const list = useCall(getInstituteCodes, { student_id }, { staleTime: 0 });
  const [open, setOpen] = useState<'make' | 'revoke' | null>(null);
  return (
    <section className={card.card} style={{ marginBlock: 16 }} aria-labelledby="sign-in-code">
      <h2 id="sign-in-code">Sign-in code</h2>
      <Loaded query={list} skeleton={<Skeleton height={44} mt={8} />}>
        {({ institute, students: [student] }) =>
          student && (
            <>
              <p className="text-14 text-ink-soft">
                {student.given_id === null
                  ? 'Without an ID of the institute there is no code. Roll numbers come in with a roster.'
                  : student.code
                    ? inWords(student.code)
                    : 'None yet. With one, the student signs in by ID and OTP, without a phone.'}
              </p>
              {student.given_id !== null && (
                <div className={forms.actions} style={{ marginTop: 16 }}>
                  {student.code?.state === 'open' && (
                    <Button variant="default" onClick={() => setOpen('revoke')}>
                      Withdraw
                    </Button>
                  )}
                  <Button variant="default" onClick={() => setOpen('make')}>
                    {student.code?.state === 'open' ? 'Make a new code' : 'Make a code'}
                  </Button>
                </div>
              )}
              {open === 'make' && (
                <MakeDialog
                  membership_id={student.membership_id}
                  institute={institute}
                  isReplacing={student.code?.state === 'open'}
                  onClose={() => setOpen(null)}
                  onDone={() => void queryClient.invalidateQueries({ queryKey: callKey(getInstituteCodes, { student_id }) })}
                />
              )}
              {open === 'revoke' && (
                <RevokeDialog
                  membership_id={student.membership_id}
                  onClose={() => setOpen(null)}
                  onDone={() => void queryClient.invalidateQueries({ queryKey: callKey(getInstituteCodes, { student_id }) })}
                />
              )}
            </>
          )
        }
      </Loaded>
    </section>
  );
}

interface DialogProps {
  membership_id: number;
  onClose: () => void;
  onDone: () => void;
}

function MakeDialog({
  membership_id,
  institute,
  isReplacing,
  onClose,
  onDone,
}: DialogProps & { institute: Codes['institute']; isReplacing: boolean }) {
  const send = useSend(makeInstituteCode, { ownFailures: true });
  // The dialog keeps its question, although the data behind it already contains the new code.
  const [replaces] = useState(isReplacing);
  const made = send.data;
  const words = made && `Institute code ${institute.code}, ID ${made.institute_given_id}, OTP ${made.otp}`;
  return (
    <FormDialog
      onClose={onClose}
      title={made ? 'The new code' : replaces ? 'Make a new code?' : 'Make a code?'}
      failure={send.error && `Not made: ${messageOf(send.error)}`}
      back={null}
      actions={
        <>
          {made ? (
            <>
              <CopyButton value={words ?? ''}>
                {({ copied, copy }) => (
                  <Button variant="default" onClick={copy}>
                    {copied ? 'Copied' : 'Copy'}
                  </Button>
                )}
              </CopyButton>
              <Button onClick={onClose}>Done</Button>
            </>
          ) : (
            <>
              <Button variant="default" onClick={onClose} data-autofocus>
                Back
              </Button>
              <Button loading={send.isPending} onClick={() => send.mutate({ membership_id }, { onSuccess: onDone })}>
                {replaces ? 'Make a new code' : 'Make a code'}
              </Button>
            </>
          )}
        </>
      }
    >
      {' '}
      {made ? (
        <>
          <dl className="text-14 text-ink-soft" role="status" style={{ display: 'grid', gap: 8, margin: 0 }}>
            {[
              ['Institute code', institute.code],
              ['ID', made.institute_given_id],
              ['OTP', made.otp],
              ['Valid until', `${formatDateTime(made.expires_at)}, once`],
            ].map(([name, value]) => (
              <div key={name} style={{ display: 'flex', gap: 16 }}>
                <dt style={{ inlineSize: 120, flex: 'none' }}>{name}</dt>
                <dd style={{ margin: 0, fontWeight: 650, color: 'var(--ink)', overflowWrap: 'anywhere' }}>{value}</dd>
              </div>
            ))}
          </dl>
          <p className="text-14 leading-reading text-ink-soft" style={{ marginTop: 16 }}>
            The OTP is shown now and never again.
          </p>
        </>
      ) : (
        <p className="text-14 leading-reading text-ink-soft">
          {replaces ? 'The code that was handed out will no longer be valid.' : 'It works once, for 7 days, and allows 5 wrong tries.'}
        </p>
      )}
    </FormDialog>
  );
}

function RevokeDialog({ membership_id, onClose, onDone }: DialogProps) {
  const send = useSend(revokeInstituteCode, { ownFailures: true });
  const revoke = () =>
    send.mutate(
      { membership_id },
      {
        onSuccess: () => {
          toast.success('The code is no longer valid.');
          onDone();
          onClose();
        },
      },
    );
  return (
    <FormDialog
      onClose={onClose}
      title="Withdraw the code?"
      failure={send.error && `Not withdrawn: ${messageOf(send.error)}`}
      focusesBack
      actions={
        <Button color="red" loading={send.isPending} onClick={revoke}>
          Withdraw
        </Button>
      }
    >
      <p className="text-14 leading-reading text-ink-soft">Whoever holds it can no longer sign in with it. You can make another one.</p>
    </FormDialog>
  );
}
