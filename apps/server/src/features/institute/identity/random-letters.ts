import { randomInt } from 'node:crypto';

/** Letters and digits that people do not confuse with one another: 32 of them, 5 bits each. */
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** A random text of `count` letters, fit for a secret. */
export const randomLetters = (count: number): string => Array.from({ length: count }, () => letters[randomInt(letters.length)]).join('');
