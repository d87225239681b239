import { Trans } from '@lingui/react';
import { i18n } from '../../../platform/language.ts';
// Contents: list of guardians · one guardian · adding a guardian · removing a guardian
import {
  answerGuardian,
  endGuardian,
  getGuardians,
  MOST_GUARDIANS,
  nameGuardian,
  showPracticeToGuardian,
} from '@abhyas/contract/reports/guardians';
import type { Answer } from '@abhyas/contract/endpoint';
import { Button, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { messageOf } from '../../../platform/failure.ts';
import { callKey, queryClient, useCall, useSend } from '../../../platform/queries.ts';
import { AlertLine } from '../../../ui/AlertLine.tsx';
import card from '../../../ui/card.module.css';
import { formatDate, formatPhone, inOneLine } from '../../../ui/format.ts';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import forms from '../../../ui/forms.module.css';
import { GuardianFields, isGuardianComplete, noGuardian } from '../../../ui/GuardianFields.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { relationWords } from '../../../ui/relations.ts';
import { toast } from '../../../ui/toasts.ts';
import classes from './ProfilePage.module.css';

type List = Answer<typeof getGuardians>;
type Guardian = List['guardians'][number];

const keep = (list: List) => queryClient.setQueryData(callKey(getGuardians, {}), list);

const stateWords = ({ state, expires_at }: Guardian, institute: string): string =>
  ({
    asks_student: i18n.t('{institute} wants to show them your results. You decide.', { institute }),
    asks_guardian: i18n.t('Waiting for their answer until {expires_at}. They sign in with this number.', {
      expires_at: formatDate(expires_at),
    }),
    expired: i18n.t('Nobody answered the request in time.'),
    agreed: i18n.t('They see your results.'),
    paused: i18n.t('You are 18 now. They see nothing unless you agree again.'),
  })[state];

/**
 * The guardians who see a student's results at an institute. The student can add one, answer an institute's request for one, and remove
 * one.
 */
export function Guardians({ institute }: { institute: string }) {
  const list = useCall(getGuardians, {}, { ownFailures: true });
  return (
    <Loaded query={list} skeleton={<Skeleton height={180} radius="lg" />}>
      {({ guardians }) => <GuardianList guardians={guardians} institute={institute} />}
    </Loaded>
  );
}

function GuardianList({ guardians, institute }: { guardians: Guardian[]; institute: string }) {
  const [isNaming, setNaming] = useState(false);
  return (
    <section className={card.card} aria-labelledby="guardians">
      <h2 id="guardians" className={classes.heading}>
        {i18n.t('Who sees my results')}
      </h2>
      <p className={classes.text}>
        {i18n.t(
          'A parent or guardian sees your published results at {institute}, the next test, missed ones and attendance, once you and they have agreed. They never see your individual answers, and see your practice only if you share it.',
          { institute },
        )}
      </p>
      {guardians.length > 0 && (
        <ul className={`lined ${classes.guardians}`}>
          {guardians.map((guardian) => (
            <Row key={guardian.id} guardian={guardian} institute={institute} />
          ))}
        </ul>
      )}
      {guardians.filter(({ state }) => state !== 'expired').length < MOST_GUARDIANS && (
        <Button variant="default" mt="md" onClick={() => setNaming(true)}>
          {i18n.t('Name a parent or guardian')}
        </Button>
      )}
      {isNaming && <NameModal onClose={() => setNaming(false)} />}
    </section>
  );
}

function Row({ guardian, institute }: { guardian: Guardian; institute: string }) {
  const { id, name, phone, relation, state, shows_practice } = guardian;
  const [isEnding, setEnding] = useState(false);
  const answer = useSend(answerGuardian, { ownFailures: true });
  const show = useSend(showPracticeToGuardian, { ownFailures: true });
  const failure = answer.error ?? show.error;
  const isQuestion = state === 'asks_student' || state === 'paused';
  return (
    <li>
      <div className={`flex flex-wrap items-center justify-between ${classes.guardian}`}>
        <span>
          <strong>{name}</strong>
          <small>
            {i18n.t(relationWords[relation])} · +91 {formatPhone(phone)}
          </small>
          <small>{stateWords(guardian, institute)}</small>
        </span>
        <span className="ends">
          <Button variant="default" disabled={answer.isPending} onClick={() => setEnding(true)}>
            {state === 'asks_student'
              ? i18n.t('Decline')
              : state === 'agreed' || state === 'paused'
                ? i18n.t('End')
                : i18n.t('Cancel request')}
          </Button>
          {isQuestion && (
            <Button loading={answer.isPending} onClick={() => answer.mutate({ id, is_accepted: true }, { onSuccess: keep })}>
              {i18n.t('Agree')}
            </Button>
          )}
        </span>
      </div>
      {state === 'agreed' && (
        <label className={forms.tick}>
          <input
            type="checkbox"
            checked={shows_practice}
            disabled={show.isPending}
            onChange={(event) => show.mutate({ id, is_shown: event.currentTarget.checked }, { onSuccess: keep })}
          />
          <span>
            <Trans
              id="Share my practice too<0>How much, how often and how well; no individual answers.</0>"
              components={{ 0: <small /> }}
            />
          </span>
        </label>
      )}
      {failure && <AlertLine>{i18n.t('Not changed: {failure}', { failure: messageOf(failure) })}</AlertLine>}
      {isEnding && <EndModal guardian={guardian} onClose={() => setEnding(false)} />}
    </li>
  );
}

function NameModal({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState(noGuardian);
  const send = useSend(nameGuardian, { ownFailures: true });
  const given = { ...typed, name: inOneLine(typed.name) };
  const name = () =>
    send.mutate(given, {
      onSuccess: (list) => {
        keep(list);
        toast.success(i18n.t('{name} is asked. The request is open for 7 days.', { name: given.name }));
        onClose();
      },
    });
  return (
    <FormDialog
      onClose={onClose}
      title={i18n.t('Name a parent or guardian')}
      size={460}
      failure={send.error && i18n.t('Not asked: {error}', { error: messageOf(send.error) })}
      actions={
        <Button disabled={!isGuardianComplete(typed)} loading={send.isPending} onClick={name}>
          {i18n.t('Ask them')}
        </Button>
      }
    >
      <p className="text-14 leading-reading text-ink-soft">
        {i18n.t('They sign in with their own number, find the request there, and agree. Please tell them.')}
      </p>
      <GuardianFields value={typed} onChange={setTyped} />
    </FormDialog>
  );
}

/** The sentences with which the student ends what a guardian sees, declines the institute's request, or cancels a request. */
function endWords({ name, state }: Guardian): { title: string; text: string; button: string; done: string } {
  if (state === 'agreed' || state === 'paused')
    return {
      title: i18n.t('Stop showing results to {name}?', { name }),
      text: i18n.t('They see nothing more from now on, old results included.'),
      button: i18n.t('End it'),
      done: i18n.t('{name} no longer sees your results.', { name }),
    };
  const text = i18n.t('You can name them later.');
  if (state === 'asks_student')
    return {
      title: i18n.t('Decline to show results to {name}?', { name }),
      text,
      button: i18n.t('Decline'),
      done: i18n.t('{name} will not see your results.', { name }),
    };
  return {
    title: i18n.t('Cancel the request to {name}?', { name }),
    text,
    button: i18n.t('Cancel request'),
    done: i18n.t('The request to {name} is cancelled.', { name }),
  };
}

function EndModal({ guardian, onClose }: { guardian: Guardian; onClose: () => void }) {
  const send = useSend(endGuardian, { ownFailures: true });
  const words = endWords(guardian);
  const end = () =>
    send.mutate(
      { id: guardian.id },
      {
        onSuccess: (list) => {
          keep(list);
          toast.success(words.done);
          onClose();
        },
      },
    );
  return (
    <FormDialog
      onClose={onClose}
      title={words.title}
      failure={send.error && i18n.t('Not ended: {error}', { error: messageOf(send.error) })}
      focusesBack
      actions={
        <Button color="red" loading={send.isPending} onClick={end}>
          {words.button}
        </Button>
      }
    >
      <p className="text-14 leading-reading text-ink-soft">{words.text}</p>
    </FormDialog>
  );
}
