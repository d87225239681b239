import { describe, expect, test } from 'vitest';
import { itemsOf } from '../testing/items-of.ts';

const read = (text: string) => itemsOf({ 'set.csv': text }, 'csv');
const codes = (item: { notices: { code: string }[] } | undefined) => item?.notices.map(({ code }) => code);
const heading = 'Subject,Chapter,Question Text,Option A,Option B,Option C,Option D,Correct Answer,Explanation,Level\n';

describe('a table of questions', () => {
  test('is read by the headings that people give', async () => {
    const items = await read(`My questions\n\n${heading}Physics,Optics,"If $x<3$, then?",1,2,3,4,(b),"Line 1\nLine 2",Hard\n`);
    expect(items).toMatchObject([
      {
        place: 'Row 4',
        question: { topic: 'Physics / Optics', text: 'If \\(x&lt;3\\), then?', keys: [2], solution: 'Line 1<br>Line 2', difficulty: 4 },
        notices: [],
      },
    ]);
  });

  test.each([
    ['A', 'four_options', [1]],
    ['3', 'four_options', [3]],
    ['Option D', 'four_options', [4]],
    ['A, C', 'multiple_option', [[1, 3]]],
    ['bd', 'multiple_option', [[2, 4]]],
    ['newton', 'four_options', [2]],
    ['E', 'four_options', []],
  ])('with the answer %s has its key', async (answer, type, keys) => {
    const [item] = await read(`question,a,b,c,d,answer\nUnit?,joule,newton,watt,pascal,"${answer}"\n`);
    expect(item?.question).toMatchObject({ type, keys });
  });

  test.each([
    ['2.50', ['2.50'], 2],
    ['0.74 to 0.80', [{ from: '0.74', to: '0.80' }], 2],
    ['9.8 ± 0.1', [{ from: '9.7', to: '9.9' }], 2],
    ['4 | 0.0005', ['4', '0.0005'], 4],
    ['1.6e-3', ['0.0016'], 4],
  ])('without options has the number %s as its answer', async (answer, keys, precision) => {
    const [item] = await read(`question,option1,answer\nHow much?,,${answer}\n`);
    expect(item?.question).toMatchObject({ type: 'numerical', keys, precision });
  });

  test('without headings is read in the usual order', async () => {
    const items = await read('One?,1,2,3,4,C\nTwo?,1,2,3,4,A\n');
    expect(items.map(({ question }) => question?.keys)).toEqual([[3], [1]]);
  });

  test('with semicolons is read; marks, a fifth option and an unknown column are reported', async () => {
    const items = await read('question;a;b;c;d;e;answer;marks;Reviewer\nWhich?;1;2;3;4;5;A;4;Asha\nWhich now?;1;2;3;4;;B;4;Asha\n');
    expect(items.map((item) => [item.about, item.question?.keys, ...(codes(item) ?? [])])).toEqual([
      ['file', undefined, 'columns'],
      ['question', undefined, 'marks', 'option_count'],
      ['question', [2], 'marks'],
    ]);
  });

  test('takes pictures and passages from a zip', async () => {
    const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47]);
    const csv =
      'question,figure,a,b,c,d,answer,passage\nOne?,a.png,1,2,3,4,A,Read this.\nTwo?,gone.png,1,2,3,4,B,Read this.\nThree?,,1,2,3,4,"A,B",Read this.\n';
    const items = await itemsOf({ 'set/set.csv': csv, 'set/pictures/a.png': png }, 'csv');
    expect(items.map((item) => [item.question?.type, item.question?.figure, item.passage?.number, ...(codes(item) ?? [])])).toEqual([
      ['comprehension', 0, 1],
      ['comprehension', null, 1, 'picture_missing'],
      ['multiple_option', null, undefined, 'passage_in_text'],
    ]);
  });
});
