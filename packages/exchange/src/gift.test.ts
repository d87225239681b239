import { describe, expect, test } from 'vitest';
import { itemsOf } from './testing/items-of.ts';

const read = (text: string) => itemsOf({ 'bank.gift': text }, 'gift');
const only = async (text: string) => {
  const items = await read(text);
  expect(items).toHaveLength(1);
  return items[0];
};
const codes = (item: { notices: { code: string }[] } | undefined) => item?.notices.map(({ code }) => code);

describe('a GIFT file', () => {
  test('gives each question its category and its line', async () => {
    const items = await read(
      '$CATEGORY: $course$/top/Physics/Optics\n\n// a comment\n::Lens::Which lens?{\n~a\n=b\n~c\n~d\n####Because.\n}\n\n::Next::Two?{~1 ~2 =3 ~4}\n',
    );
    expect(items.map(({ place, question }) => [place, question?.topic, question?.keys, question?.solution])).toEqual([
      ['Question 1, line 4 (Lens)', 'Physics / Optics', [2], 'Because.'],
      ['Question 2, line 12 (Next)', 'Physics / Optics', [3], ''],
    ]);
  });

  test('keeps formulas whose braces are escaped, and those whose braces are not', async () => {
    const item = await only(String.raw`Is \(\frac{1}{2}\) or $$\sqrt\{x \= 1\}$$?{~\(a_{1}\) ~b =\\(x \\neq 1\\) ~d}`);
    expect(item?.question?.text).toBe(String.raw`Is \(\frac{1}{2}\) or \[\sqrt{x = 1}\]?`);
    expect(item?.question?.options).toEqual([String.raw`\(a_{1}\)`, 'b', String.raw`\(x \neq 1\)`, 'd']);
  });

  test.each([
    ['a tolerance', '{#3.14:0.01}', [{ from: '3.13', to: '3.15' }], 2],
    ['a range', '{#-5..5}', [{ from: '-5', to: '5' }], 2],
    ['several numbers with weights', '{#=1822:0 =%50%1823:2}', ['1822'], 2],
    ['a typed number', '{=four =4}', undefined, undefined],
    ['typed numbers only', '{=0.1255}', ['0.1255'], 4],
  ])('reads an answer with %s', async (_what, answer, keys, precision) => {
    const question = (await only(`How much? ${answer}`))?.question;
    expect(question?.keys).toEqual(keys);
    expect(question?.precision).toEqual(precision);
  });

  test('takes several correct options from their weights, and reports that the weights are lost', async () => {
    const item = await only('Which?{~%50%a ~%-100%b ~%50%c ~d}');
    expect([item?.question?.type, item?.question?.keys, codes(item)]).toEqual(['multiple_option', [[1, 3]], ['weights']]);
  });

  test('takes the reply to the correct answer as solution, and reports that other replies are lost', async () => {
    const item = await only('Which?{~a#No, look again ~b =c#It floats. ~d}');
    expect([item?.question?.solution, codes(item)]).toEqual(['It floats.', ['feedback_as_solution', 'feedback']]);
  });

  test('lists questions of other types with their source and the reason', async () => {
    const items = await read(
      'Sky is blue.{T}\n\nMatch.{=a -> b =c -> d}\n\nWrite.{}\n\nWho?{=me =you}\n\nFive?{=a ~b ~c ~d ~e}\n\nA text.\n',
    );
    expect(items.map((item) => [item.question, ...(codes(item) ?? [])])).toEqual([
      [null, 'type_not_taken'],
      [null, 'type_not_taken'],
      [null, 'type_not_taken'],
      [null, 'type_not_taken'],
      [null, 'option_count'],
      [null, 'description'],
    ]);
  });

  test('loses only the question whose braces are not closed', async () => {
    const items = await read('One?{=a ~b\n\n::Two::Two?{~1 ~2 =3 ~4}\n\nThree?{\n~1\n\n~2\n=3\n~4}\n');
    expect(items.map((item) => [item.question?.keys, ...(codes(item) ?? [])])).toEqual([[undefined, 'braces'], [[3]], [[3]]]);
  });

  test('marks the gap of a sentence that goes on after the answer', async () => {
    expect((await only('The sun {~sets =rises ~stands ~falls} in the east.'))?.question?.text).toBe('The sun _____ in the east.');
  });

  test('reads texts in HTML and Markdown', async () => {
    const item = await only('[markdown]A **bold** $$x_1 * x_2 * y$${=[html]<b>1</b> ~_2_ ~3 ~4}');
    expect(item?.question?.text).toBe(String.raw`A <b>bold</b> \[x_1 * x_2 * y\]`);
    expect(item?.question?.options.slice(0, 2)).toEqual(['<b>1</b>', '<i>2</i>']);
  });
});
