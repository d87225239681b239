import { Problem } from '@abhyas/contract/problem';
import { expect, it } from 'vitest';
import { NetworkFailure } from './call.ts';
import { wordsOf } from './failure.ts';

it('the words of the server and of the network reach a person, those of a defect do not', () => {
  expect(wordsOf(new Problem('wrong_code', 'Invalid Otp.'))).toBe('Invalid Otp.');
  expect(wordsOf(new NetworkFailure(false, null))).toBe('Network error, please try again after sometime.');
  expect(wordsOf(new TypeError('response is undefined'))).toBe('Try again later.');
});
