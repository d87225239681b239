import { createListeners } from './listeners.ts';

const { subscribe, notify } = createListeners();

/** Asks the shell to log out: it sends what is unsent first, and says what would be lost. */
export const askToLeave = notify;
export const onLeaveAsked = subscribe;
