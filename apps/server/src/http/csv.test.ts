import { expect, test } from 'vitest';
import { csvOf } from './csv.ts';

test.each([
  '=1+1',
  '+1',
  '-1',
  '@A1',
  '\t=1',
  '\r=1',
  '\n=1',
  '=HYPERLINK("http://evil")\nx',
  '=1\r\nx',
  '=1\u2028x',
  '＝1+1',
  '＋1',
  '－1',
  '＠A1',
  '\u200B=1',
  '\uFEFF\u2060＝1',
  '\u200D\t=1',
])('the text %j, which a spreadsheet would take for a formula, gets an apostrophe in front', (text) => {
  expect(csvOf(['name'], [[text]])).toBe(`name\r\n"'${text.replaceAll('"', '""')}"`);
});

test('other texts and numbers stay as they are', () => {
  expect(csvOf(['a', 'b', 'c'], [['Asha = 1', -4, null]])).toBe('a,b,c\r\nAsha = 1,-4,');
});
