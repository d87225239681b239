import {
  CHALLENGE_LENGTH,
  challengeKey,
  getKeyChallenge,
  type KeyClaim,
  withdrawChallenge,
} from '@abhyas/contract/exam-office/key-challenges';
import { Button, Textarea, TextInput } from '@mantine/core';
import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { messageOf } from '../../../platform/failure.ts';
import { keepDraft, keptDraft } from '../../../platform/kept-drafts.ts';
import { i18n } from '../../../platform/language.ts';
import { callKey, queryClient, useSend } from '../../../platform/queries.ts';
import { useUser } from '../../../platform/user.ts';
import { isNumerical, optionsOf, takesSeveral } from '../../../question/question-content.ts';
import { AlertLine } from '../../../ui/AlertLine.tsx';
import { ChoiceChips } from '../../../ui/ChoiceChips.tsx';
import forms from '../../../ui/forms.module.css';
import { toast } from '../../../ui/toasts.ts';
import { type AcceptedKey, keyInWords, keyOfText } from '../../../question/keys.ts';
import { claimLabels, type SheetQuestion } from './claims.ts';
import classes from './KeyChallenges.module.css';

const numbersOf = (answer: AcceptedKey | null): number[] => (typeof answer === 'number' ? [answer] : Array.isArray(answer) ? answer : []);

/** The student's choice and text; kept on the device until the server has it. */
interface Draft {
  claim: KeyClaim;
  options: number[];
  typed: string;
  reason: string;
}

/** Challenges the key of a question, changes the student's challenge, or withdraws it. */
export function ChallengeForm({ paperId, each: { question, challenge } }: { paperId: number; each: SheetQuestion }) {
  const user_id = useUser()?.id ?? 0;
  const place = `${paperId}/${question.id}`;
  const [kept] = useState(() => keptDraft<Draft>('challenge', user_id, place));
  const [isShown, setShown] = useState(challenge !== null || kept !== null);
  const [draft, setDraft] = useState<Draft>(
    kept ?? {
      claim: challenge?.claim ?? 'other_answer',
      options: numbersOf(challenge?.answer ?? null),
      typed: challenge?.answer && isNumerical(question) ? keyInWords([challenge.answer]) : '',
      reason: challenge?.reason ?? '',
    },
  );
  const { claim, options, typed, reason } = draft;
  const change = (part: Partial<Draft>) => {
    const next = { ...draft, ...part };
    setDraft(next);
    keepDraft('challenge', user_id, place, next);
  };
  const forget = () => keepDraft('challenge', user_id, place, null);
  const [fault, setFault] = useState<{ answer?: string; reason?: string }>({});
  // The pressed button is removed, so the focus moves to the element in its place.
  const opener = useRef<HTMLButtonElement>(null);
  const chosen = useRef<HTMLInputElement>(null);
  const isTurned = useRef(false);
  const turn = (shown: boolean) => {
    isTurned.current = true;
    setShown(shown);
  };
  useEffect(() => {
    if (isTurned.current) (isShown ? chosen : opener).current?.focus();
    isTurned.current = false;
  }, [isShown]);
  const send = useSend(challengeKey, { ownFailures: true });
  const withdraw = useSend(withdrawChallenge, { ownFailures: true });
  const failure = send.error ?? withdraw.error;
  const several = takesSeveral(question);
  const refresh = () => void queryClient.invalidateQueries({ queryKey: callKey(getKeyChallenge, { id: paperId }) });

  const answerOf = (): AcceptedKey | null => {
    if (isNumerical(question)) return keyOfText(typed);
    return several ? (options.length > 0 ? options : null) : (options[0] ?? null);
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const answer = claim === 'other_answer' ? answerOf() : null;
    const faults = {
      ...(claim === 'other_answer' && answer === null
        ? { answer: isNumerical(question) ? i18n.t('Type a number.') : i18n.t('Choose the answer that you take for right.') }
        : {}),
      ...(reason.trim().length < CHALLENGE_LENGTH.least
        ? { reason: i18n.t('Write at least {least} characters.', { least: CHALLENGE_LENGTH.least }) }
        : {}),
    };
    setFault(faults);
    if (Object.keys(faults).length > 0) return;
    send.mutate(
      { id: paperId, question_id: question.id, claim, reason: reason.trim(), ...(answer === null ? {} : { answer }) },
      {
        onSuccess: () => {
          forget();
          toast.success(i18n.t('Your challenge is with your institute.'));
          refresh();
        },
      },
    );
  };
  if (!isShown) {
    return (
      <div className="mt-12 print:hidden!">
        <Button ref={opener} variant="default" onClick={() => turn(true)}>
          {i18n.t('Challenge this key')}
        </Button>
      </div>
    );
  }
  return (
    <form onSubmit={submit} className="grid gap-16 mt-16 print:hidden!" noValidate>
      <fieldset className={`${forms.pick} ${classes.claims}`}>
        <legend>{i18n.t('What is wrong with the key')}</legend>
        {claimLabels.map(([value, label]) => (
          <label key={value}>
            <input
              ref={claim === value ? chosen : undefined}
              type="radio"
              name={`claim-${question.id}`}
              checked={claim === value}
              onChange={() => change({ claim: value })}
            />
            <span>{i18n.t(label)}</span>
          </label>
        ))}
      </fieldset>
      {claim === 'other_answer' &&
        (isNumerical(question) ? (
          <TextInput
            label={i18n.t('The right answer: a number, or a range as 0.74 to 0.80')}
            inputMode="decimal"
            value={typed}
            maxLength={40}
            error={fault.answer}
            onChange={({ currentTarget }) => change({ typed: currentTarget.value })}
          />
        ) : (
          <ChoiceChips
            label={several ? i18n.t('The right options') : i18n.t('The right option')}
            options={optionsOf(question).map(({ option }) => ({ id: option, name: String(option) }))}
            chosen={options}
            fault={fault.answer ?? null}
            onChange={(chosen) => change({ options: several ? chosen.toSorted((a, b) => a - b) : chosen.slice(-1) })}
          />
        ))}
      <Textarea
        size="md"
        label={i18n.t('Your reason')}
        description={i18n.t('The law, the working, or the book and page. Only your institute reads it.')}
        value={reason}
        maxLength={CHALLENGE_LENGTH.most}
        error={fault.reason}
        autosize
        minRows={3}
        maxRows={10}
        onChange={({ currentTarget }) => change({ reason: currentTarget.value })}
      />
      {failure && (
        <AlertLine>
          {i18n.t('Not sent. {failure}', { failure: messageOf(failure) })}{' '}
          {keptDraft('challenge', user_id, place) !== null && i18n.t('What you wrote is kept on this device.')}
        </AlertLine>
      )}
      <div className={forms.actions}>
        {challenge ? (
          <Button
            variant="default"
            loading={withdraw.isPending}
            onClick={() =>
              withdraw.mutate(
                { id: paperId, question_id: question.id },
                {
                  onSuccess: () => {
                    forget();
                    toast.success(i18n.t('Your challenge is withdrawn.'));
                    turn(false);
                    refresh();
                  },
                },
              )
            }
          >
            {i18n.t('Withdraw')}
          </Button>
        ) : (
          <Button
            variant="default"
            onClick={() => {
              forget();
              turn(false);
            }}
          >
            {i18n.t('Cancel')}
          </Button>
        )}
        <Button type="submit" loading={send.isPending}>
          {challenge ? i18n.t('Change the challenge') : i18n.t('Send the challenge')}
        </Button>
      </div>
    </form>
  );
}
