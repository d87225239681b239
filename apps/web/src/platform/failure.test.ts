import { Problem } from '@abhyas/contract/problem';
import { expect, it } from 'vitest';
import { NetworkFailure } from './call.ts';
import { messageOf } from './failure.ts';

it('a person sees the message of the server or about the network, but never the message of a defect', () => {
  expect(messageOf(new Problem('wrong_code', 'Invalid Otp.'))).toBe('Invalid Otp.');
  expect(messageOf(new NetworkFailure(false, null))).toBe('Network error, please try again after sometime.');
  expect(messageOf(new TypeError('response is undefined'))).toBe('Try again later.');
});
