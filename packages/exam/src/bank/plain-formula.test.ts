import { describe, expect, test } from 'vitest';
import { plainFormula } from './plain-formula.ts';

describe('every spelling of a formula has the same plain form', () => {
  test.each([
    ['\\ce{H2SO4}', 'h2so4'],
    ['H_2SO_4', 'h2so4'],
    ['\\mathrm{H_{2}SO_{4}}', 'h2so4'],
    ['v = u + at', 'v=u+at'],
    ['v=u+at', 'v=u+at'],
    ['\\frac{1}{2}mv^2', '1/2mv2'],
    ['\\tfrac{1}{2} m v^{2}', '1/2mv2'],
    ['\\sqrt{2gh}', 'sqrt2gh'],
    ['E = h\\nu', 'e=hnu'],
    ['\\lambda \\le 5', 'lambda<=5'],
    ['λ', 'lambda'],
    ['20\\ \\mathrm{m\\,s^{-1}}', '20ms-1'],
  ])('%s is %s', (written, plain) => expect(plainFormula(written)).toBe(plain));
});
