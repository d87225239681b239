import type { Answer } from '@abhyas/contract/endpoint';
import { Problem } from '@abhyas/contract/problem';
import { enterFirstDay, getFirstDay } from '@abhyas/contract/site/first-day';
import { Button, Skeleton, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { call } from '../../../platform/call.ts';
import { messageOf } from '../../../platform/failure.ts';
import { useSend } from '../../../platform/queries.ts';
import { AlertLine } from '../../../ui/AlertLine.tsx';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import card from '../../../ui/card.module.css';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { formatPhone, formatTime } from '../../../ui/format.ts';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import { CheckList } from './CheckList.tsx';
import { BankPart, InstitutePart, PlanPart } from './FirstDayParts.tsx';
import { keepPass, keptPass } from './kept-pass.ts';

/** /first-day#…: the operator of a new installation checks its settings, and makes the first institute. */
export default function FirstDayPage() {
  // A word in the address is newer than a pass of this tab.
  const [pass, setPass] = useState(() => (location.hash.length > 1 ? null : keptPass()));
  const [owner, setOwner] = useState<string | null>(null);
  const overview = useQuery({
    queryKey: [getFirstDay.route, pass],
    queryFn: () => call(getFirstDay, { pass: pass ?? '' }),
    enabled: pass !== null && owner === null,
    meta: { ownFailures: true },
    // The checks write to the storage, so they are repeated only by a press.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
  });
  useEffect(() => {
    // The address of a later start differs only after the #, so a tab that opens it does not load the page again by itself.
    const readAgain = () => location.reload();
    addEventListener('hashchange', readAgain);
    return () => removeEventListener('hashchange', readAgain);
  }, []);
  const isOver = overview.error instanceof Problem && overview.error.code === 'wrong_word';
  const take = (next: string | null) => {
    keepPass(next);
    setPass(next);
  };

  return (
    <div className="grid gap-24 max-w-760 mx-auto">
      <PageTitle inPage>First day</PageTitle>
      {owner !== null ? (
        <EmptyState role="status" title="The institute exists" action={<ButtonLink to="/login">Log in as its owner</ButtonLink>}>
          Its owner logs in with +91 {formatPhone(owner)}, sets up a second factor, and adds people and tests in the console. This page
          opens for nobody any more.
        </EmptyState>
      ) : pass === null || isOver ? (
        <Entrance failure={isOver ? overview.error : null} onEnter={take} />
      ) : overview.data ? (
        <Parts
          pass={pass}
          overview={overview.data}
          onChange={() => void overview.refetch()}
          onOpen={(phone) => {
            take(null);
            setOwner(phone);
          }}
        />
      ) : overview.error ? (
        <EmptyState
          role="alert"
          title="The checks could not be made"
          action={<Button onClick={() => void overview.refetch()}>Try again</Button>}
        >
          {messageOf(overview.error)}
        </EmptyState>
      ) : (
        <Skeleton height={400} role="status" aria-label="Loading" />
      )}
    </div>
  );
}

function Entrance({ failure, onEnter }: { failure: Error | null; onEnter: (pass: string) => void }) {
  // Read once: the part behind # is in no request and no log, and it leaves the address so that no screenshot contains it.
  const [word, setWord] = useState(() => location.hash.slice(1));
  useEffect(() => history.replaceState(history.state, '', location.pathname), []);
  const enter = useSend(enterFirstDay, { ownFailures: true });
  const shown = enter.error ?? failure;
  function submit(event: FormEvent) {
    event.preventDefault();
    if (word.trim() !== '' && !enter.isPending) enter.mutate({ word }, { onSuccess: ({ pass }) => onEnter(pass) });
  }
  return (
    <form className={`${card.card} grid gap-16`} onSubmit={submit}>
      <p className="leading-reading text-ink-soft">
        Here the operator of a new installation tries its settings and makes the first institute. The word is in the address that the server
        gave at its start, and works once.
      </p>
      <TextInput
        label="Word"
        value={word}
        onChange={(event) => setWord(event.currentTarget.value)}
        maxLength={60}
        size="md"
        autoComplete="off"
        spellCheck={false}
      />
      {shown && <AlertLine>{messageOf(shown)}</AlertLine>}
      <div className="ends">
        <Button type="submit" disabled={word.trim() === ''} loading={enter.isPending}>
          Begin
        </Button>
      </div>
    </form>
  );
}

interface PartsProps {
  pass: string;
  overview: Answer<typeof getFirstDay>;
  onChange: () => void;
  onOpen: (phone: string) => void;
}

function Parts({ pass, overview, onChange, onOpen }: PartsProps) {
  return (
    <>
      <p className="leading-reading text-ink-soft">
        Go through the parts from the top. This page is yours until {formatTime(overview.until)}; making the institute ends it. Settings
        come from the environment of the server: after a change there, restart the server.
      </p>
      <CheckList pass={pass} checks={overview.checks} />
      <BankPart pass={pass} />
      <PlanPart pass={pass} plan={overview.plan_name} onChange={onChange} />
      <InstitutePart pass={pass} onOpen={onOpen} />
    </>
  );
}
