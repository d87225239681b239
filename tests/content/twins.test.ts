import { describe, expect, it } from 'vitest';
import { type Compared, twinsOf } from './twins.ts';

const likeFrom = 0.8;
const question = (code: string, text: string, options?: string[], subject = 'physics'): Compared => ({
  code,
  subject,
  text,
  ...(options ? { options } : {}),
});

/** Questions of the same subject on other things: they decide which words are rare. */
const others = [
  'A stone is thrown upward. How high does it rise?',
  'A charge moves in a magnetic field. What is the radius of its path?',
  'A lens of focal length \\(20\\ \\mathrm{cm}\\) makes an image. How far away is it?',
  'Which gas escapes fastest through a small hole?',
  'A wire of resistance \\(R\\) is bent to a ring. What is the resistance across a diameter?',
].map((text, at) => question(`other-${at}`, text));
const pairs = (...asked: Compared[]) => twinsOf([...others, ...asked], likeFrom).map(({ codes }) => codes);

describe('twins', () => {
  it.each([
    [
      'with the same question in other words',
      question('one', 'Which indicator suits the titration of a weak acid with a strong base?', ['Phenolphthalein', 'Methyl orange']),
      question('two', 'Which indicator is suited to titrations of weak acids with a strong base?', ['Methyl orange', 'Phenolphthalein']),
    ],
    [
      'with other names of the variables',
      question('one', 'What is \\(\\int_0^5 x[x]\\,dx\\)?', undefined, 'maths'),
      question('two', 'Find \\(\\displaystyle\\int_0^5 t[t]\\,dt\\).', undefined, 'maths'),
    ],
  ])('%s are found', (_what, one, two) => {
    const besides = others.map((other) => ({ ...other, subject: one.subject }));
    expect(twinsOf([...besides, one, two], likeFrom).map(({ codes }) => codes)).toEqual([['one', 'two']]);
  });

  it('do not include two questions on the same topic that ask for different things', () => {
    const one = question('one', 'A ball rolls down a rough slope of \\(30^\\circ\\). What is its acceleration?');
    const two = question('two', 'A block slides down a smooth slope of \\(37^\\circ\\) from rest. How long does it take for two metres?');
    expect(pairs(one, two)).toEqual([]);
  });

  it('do not include two questions on the same passage', () => {
    const passage = { passage: 'lift', passage_text: 'A lift of mass \\(400\\ \\mathrm{kg}\\) hangs from a cable.' };
    const [one, two] = [question('one', 'What is the tension?'), question('two', 'What is the tension then?')];
    expect(pairs({ ...one, ...passage }, { ...two, ...passage })).toEqual([]);
    expect(pairs(one, two)).toEqual([['one', 'two']]);
  });
});
