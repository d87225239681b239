import { describe, expect, test } from 'vitest';
import { MARK_CLOSE, MARK_OPEN, withMarks } from './marks.ts';

/** The text with brackets around the highlighted parts. */
const shown = (text: string, words: string[], formulas: string[] = []) =>
  withMarks(text, { words, formulas }).replaceAll(MARK_OPEN, '[').replaceAll(MARK_CLOSE, ']');

describe('the words and formulas that a search matched are highlighted', () => {
  test.each([
    ['A ball and two balls roll', ['ball'], 'A [ball] and two [balls] roll'],
    ['velocity and velocities', ['veloc'], '[velocity] and [velocities]'],
    ['kinetic energy', ['energi'], 'kinetic [energy]'],
    ['Thrown upwards', ['thrown'], '[Thrown] upwards'],
    ['an up-thrown stone', ['up'], 'an up-thrown stone'],
    ['a <b>ball</b> &lt; b', ['ball', 'b', 'lt'], 'a <b>[ball]</b> &lt; [b]'],
    ['a ballistic galvanometer, ballroom dancing', ['ball'], 'a [ballistic] galvanometer, [ballroom] dancing'],
  ])('%s', (text, words, expected) => expect(shown(text, words)).toBe(expected));

  test('in any spelling of a formula, but not as words inside a formula', () => {
    expect(shown('Use \\(v = u + at\\) at \\(t = 2\\)', ['at'], ['v=u+at'])).toBe('Use [\\(v = u + at\\)] [at] \\(t = 2\\)');
    expect(shown('Moles of \\(\\ce{H2SO4}\\)', [], ['h2so4'])).toBe('Moles of [\\(\\ce{H2SO4}\\)]');
  });

  test('and control characters in the text itself highlight nothing', () => {
    expect(withMarks('\uE002x', { words: [], formulas: [] })).toBe('x');
  });
});
