import { useEffect } from 'react';
import { i18n } from '../../../../platform/language.ts';
import { toast } from '../../../../ui/toasts.ts';

/** Keys of the browser itself, such as reload and full screen, stay with the browser. */
const isOfBrowser = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) => ctrlKey || metaKey || altKey || /^F\d+$/.test(key);

/** While `isOn`, no key has an effect on the test screen, as in the real exam. In a dialog, where codes are typed, all keys work. */
export function useDeadKeyboard(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return;
    const stop = (event: KeyboardEvent) => {
      if (isOfBrowser(event) || document.querySelector('[role="dialog"]')) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (event.type === 'keydown' && !event.repeat) toast.warning(i18n.t('The keyboard is off, as in the exam. Use the mouse.'));
    };
    addEventListener('keydown', stop, true);
    // Space presses a focused button when the key is released.
    addEventListener('keyup', stop, true);
    return () => {
      removeEventListener('keydown', stop, true);
      removeEventListener('keyup', stop, true);
    };
  }, [isOn]);
}
