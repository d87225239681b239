import { i18n } from '../../../platform/language.ts';
import { agreeByLink, readGuardianLink, type Relation } from '@abhyas/contract/institute/consent';
import { Button, NativeSelect, Skeleton, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { call } from '../../../platform/call.ts';
import { messageOf } from '../../../platform/failure.ts';
import { useSend } from '../../../platform/queries.ts';
import { AlertLine } from '../../../ui/AlertLine.tsx';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import card from '../../../ui/card.module.css';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { formatPhone, inOneLine } from '../../../ui/format.ts';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import { relationChoices } from '../../../ui/relations.ts';
import { ConsentTerms } from './ConsentTerms.tsx';

/** /agree#…: a parent or guardian, who got the link by text message, agrees without a sign-in. */
export default function AgreePage() {
  // Read once: the part behind # is in no request and no log, and it leaves the address so that no screenshot contains it.
  const [link] = useState(() => location.hash.slice(1));
  useEffect(() => history.replaceState(history.state, '', location.pathname), []);
  const asked = useQuery({
    queryKey: [readGuardianLink.route, link],
    queryFn: () => call(readGuardianLink, { link }),
    enabled: link !== '',
    meta: { ownFailures: true },
  });
  const agree = useSend(agreeByLink, { ownFailures: true });
  const student = asked.data?.student_name ?? i18n.t('The student');

  if (link === '' || asked.error)
    return (
      <Framed>
        <EmptyState
          role="alert"
          title={i18n.t('This link cannot be opened')}
          action={
            asked.error && link !== '' ? (
              <Button onClick={() => void asked.refetch()}>{i18n.t('Try again')}</Button>
            ) : (
              <ButtonLink to="/">{i18n.t('Go to the start page')}</ButtonLink>
            )
          }
        >
          {asked.error ? messageOf(asked.error) : i18n.t('Open it from the message on your phone, or ask the student for a new one.')}
        </EmptyState>
      </Framed>
    );
  if (!asked.data)
    return (
      <Framed>
        <Skeleton height={200} role="status" aria-label={i18n.t('Loading')} />
      </Framed>
    );
  if (agree.isSuccess || asked.data.has_agreed)
    return (
      <Framed title={i18n.t('The consent is recorded')}>
        <EmptyState title={i18n.t('Thank you')} role="status" action={<ButtonLink to="/">{i18n.t('Go to the start page')}</ButtonLink>}>
          {student === i18n.t('The student')
            ? i18n.t('The student can study now. To get a copy of the data or have it deleted, open My Account with them, or write to us.')
            : i18n.t(
                '{student} can study now. To get a copy of the data or have it deleted, open My Account with {student}, or write to us.',
                {
                  student,
                },
              )}
        </EmptyState>
      </Framed>
    );
  return (
    <Framed>
      <AgreeForm
        student={asked.data.student_name}
        phone={asked.data.guardian_phone}
        isPending={agree.isPending}
        failure={agree.error}
        onAgree={(guardian) => agree.mutate({ ...guardian, link })}
      />
    </Framed>
  );
}

function Framed({ title = i18n.t('Your consent is needed'), children }: { title?: string; children: ReactNode }) {
  return (
    <div className="grid gap-16 max-w-720">
      <PageTitle>{title}</PageTitle>
      <section className={card.card}>{children}</section>
    </div>
  );
}

interface FormProps {
  student: string | null;
  phone: string;
  isPending: boolean;
  failure: Error | null;
  onAgree: (guardian: { guardian_name: string; relation: Relation }) => void;
}

function AgreeForm({ student, phone, isPending, failure, onAgree }: FormProps) {
  const [name, setName] = useState('');
  const [relation, setRelation] = useState<Relation>('mother');
  function submit(event: FormEvent) {
    event.preventDefault();
    if (name.trim() !== '' && !isPending) onAgree({ guardian_name: inOneLine(name), relation });
  }
  return (
    <form onSubmit={submit} className="grid gap-16">
      <ConsentTerms student={student} />
      <TextInput
        label={i18n.t('Your name')}
        description={i18n.t('It is recorded with your number, +91 {phone}.', { phone: formatPhone(phone) })}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        maxLength={80}
        size="md"
        autoComplete="name"
        autoFocus
      />
      <NativeSelect
        label={i18n.t('You are the student’s')}
        size="md"
        value={relation}
        onChange={(event) => setRelation(event.currentTarget.value as Relation)}
        data={relationChoices()}
      />
      {failure && <AlertLine>{messageOf(failure)}</AlertLine>}
      <div className="ends">
        <Button type="submit" disabled={name.trim() === ''} loading={isPending}>
          {i18n.t('I agree')}
        </Button>
      </div>
    </form>
  );
}
