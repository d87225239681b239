import { useSyncExternalStore } from 'react';
import { createListeners } from './listeners.ts';

/** What Chromium hands a page that could be installed; other browsers have none. */
interface InstallPrompt extends Event {
  prompt(): Promise<unknown>;
}

const OFFERED = 'install-offered';
const listeners = createListeners();
let prompt: InstallPrompt | null = null;

const wasOffered = (): boolean => {
  try {
    return localStorage.getItem(OFFERED) !== null;
  } catch {
    return true;
  }
};

/** Keeps the browser's own offer back until a session has been finished. */
export function holdInstallOffer(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    prompt = event as InstallPrompt;
    listeners.notify();
  });
  addEventListener('appinstalled', () => {
    prompt = null;
    listeners.notify();
  });
}

/** Whether the site can be added to the home screen and was not offered before. */
export const useInstallOffer = (): boolean => useSyncExternalStore(listeners.subscribe, () => prompt !== null && !wasOffered());

/** The offer was answered; with `isTaken` the browser asks. It comes once. */
export async function answerInstallOffer(isTaken: boolean): Promise<void> {
  const asked = prompt;
  prompt = null;
  try {
    localStorage.setItem(OFFERED, new Date().toISOString().slice(0, 10));
  } catch {
    // Then it may be offered again.
  }
  listeners.notify();
  if (isTaken) await asked?.prompt();
}
