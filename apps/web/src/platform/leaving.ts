import { createListeners } from './listeners.ts';

const { subscribe, notify } = createListeners();

/** Asks the shell to log out. The shell first sends the unsent answers, and lists those that would be lost. */
export const askToLeave = notify;
export const onLeaveAsked = subscribe;
