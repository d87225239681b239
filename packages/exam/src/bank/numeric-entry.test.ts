import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canBeTyped, isEntry, MAX_ENTRY_LENGTH, minusWarning, pointWarning, pressKey, readNumber, replaceEntry } from './numeric-entry.ts';

const keys = [...'0123456789.-', 'Delete', 'Clear', 'e', 'E', '+', ',', ' ', 'Enter', '12', ''];
const typed = (text: string): string => [...text].reduce((entry, key) => pressKey(entry, key).entry, '');

describe('the keypad', () => {
  it.each([
    ['', '-', { entry: '-' }],
    ['-', '-', { entry: '-', warning: 'Minus cannot be added within a number.' }],
    ['5', '-', { entry: '5', warning: 'Minus cannot be added within a number.' }],
    ['', '.', { entry: '.' }],
    ['1.5', '.', { entry: '1.5', warning: 'There cannot be more than 1 decimal points in a number.' }],
    ['.', '.', { entry: '.', warning: 'There cannot be more than 1 decimal points in a number.' }],
    ['12', 'Delete', { entry: '1' }],
    ['', 'Delete', { entry: '' }],
    ['-12.5', 'Clear', { entry: '' }],
    ['123456789012', '3', { entry: '123456789012' }],
    ['1', 'e', { entry: '1' }],
    ['1', '+', { entry: '1' }],
    ['1', '12', { entry: '1' }],
  ])('turns the entry %j and the key %j into a valid entry', (entry, key, expected) => {
    expect(pressKey(entry, key)).toEqual(expected);
  });

  it('a key never makes an invalid entry, and a warning appears only when the entry stays unchanged', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...keys), { maxLength: 40 }), (pressed) => {
        let entry = '';
        for (const key of pressed) {
          const next = pressKey(entry, key);
          expect(isEntry(next.entry)).toBe(true);
          expect(next.entry.length).toBeLessThanOrEqual(MAX_ENTRY_LENGTH);
          if (next.warning !== undefined) {
            expect(next.entry).toBe(entry);
            expect([minusWarning, pointWarning]).toContain(next.warning);
          }
          entry = next.entry;
        }
      }),
    );
  });

  it('every number that canBeTyped accepts can be typed', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^-?[0-9]{0,6}(\.[0-9]{1,4})?$/), (text) => {
        fc.pre(canBeTyped(text));
        expect(typed(text)).toBe(text);
      }),
    );
  });
});

describe('a pasted text', () => {
  it.each([
    ['12.5', { entry: '12.5' }],
    [' -7 ', { entry: '-7' }],
    ['5.', { entry: '5.' }],
    ['', { entry: '' }],
    ['\u22124', { entry: '-4' }],
    ['1,20,000', { entry: '120000' }],
    ['12-3', { entry: '9', warning: minusWarning }],
    ['1.2.3', { entry: '9', warning: pointWarning }],
    ['0,125', { entry: '9' }],
    ['twelve', { entry: '9' }],
    ['1e5', { entry: '9' }],
    ['1234567890123', { entry: '9' }],
  ])('%j replaces the entry 9 if it is a number', (text, expected) => {
    expect(replaceEntry('9', text)).toEqual(expected);
  });
});

describe('entries that may be stored', () => {
  it.each(['', '-', '.', '-.', '5', '-5', '5.', '0.5', '.5', '-.5', '-0', '007', '123456789012'])('include %j', (text) => {
    expect(isEntry(text)).toBe(true);
  });

  it.each(['--5', '5-', '1.2.3', '+5', '1e5', '1,000', ' 5', '5 ', '\u22125', 'NaN', 'Infinity', '٥', '1234567890123', '5\n', "1'; drop"])(
    'do not include %j',
    (text) => {
      expect(isEntry(text)).toBe(false);
    },
  );
});

describe('numbers as authors write them', () => {
  it.each([
    ['+65.49', '65.49'],
    ['89,034.79', '89034.79'],
    ['1,00,000', '100000'],
    ['12,34,567.5', '1234567.5'],
    ['\u22125', '-5'],
    ['  4 ', '4'],
    ['.5', '.5'],
    ['5.', '5'],
    ['-0', '-0'],
    ['\u00A04\u00A0', '4'],
    ['1,23,45,678', '12345678'],
    ['12,345,678', '12345678'],
  ])('%j is read as %j', (text, expected) => {
    expect(readNumber(text)).toBe(expected);
  });

  it.each(['0,123', '0,123.5', '1,00,000,000', '12,345,67,890', '123,45,678', '00,123', '1,23,456,789'])(
    '%j has a decimal comma or mixed grouping and is not a number',
    (text) => expect(readNumber(text)).toBeNull(),
  );

  it.each(['', '-', '.', '1e5', '0,5', '1,2', '1,0000', ',100', '1 000', '--1', 'four', '0x10'])('%j is not a number', (text) => {
    expect(readNumber(text)).toBeNull();
  });

  it('readNumber returns only characters that an entry accepts', () => {
    fc.assert(
      fc.property(fc.integer({ min: -99_999_999, max: 99_999_999 }), (number) => {
        expect(readNumber(number.toLocaleString('en-US'))).toBe(String(number));
        expect(readNumber(number.toLocaleString('en-IN'))).toBe(String(number));
      }),
    );
  });
});

describe('keys that can be typed', () => {
  it.each(['4', '-0.5', '.25', '123456789.12'])('include %j', (text) => expect(canBeTyped(text)).toBe(true));
  it.each(['', '-', '.', '5.', '3.14159265358979', '1e5', '1,000', '+5'])('do not include %j', (text) =>
    expect(canBeTyped(text)).toBe(false),
  );
});
