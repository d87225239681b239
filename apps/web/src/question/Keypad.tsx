import { pressKey, replaceEntry } from '@abhyas/exam/bank/numeric-entry';
import { IconBackspace } from '@tabler/icons-react';
import { type ClipboardEvent, type KeyboardEvent, memo, useCallback, useEffect, useId, useRef, useSyncExternalStore } from 'react';
import { createListeners } from '../platform/listeners.ts';
import styles from './Keypad.module.css';

const keys = ['1', '2', '3', 'Delete', '4', '5', '6', 'Clear', '7', '8', '9', '-', '0', '.'] as const;
const spokenKeys: Record<string, string> = { '-': 'Minus', '.': 'Decimal point' };

/** The keypad's key for a key of the keyboard; null for one it does not take. */
export function keypadKeyOf(event: { key: string; ctrlKey: boolean; metaKey: boolean; altKey: boolean }): string | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  if (/^[0-9.-]$/.test(event.key)) return event.key;
  if (event.key === 'Backspace' || event.key === 'Delete') return 'Delete';
  return null;
}

let warning = '';
const warned = createListeners();

/** What stands under the field after a press, also one of a key that the page took for it; null ends the former. */
function warn(text: string | undefined): void {
  if (warning === (text ?? '')) return;
  warning = text ?? '';
  warned.notify();
}

/** Hands on what a press made of an entry; when it was refused, the specification's warning stands under the field until the next press. */
function enter(entry: string, pressed: ReturnType<typeof pressKey>, onEnter: (entry: string) => void): void {
  warn(pressed.warning);
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
  /** Stays in view below the question, which scrolls behind it. */
  isPinned?: boolean;
  /** Only its own keys enter anything: as on the real screen, the keyboard does not. */
  isKeyboardOff?: boolean;
  /** Kept where nobody sees it. */
  isUnseen?: boolean;
}

/** Takes a number by touch, by hardware keys and by paste. A phone's own keyboard stays away. */
export const Keypad = memo(function Keypad(props: KeypadProps) {
  const { entry, onEnter, isReadOnly, labelledBy, isPinned = false, isKeyboardOff = false, isUnseen = false } = props;
  const warningId = useId();
  const warningText = useSyncExternalStore(warned.subscribe, () => warning);
  useEffect(() => (isUnseen ? undefined : () => warn(undefined)), [isUnseen]);
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
    if (!key || isKeyboardOff) return;
    event.preventDefault();
    press(key);
  };
  const onPaste = (event: ClipboardEvent) => {
    event.preventDefault();
    if (!isKeyboardOff) replace(event.clipboardData.getData('text'));
  };

  return (
    <div className={styles.keypad} data-pinned={isPinned || undefined}>
      <label className={styles.label}>
        <span>Your answer</span>
        <input
          className={styles.entry}
          value={entry}
          inputMode="none"
          autoComplete="off"
          spellCheck={false}
          readOnly={isReadOnly || isKeyboardOff}
          data-settled={isReadOnly || undefined}
          aria-describedby={`${labelledBy} ${warningId}`}
          data-keypad-entry
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          // What a soft keyboard or dictation writes comes here without a key event.
          onChange={(event) => replace(event.target.value)}
        />
      </label>
      <p id={warningId} className={styles.warning} role="status">
        {isReadOnly || isUnseen ? '' : warningText}
      </p>
      {!isReadOnly && (
        <div className={styles.keys} role="group" aria-label="Keypad">
          {keys.map((key) => (
            <button
              key={key}
              type="button"
              className={styles.key}
              data-key={key}
              aria-label={spokenKeys[key] ?? key}
              onClick={() => press(key)}
            >
              {key === 'Delete' && <IconBackspace size={18} aria-hidden="true" />}
              {key === '-' ? '−' : key}
            </button>
          ))}
        </div>
      )}
    </div>
  );
});
