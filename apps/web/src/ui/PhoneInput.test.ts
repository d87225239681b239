import { expect, test } from 'vitest';
import { digitsOf } from './PhoneInput.tsx';

test.each([
  ['98765 43210', '9876543210'],
  ['+91 98765 43210', '9876543210'],
  ['098765-43210', '9876543210'],
  ['9198765432', '9198765432'],
  ['98765', '98765'],
  ['phone', ''],
])('the phone number typed as %j is read as %j', (typed, digits) => {
  expect(digitsOf(typed)).toBe(digits);
});
