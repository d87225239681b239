import { CODE_LENGTH } from '@abhyas/contract/payments/payments';
import { Problem } from '@abhyas/contract/problem';
import { Button } from '@mantine/core';
import { IconAlertCircle, IconCheck, IconCircleCheck } from '@tabler/icons-react';
import { type FormEvent, useId, useRef, useState } from 'react';
import { i18n } from '../../../platform/language.ts';
import classes from './CodeField.module.css';
import type { Cut } from './payments.queries.ts';

export interface AppliedCode extends Cut {
  code: string;
}

interface Props {
  label: string;
  /** 'Coupon Applied', 'Invalid Coupon Code'. */
  appliedWords: string;
  invalidWords: string;
  applied: AppliedCode | null;
  /** Whether the server has refused the code after it was applied. */
  isRefused: boolean;
  /** Resolves with null for an unknown code. */
  ask: (code: string) => Promise<Cut | null>;
  onChange: (applied: AppliedCode | null) => void;
}

type State = 'entry' | 'asking' | 'invalid' | { failure: string };

/** A field for a code of six characters. After Apply it shows Applied with Remove, or why the code was refused. */
export function CodeField({ label, appliedWords, invalidWords, applied, isRefused, ask, onChange }: Props) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [state, setState] = useState<State>('entry');
  const isInvalid = applied === null && (state === 'invalid' || (isRefused && state === 'entry'));
  const failure = typeof state === 'object' ? state.failure : null;
  const isBad = isInvalid || failure !== null;

  async function apply(event: FormEvent) {
    event.preventDefault();
    const code = text.trim();
    if (code === '' || applied !== null || state === 'asking') return;
    setState('asking');
    try {
      const cut = await ask(code);
      setState(cut ? 'entry' : 'invalid');
      if (cut) onChange({ code, ...cut });
      else input.current?.focus();
    } catch (error) {
      setState({ failure: error instanceof Problem ? error.message : i18n.t('Network error, try again after sometime.') });
    }
  }

  function remove() {
    onChange(null);
    setText('');
    setState('entry');
    requestAnimationFrame(() => input.current?.focus());
  }

  return (
    <form className={`grid gap-4 ${classes.field}`} onSubmit={(event) => void apply(event)} noValidate>
      <label htmlFor={id}>{label}</label>
      <div
        className={`flex items-center border border-line-strong rounded-control bg-surface ${classes.box}`}
        data-state={applied ? 'applied' : isBad ? 'bad' : undefined}
      >
        <input
          ref={input}
          id={id}
          value={applied?.code ?? text}
          readOnly={applied !== null || state === 'asking'}
          maxLength={CODE_LENGTH}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          aria-invalid={isBad || undefined}
          aria-describedby={`${id}-says`}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value.toUpperCase().replaceAll(/[^A-Z0-9]/g, ''));
            if (state !== 'entry') setState('entry');
          }}
        />
        {applied ? (
          <>
            <span className="inline-flex items-center gap-4 text-14 font-semibold text-correct">
              <IconCheck size={18} aria-hidden />
              {i18n.t('Applied')}
            </span>
            <Button variant="subtle" onClick={remove} aria-label={i18n.t('Remove {label}', { label: label.toLowerCase() })}>
              {i18n.t('Remove')}
            </Button>
          </>
        ) : (
          <Button
            type="submit"
            variant="subtle"
            disabled={text === ''}
            loading={state === 'asking'}
            aria-label={i18n.t('Apply {label}', { label: label.toLowerCase() })}
          >
            {i18n.t('Apply')}
          </Button>
        )}
      </div>
      <p
        id={`${id}-says`}
        className="flex items-center gap-6 min-h-24 text-14 empty:min-h-0 data-[state=applied]:text-correct data-[state=bad]:text-incorrect"
        data-state={applied ? 'applied' : isBad ? 'bad' : undefined}
        role="status"
      >
        {applied && (
          <>
            <IconCircleCheck size={18} aria-hidden />
            {appliedWords}
          </>
        )}
        {isBad && (
          <>
            <IconAlertCircle size={18} aria-hidden />
            {failure ?? invalidWords}
          </>
        )}
      </p>
    </form>
  );
}
