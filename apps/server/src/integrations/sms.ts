import type { CodeSender } from '../features/identity/identity.ts';

/** The demo's stand-in for text messages: the sign-in page shows the code. */
export const codeOnPage: CodeSender = {
  isShownOnPage: true,
  send: async () => {},
};
