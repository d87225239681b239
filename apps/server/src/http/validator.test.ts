import { Moment } from '@abhyas/contract/endpoint';
import { Type } from 'typebox';
import { expect, test } from 'vitest';
import { compileValidator } from './validator.ts';

const read = compileValidator({ schema: Type.Object({ at: Moment }), httpPart: 'body' });

test.each(['2026-12-31T23:59:59Z', '2026-12-31T23:59:59.999Z', '2027-01-01T05:29:59+05:30'])('the moment %s is accepted', (at) => {
  expect(read({ at })).toEqual({ value: { at } });
});

test.each([
  '2026-12-31T23:59:60Z',
  '2027-01-01T05:29:60+05:30',
  '2026-12-31T00:00:00Z[UTC]',
  '2026-02-30T00:00:00Z',
  '2026-12-31T00:00:00',
])('the text %s, which is no moment for JavaScript or has no zone, is refused', (at) => {
  expect(read({ at })).toMatchObject({ error: { code: 'invalid_input', message: 'That request was not understood: at.' } });
});
