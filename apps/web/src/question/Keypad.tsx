import { pressKey, replaceEntry } from '@abhyas/exam/bank/numeric-entry';
import { IconBackspace } from '@tabler/icons-react';
import { type ClipboardEvent, type KeyboardEvent, memo, useCallback, useEffect, useId, useRef, useSyncExternalStore } from 'react';
import { i18n } from '../platform/language.ts';
import { createListeners } from '../platform/listeners.ts';
import styles from './Keypad.module.css';

const keys = ['1', '2', '3', /*i18n*/ 'Delete', '4', '5', '6', /*i18n*/ 'Clear', '7', '8', '9', '-', '0', '.'] as const;
const spokenKeys: Record<string, string> = { '-': /*i18n*/ 'Minus', '.': /*i18n*/ 'Decimal point' };

/** The key of the keypad that corresponds to a key of the keyboard; null if there is none. */
export function keypadKeyOf(event: { key: string; ctrlKey: boolean; metaKey: boolean; altKey: boolean }): string | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  if (/^[0-9.-]$/.test(event.key)) return event.key;
  if (event.key === 'Backspace' || event.key === 'Delete') return 'Delete';
  return null;
}

let warning = '';
const warned = createListeners();

/** The least ms for which a warning is shown, however fast the student types. */
const WARNING_MS = 4000;
let removal: ReturnType<typeof setTimeout> | undefined;
let readUntil = 0;

function show(text: string): void {
  clearTimeout(removal);
  removal = undefined;
  if (warning === text) return;
  warning = text;
  warned.notify();
}

/** Shows a warning under the field, also for a keyboard key that the page handled. */
function warn(text: string): void {
  readUntil = performance.now() + WARNING_MS;
  show(text);
}

/** Removes the warning once it has been shown for long enough to be read. */
function unwarn(): void {
  if (warning === '') return;
  removal ??= setTimeout(() => show(''), Math.max(0, readUntil - performance.now()));
}

/** Applies the result of a press. The warning about a refused key stays under the field until a later press, and for 4 s at least. */
function enter(entry: string, pressed: ReturnType<typeof pressKey>, onEnter: (entry: string) => void): void {
  if (pressed.warning === undefined) unwarn();
  else warn(i18n.t(pressed.warning));
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
  /** Whether the keypad stays in view below the question, which scrolls behind it. */
  isPinned?: boolean;
  /** Whether only the keypad's own keys enter digits and the keyboard does not, as in the real exam. */
  isKeyboardOff?: boolean;
  /** Whether it is rendered hidden, before it is needed. */
  isUnseen?: boolean;
}

/** Enters a number by touch, by a hardware keyboard and by paste. A phone's own keyboard stays closed. */
export const Keypad = memo(function Keypad(props: KeypadProps) {
  const { entry, onEnter, isReadOnly, labelledBy, isPinned = false, isKeyboardOff = false, isUnseen = false } = props;
  const warningId = useId();
  const warningText = useSyncExternalStore(warned.subscribe, () => warning);
  useEffect(() => (isUnseen ? undefined : () => show('')), [isUnseen]);
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
      <label className="grid gap-2 text-14 text-ink-soft">
        <span>{i18n.t('Your answer')}</span>
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
          // A soft keyboard or dictation writes into the field without a key event.
          onChange={(event) => replace(event.target.value)}
        />
      </label>
      <p id={warningId} className="text-14 leading-snug font-semibold text-warning empty:hidden" role="status">
        {isReadOnly || isUnseen ? '' : warningText}
      </p>
      {!isReadOnly && (
        <div className="grid grid-cols-[repeat(4,1fr)] gap-6" role="group" aria-label={i18n.t('Keypad')}>
          {keys.map((key) => (
            <button
              key={key}
              type="button"
              className={`flex items-center ${styles.key}`}
              data-key={key}
              aria-label={i18n.t(spokenKeys[key] ?? key)}
              onClick={() => press(key)}
            >
              {key === 'Delete' && <IconBackspace size={18} aria-hidden="true" />}
              {key === '-' ? '−' : i18n.t(key)}
            </button>
          ))}
        </div>
      )}
    </div>
  );
});
