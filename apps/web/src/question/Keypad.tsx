import { pressKey, replaceEntry } from '@abhyas/exam/numeric-entry';
import { IconBackspace } from '@tabler/icons-react';
import { type ClipboardEvent, type KeyboardEvent, memo, useCallback, useEffect, useRef } from 'react';
import { toast } from '../ui/toasts.ts';
import styles from './Keypad.module.css';

const keys = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '-', '0', '.'] as const;
const spokenKeys: Record<string, string> = { '-': 'Minus', '.': 'Decimal point' };

/** The keypad's key for a key of the keyboard; null for one it does not take. */
export function keypadKeyOf(event: { key: string; ctrlKey: boolean; metaKey: boolean; altKey: boolean }): string | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  if (/^[0-9.-]$/.test(event.key)) return event.key;
  if (event.key === 'Backspace' || event.key === 'Delete') return 'Delete';
  return null;
}

/** Hands on what a press made of an entry, with the specification's warning when it was refused. */
function enter(entry: string, pressed: ReturnType<typeof pressKey>, onEnter: (entry: string) => void): void {
  if (pressed.warning) toast.warning(pressed.warning);
  if (pressed.entry !== entry) onEnter(pressed.entry);
}

/** Applies a key to an entry. */
export function pressWithWarning(entry: string, key: string, onEnter: (entry: string) => void): void {
  enter(entry, pressKey(entry, key), onEnter);
}

interface KeypadProps {
  entry: string;
  onEnter: (entry: string) => void;
  isReadOnly: boolean;
  labelledBy: string;
}

/** Takes a number by touch, by hardware keys and by paste. A phone's own keyboard stays away. */
export const Keypad = memo(function Keypad({ entry, onEnter, isReadOnly, labelledBy }: KeypadProps) {
  // Two presses may come before the next render.
  const latest = useRef(entry);
  useEffect(() => {
    latest.current = entry;
  }, [entry]);

  const take = useCallback(
    (next: string) => {
      latest.current = next;
      onEnter(next);
    },
    [onEnter],
  );
  const press = (key: string) => {
    if (!isReadOnly) pressWithWarning(latest.current, key, take);
  };

  const replace = (text: string) => {
    if (!isReadOnly) enter(latest.current, replaceEntry(latest.current, text), take);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const key = keypadKeyOf(event);
    if (!key) return;
    event.preventDefault();
    press(key);
  };
  const onPaste = (event: ClipboardEvent) => {
    event.preventDefault();
    replace(event.clipboardData.getData('text'));
  };

  return (
    <div className={styles.keypad}>
      <label className={styles.label}>
        <span>Your answer</span>
        <input
          className={styles.entry}
          value={entry}
          inputMode="none"
          autoComplete="off"
          spellCheck={false}
          readOnly={isReadOnly}
          aria-describedby={labelledBy}
          data-keypad-entry
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          // What a soft keyboard or dictation writes comes here without a key event.
          onChange={(event) => replace(event.target.value)}
        />
      </label>
      {!isReadOnly && (
        <div className={styles.keys} role="group" aria-label="Keypad">
          {keys.map((key) => (
            <button key={key} type="button" className={styles.key} aria-label={spokenKeys[key] ?? key} onClick={() => press(key)}>
              {key === '-' ? '−' : key}
            </button>
          ))}
          <button type="button" className={`${styles.key} ${styles.word}`} onClick={() => press('Delete')}>
            <IconBackspace size={20} aria-hidden="true" />
            Delete
          </button>
          <button type="button" className={`${styles.key} ${styles.word}`} onClick={() => press('Clear')}>
            Clear
          </button>
        </div>
      )}
    </div>
  );
});
