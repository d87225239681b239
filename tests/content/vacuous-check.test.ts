import { describe, expect, it } from 'vitest';
import { faultOfCheck, numbersStated } from './vacuous-check.ts';

const stone = 'A stone is thrown upward at \\(20\\ \\mathrm{m\\,s^{-1}}\\). How high does it rise?';
const asked = (givens: Record<string, number>, formula: string, ...read: string[]) => ({ check: { givens, formula }, read });

describe('a check', () => {
  it.each([
    ['whose formula is a given', asked({ h: 20 }, 'h', stone), /given or a constant/],
    ['whose formula is a given in brackets with a sign', asked({ h: 20 }, '-((h))', stone), /given or a constant/],
    ['whose formula is a constant', asked({}, '20', stone), /given or a constant/],
    ['that leaves a given out', asked({ u: 20, g: 10 }, '20 + 0', stone), /does not use u, g/],
    ['that adds nothing to a given', asked({ u: 20, n: 3 }, 'u * 1 + 0 * n', stone), /only repeats u/],
    ['that multiplies a given by 1 in disguise', asked({ u: 20 }, 'u * sign(400 - u)', stone), /only repeats u/],
    ['on numbers of its own', asked({ a: 7, b: 3 }, 'a + b', stone), /none of the numbers/],
    ['on numbers of its own, with a 2 that the question has too', asked({ a: 7 }, 'a * 2', 'Find \\(2x\\).'), /none of the numbers/],
  ])('%s is refused', (_what, question, reason) => expect(faultOfCheck(question)).toMatch(reason));

  it.each([
    ['on a number of the question', asked({ u: 20, g: 10 }, 'u^2 / (2 * g)', stone)],
    ['on a number in another decimal unit', asked({ u: 0.02 }, 'u^2 * 3', stone)],
    ['that counts with numbers of the question in its formula', asked({}, 'sum(map(1:20, f(x) = x))', stone)],
    ['on a number of the passage', asked({ u: 45 }, 'u / 9', 'How high does it rise?', 'A ball flies at 45 metres a second.')],
    ['of a question that states no number', asked({ disc: 0.5, ball: 0.4 }, '(1 + disc) / (1 + ball)', 'A disc and a ball roll up.')],
    ['on a fraction in the text', asked({ c: 0.5 }, 'acos(c) * 180 / pi', '\\(\\cos^{-1}\\tfrac12\\) in degrees is')],
    ['on the letters of a word', asked({ n: 5 }, 'n! / 2!', 'In how many orders can the letters of HELLO stand?')],
  ])('%s is accepted', (_what, question) => expect(faultOfCheck(question)).toBeUndefined());
});

it.each([
  ['\\(\\binom61 + \\binom{7}{2}\\)', [6, 1, 7, 2]],
  ['\\(12\\,500\\) and 3{,}000', [12500, 3000]],
  ['three of \\(x^{12}\\)', [12, 3]],
  ['\\(\\dfrac{3}{4}\\)', [3, 4, 0.75]],
  ['<td>A</td>', []],
])('%s states the numbers %j', (text, numbers) => expect(numbersStated(text)).toEqual(numbers));
