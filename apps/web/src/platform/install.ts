import { useSyncExternalStore } from 'react';
import { createListeners } from './listeners.ts';

/** The event that Chromium sends to a page that can be installed; other browsers send none. */
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

/** Keeps the browser from offering the installation before the person has finished a session. */
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

/** Records the person's answer to the offer; with `isTaken` the browser asks for the installation. The offer is made once. */
export async function answerInstallOffer(isTaken: boolean): Promise<void> {
  const asked = prompt;
  prompt = null;
  try {
    localStorage.setItem(OFFERED, new Date().toISOString().slice(0, 10));
  } catch {
    // The browser stored nothing, so the offer may be made again.
  }
  listeners.notify();
  if (isTaken) await asked?.prompt();
}
