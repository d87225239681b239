const KEY = 'works-with-keyboard';

/** Whether the person works with the keyboard or a screen reader, so that the keyboard stays on in exam-exact mode. Kept on the device. */
export function worksWithKeyboard(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

export function chooseKeyboard(isOn: boolean): void {
  try {
    if (isOn) localStorage.setItem(KEY, 'true');
    else localStorage.removeItem(KEY);
  } catch {
    // Without storage the choice is asked again.
  }
}
