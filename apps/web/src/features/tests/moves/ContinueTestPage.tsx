import { continueTest, MOVE_CODE_LENGTH } from '@abhyas/contract/exam-office/seat-moves';
import { Trans } from '@lingui/react';
import { Button, TextInput } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { type SyntheticEvent, useState } from 'react';
import { messageOf } from '../../../platform/failure.ts';
import { i18n } from '../../../platform/language.ts';
import { queryClient, useSend } from '../../../platform/queries.ts';
import { rememberUser, useUser } from '../../../platform/user.ts';
import { KeyboardChoice } from '../../../session/screen/KeyboardChoice.tsx';
import card from '../../../ui/card.module.css';
import { formatMinutes } from '../../../ui/clock-format.ts';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import { toast } from '../../../ui/toasts.ts';

/** /continue_test: a student who was moved to this machine enters the code of the invigilator, and goes on with the test. */
export default function ContinueTestPage() {
  const [code, setCode] = useState('');
  const send = useSend(continueTest, { ownFailures: true });
  const user = useUser();
  const navigate = useNavigate();
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (code.length !== MOVE_CODE_LENGTH || send.isPending) return;
    send.mutate(
      { code },
      {
        onSuccess: ({ user: moved, paper_id, is_assignment, given_seconds }) => {
          queryClient.clear();
          rememberUser(moved);
          if (given_seconds > 0) toast.success(i18n.t('You got {given_seconds} back.', { given_seconds: formatMinutes(given_seconds) }));
          void navigate({ to: is_assignment ? '/assignment/$id' : '/test/$id', params: { id: String(paper_id) }, replace: true });
        },
      },
    );
  };
  return (
    <section className={`${card.card} max-w-440 mx-auto my-24`}>
      <PageTitle inPage windowTitle={i18n.t('Continue a test here')}>
        {i18n.t('Continue your test here')}
      </PageTitle>
      <p className="leading-reading text-ink-soft">
        {i18n.t('Your invigilator moved you to this machine. Enter the code, and the test goes on with all answers that were sent.')}
        {user && ` ${i18n.t('{name} is signed in here, and is signed out by this.', { name: user.name ?? i18n.t('Somebody') })}`}
      </p>
      <form onSubmit={submit}>
        <TextInput
          label={i18n.t('Code of the invigilator')}
          description={i18n.t('10 letters and digits')}
          value={code}
          onChange={({ currentTarget }) =>
            setCode(
              currentTarget.value
                .replaceAll(/[^A-Za-z0-9]/g, '')
                .toUpperCase()
                .slice(0, MOVE_CODE_LENGTH),
            )
          }
          error={send.error ? messageOf(send.error) : undefined}
          size="lg"
          mt="md"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          autoFocus
          className="tabular"
        />
        <KeyboardChoice />
        <Button type="submit" fullWidth size="lg" mt="lg" disabled={code.length !== MOVE_CODE_LENGTH} loading={send.isPending}>
          {i18n.t('Continue the test')}
        </Button>
      </form>
      <p className="mt-16 text-14 text-ink-soft">
        <Trans id="No code? <0>Log in</0> as usual: a test that you began goes on there too." components={{ 0: <Link to="/login" /> }} />
      </p>
    </section>
  );
}
