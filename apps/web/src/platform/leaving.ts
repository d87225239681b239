import { createListeners } from './listeners.ts';

const { subscribe, notify } = createListeners();

/** Asks the shell to log out. The shell sends the unsent answers first, and says which would be lost. */
export const askToLeave = notify;
export const onLeaveAsked = subscribe;
