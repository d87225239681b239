import type { BankContent } from '@abhyas/contract/bank/bank-content';
import { Button } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import buttons from '../../../ui/buttons.module.css';
import forms from '../../../ui/forms.module.css';
import classes from './Bank.module.css';
import { Faults } from './SourceField.tsx';

type Key = BankContent['keys'][number];

interface KeyFieldsProps {
  content: BankContent;
  faultsOf: (...path: (string | number)[]) => string[];
  onChange: (keys: Key[]) => void;
}

const mostKeys = 21;

/** The answer: an option, a set of options, or values and ranges. */
export function KeyFields(props: KeyFieldsProps) {
  const { content, faultsOf } = props;
  return (
    <fieldset className="grid gap-8">
      <legend className="mb-4 text-14 font-bold">Answer</legend>
      {content.type === 'numerical' ? <NumericalKeys {...props} /> : <OptionKeys {...props} />}
      {content.type !== 'numerical' && <Faults faults={faultsOf('keys')} />}
    </fieldset>
  );
}

function OptionKeys({ content: { type, keys }, onChange }: KeyFieldsProps) {
  const isSeveral = type === 'multiple_option';
  const [first] = keys;
  const chosen = Array.isArray(first) ? first : typeof first === 'number' ? [first] : [];
  const choose = (option: number, isChosen: boolean) => {
    if (!isSeveral) return onChange([option]);
    const others = chosen.filter((one) => one !== option);
    onChange([(isChosen ? [...others, option] : others).toSorted((a, b) => a - b)]);
  };
  return (
    <div className="flex flex-wrap gap-12">
      {[1, 2, 3, 4].map((option) => (
        <label key={option} className={classes.tick}>
          <input
            type={isSeveral ? 'checkbox' : 'radio'}
            name="answer"
            checked={chosen.includes(option)}
            onChange={(event) => choose(option, event.currentTarget.checked)}
          />
          Option {option}
        </label>
      ))}
    </div>
  );
}

function NumericalKeys({ content: { keys }, faultsOf, onChange }: KeyFieldsProps) {
  const shown: Key[] = keys.length > 0 ? keys : [''];
  const set = (at: number, key: Key) => onChange(shown.with(at, key));
  return (
    <>
      {shown.map((key, at) => (
        // Answers have no name; only their position identifies them.
        <div key={at} className="grid grid-cols-[repeat(auto-fit,minmax(120px,1fr))] items-end gap-12">
          {typeof key === 'object' && !Array.isArray(key) ? (
            <>
              <KeyText label={`Answer ${at + 1} from`} value={key.from} onChange={(from) => set(at, { ...key, from })} />
              <KeyText label={`Answer ${at + 1} to`} value={key.to} onChange={(to) => set(at, { ...key, to })} />
            </>
          ) : (
            <KeyText label={shown.length === 1 ? 'Value' : `Value ${at + 1}`} value={String(key)} onChange={(text) => set(at, text)} />
          )}
          <label className="grid gap-4 text-14 font-medium">
            Kind
            <select
              className={forms.select}
              value={typeof key === 'object' ? 'range' : 'value'}
              aria-label={`Kind of answer ${at + 1}`}
              onChange={(event) => {
                const from = typeof key === 'object' && !Array.isArray(key) ? key.from : String(key);
                set(at, event.currentTarget.value === 'range' ? { from, to: from } : from);
              }}
            >
              <option value="value">A value</option>
              <option value="range">A range</option>
            </select>
          </label>
          {shown.length > 1 && (
            <button
              type="button"
              className={buttons.icon}
              aria-label={`Remove answer ${at + 1}`}
              onClick={() => onChange(shown.toSpliced(at, 1))}
            >
              <IconTrash size={20} aria-hidden />
            </button>
          )}
          <Faults faults={faultsOf('keys', at)} />
        </div>
      ))}
      {shown.length < mostKeys && (
        <div>
          <Button variant="subtle" leftSection={<IconPlus size={18} />} onClick={() => onChange([...shown, ''])}>
            Accept another answer
          </Button>
        </div>
      )}
    </>
  );
}

function KeyText({ label, value, onChange }: { label: string; value: string; onChange: (text: string) => void }) {
  return (
    <label className="grid gap-4 text-14 font-medium">
      {label}
      <input
        className={classes.input}
        value={value}
        maxLength={40}
        inputMode="decimal"
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </label>
  );
}
