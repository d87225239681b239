import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AcceptedAnswer } from '../bank/question.ts';
import { resultOf } from '../bank/result.ts';
import { keyOfSet, mayMoveOptions, orderOfSet, originalOptions, setNames, type SetQuestion } from './paper-sets.ts';

/** Papers of up to three sections with single questions and passages. */
const anyPaper = fc
  .array(
    fc.array(fc.record({ size: fc.integer({ min: 1, max: 4 }), numerical: fc.boolean(), may_move_options: fc.boolean() }), {
      minLength: 1,
      maxLength: 12,
    }),
    { minLength: 1, maxLength: 3 },
  )
  .map((sections) => {
    let id = 0;
    return sections.flatMap((units, section) =>
      units.flatMap(({ size, numerical, may_move_options }, unit) =>
        Array.from(
          { length: size },
          (): SetQuestion => ({
            id: (id += 1),
            section,
            passage_id: size > 1 ? section * 100 + unit : null,
            options: numerical ? [] : [1, 2, 3, 4],
            may_move_options,
          }),
        ),
      ),
    );
  });
const anySet = fc.constantFrom(...setNames);
const anySeed = fc.integer({ min: 0, max: 2 ** 31 - 2 });
const idsOf = (questions: readonly { id: number }[]) => questions.map(({ id }) => id);
const plain = (count: number): SetQuestion[] =>
  Array.from({ length: count }, (_, at) => ({ id: at + 1, section: 0, passage_id: null, options: [1, 2, 3, 4], may_move_options: true }));

describe('the order of a set', () => {
  it('is the original order with the original options in set A', () => {
    fc.assert(
      fc.property(anyPaper, anySeed, fc.boolean(), (paper, seed, moves) => {
        const placed = orderOfSet(paper, 'A', seed, moves);
        expect(idsOf(placed)).toEqual(idsOf(paper));
        for (const { options } of placed) for (const { printed, original } of options) expect(printed).toBe(original);
      }),
    );
  });

  it('has every question once, in its section, and passages with their questions together and in order', () => {
    fc.assert(
      fc.property(anyPaper, anySet, anySeed, fc.boolean(), (paper, set, seed, moves) => {
        const byId = new Map(paper.map((question) => [question.id, question]));
        const placed = orderOfSet(paper, set, seed, moves).map(({ id }) => byId.get(id) as SetQuestion);
        expect(idsOf(placed).toSorted((a, b) => a - b)).toEqual(idsOf(paper));
        expect(placed.map(({ section }) => section)).toEqual(paper.map(({ section }) => section));
        for (const passage of new Set(paper.map(({ passage_id }) => passage_id))) {
          if (passage === null) continue;
          const whole = paper.filter(({ passage_id }) => passage_id === passage);
          const at = placed.findIndex(({ passage_id }) => passage_id === passage);
          expect(idsOf(placed.slice(at, at + whole.length))).toEqual(idsOf(whole));
        }
      }),
    );
  });

  it('is the same for the same seed, and differs between sets and seeds', () => {
    const paper = plain(45);
    const order = (set: 'B' | 'C' | 'D', seed: number) => idsOf(orderOfSet(paper, set, seed, false)).join();
    expect(order('B', 7)).toBe(order('B', 7));
    expect(new Set([order('B', 7), order('C', 7), order('D', 7), order('B', 8), idsOf(paper).join()]).size).toBe(5);
  });

  it('leaves few questions at their number, so that neighbours have different questions', () => {
    const paper = plain(45);
    for (const set of ['B', 'C', 'D'] as const) {
      const kept = orderOfSet(paper, set, 20_271, false).filter(({ id }, at) => id === at + 1);
      expect(kept.length).toBeLessThan(8);
    }
  });

  it('moves options only where the question allows it and the paper asks for it', () => {
    fc.assert(
      fc.property(anyPaper, anySet, anySeed, fc.boolean(), (paper, set, seed, moves) => {
        for (const { id, options } of orderOfSet(paper, set, seed, moves)) {
          const question = paper.find((one) => one.id === id) as SetQuestion;
          expect(options.map(({ printed }) => printed)).toEqual(question.options);
          expect(options.map(({ original }) => original).toSorted((a, b) => a - b)).toEqual(question.options);
          if (!moves || !question.may_move_options) for (const { printed, original } of options) expect(printed).toBe(original);
        }
      }),
    );
    const moved = orderOfSet(plain(45), 'B', 3, true).filter(({ options }) =>
      options.some(({ printed, original }) => printed !== original),
    );
    expect(moved.length).toBeGreaterThan(30);
  });
});

describe('the key of a set', () => {
  const anyAnswer = fc.uniqueArray(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 4 });
  const anyKey = fc.array(fc.oneof(fc.integer({ min: 1, max: 4 }), anyAnswer), { minLength: 1, maxLength: 3 });

  it('marks a printed answer as the original key marks the original answer', () => {
    fc.assert(
      fc.property(anyKey, anyAnswer, anySet, anySeed, (accepted: AcceptedAnswer[], responses, set, seed) => {
        const [placed] = orderOfSet(plain(1), set, seed, true);
        if (!placed) throw new Error('The question is missing.');
        const key = { question_type: 2 as const, precision: 2 };
        const onPaper = resultOf({ ...key, accepted_answers: keyOfSet(accepted, placed) }, { responses, rich_response: null });
        const inBank = resultOf(
          { ...key, accepted_answers: accepted },
          { responses: originalOptions(responses, placed), rich_response: null },
        );
        expect(onPaper).toBe(inBank);
      }),
    );
  });

  it('leaves numbers and ranges as they are', () => {
    expect(keyOfSet(['4.5', { from: '1', to: '2' }], { id: 1, options: [] })).toEqual(['4.5', { from: '1', to: '2' }]);
  });
});

describe('options stay in order', () => {
  it.each([
    ['All of the above', false],
    ['None of these', false],
    ['Both (1) and (2)', false],
    ['both a and b', false],
    ['Neither of them', false],
    ['Both statements are correct', false],
    ['None', true],
    ['A-II, B-I', true],
    [String.raw`\(2\pi\)`, true],
    ['All gases at low pressure', true],
  ])('if an option refers to another: %s', (text, may) => {
    expect(mayMoveOptions({ options: ['First', 'Second', 'Third', text], hasPictures: false, solution: '' })).toBe(may);
  });

  it('if the solution names an option, or an option is a picture', () => {
    const options = ['First', 'Second'];
    expect(mayMoveOptions({ options, hasPictures: false, solution: 'So option 2 is right.' })).toBe(false);
    expect(mayMoveOptions({ options, hasPictures: false, solution: 'Hence (2).' })).toBe(false);
    expect(mayMoveOptions({ options, hasPictures: true, solution: '' })).toBe(false);
    expect(mayMoveOptions({ options: [], hasPictures: false, solution: '' })).toBe(false);
  });
});
