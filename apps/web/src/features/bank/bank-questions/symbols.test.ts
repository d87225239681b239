import { expect, test } from 'vitest';
import { faultsOfText } from '@abhyas/contract/bank/authored-text';
import { symbolGroups, withSymbol } from './symbols.ts';

test('a symbol takes the place of the selection, encloses it where it can, and leaves the rest as it is', () => {
  expect(withSymbol('x = 2a', 4, 6, String.raw`\frac{|}{}`)).toEqual({ text: String.raw`x = \frac{2a}{}`, start: 10, end: 12 });
  expect(withSymbol('a b', 1, 1, String.raw`\pm `)).toEqual({ text: String.raw`a\pm  b`, start: 5, end: 5 });
});

const filled = ({ source }: { source: string }) => {
  const text = source.replace('|', 'x').replaceAll('{}', '{y}');
  return /^\\[([]/.test(source) ? text : `\\(a${text}\\)`;
};

test.each(symbolGroups.flatMap(({ symbols }) => symbols.map((symbol) => [symbol.name, symbol] as const)))(
  'the source of "%s" has no fault once it is filled in',
  (_name, symbol) => expect(faultsOfText(filled(symbol))).toEqual([]),
);
