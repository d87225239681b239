import { randomInt } from 'node:crypto';

/** Letters and digits that nobody takes for one another: 32 of them, 5 bits each. */
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** That many of them at random, fit for a secret. */
export const randomLetters = (count: number): string => Array.from({ length: count }, () => letters[randomInt(letters.length)]).join('');
