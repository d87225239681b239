import { describe, expect, test } from 'vitest';
import { itemsOf } from '../testing/items-of.ts';
import { inList, lines, numbering, paragraph, picture, run, table, wordFiles } from '../testing/word.ts';

const read = (body: string, more: Record<string, string | Uint8Array> = {}) => itemsOf(wordFiles(body, more), 'docx');
const codes = (item: { notices: { code: string }[] } | undefined) => item?.notices.map(({ code }) => code);
const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47]);

describe('questions of a Word document', () => {
  test.each([
    [
      'options on lines of their own',
      '1. Unit of force?\n(a) joule\n(b) newton\n(c) watt\n(d) pascal\nAns: (b)\n2. Next?\n(a) 1\n(b) 2\n(c) 3\n(d) 4\nAnswer: d',
    ],
    [
      'options on one line',
      'Q1. Unit of force?\n(A) joule (B) newton (C) watt (D) pascal\nAns. B\nQ2. Next?\nA) 1 B) 2 C) 3 D) 4\nCorrect Answer: D',
    ],
    [
      'options on two lines',
      'Q.1) Unit of force?\nA. joule    B. newton\nC. watt    D. pascal\nKey: B\nQ.2) Next?\nA. 1    B. 2\nC. 3    D. 4\nKey: 4',
    ],
    [
      'options after the question',
      'Question 1: Unit of force? (a) joule (b) newton (c) watt (d) pascal\nAns (b)\nQuestion 2: Next? (a) 1 (b) 2 (c) 3 (d) 4\nAns (d)',
    ],
    [
      'numbered options',
      '1. Unit of force?\n(1) joule\n(2) newton\n(3) watt\n(4) pascal\nAns. (2)\n2. Next?\n(1) 1\n(2) 2\n(3) 3\n(4) 4\nAns. (4)',
    ],
    [
      'options with a point or bracket and a digit',
      '1. Unit of force?\n1) joule\n2) newton\n3) watt\n4) pascal\nAnswer: 2\n2. Next?\n1) 1\n2) 2\n3) 3\n4) 4\nAnswer: 4',
    ],
    [
      'keys at the end',
      '1. Unit of force?\n(a) joule\n(b) newton\n(c) watt\n(d) pascal\n2. Next?\n(a) 1\n(b) 2\n(c) 3\n(d) 4\nAnswer Key\n1. b   2. d',
    ],
    [
      'a star at the correct option',
      '1. Unit of force?\n(a) joule\n*(b) newton\n(c) watt\n(d) pascal\n2. Next?\n(a) 1\n(b) 2\n(c) 3\n*(d) 4',
    ],
    [
      'answers as text',
      '1. Unit of force?\n(a) joule\n(b) newton\n(c) watt\n(d) pascal\nAnswer: newton\n2. Next?\n(a) x\n(b) y\n(c) z\n(d) w\nAnswer: (d) w',
    ],
  ])('are read with %s', async (_what, text) => {
    const items = await read(lines(text));
    expect(items.map((item) => [item.place, item.question?.keys, ...(codes(item) ?? [])])).toEqual([
      ['Question 1', [2]],
      ['Question 2', [4]],
    ]);
    expect(items[0]?.question).toMatchObject({ text: 'Unit of force?', options: ['joule', 'newton', 'watt', 'pascal'] });
  });

  test('are read with automatic numbers, and with options as their sub-lists', async () => {
    const question = (text: string, options: readonly string[]) =>
      paragraph(run(text), inList(1, 0)) + options.map((option) => paragraph(run(option), inList(1, 1))).join('');
    const body =
      question('One?', ['a', 'b', 'c', 'd']) + paragraph(run('Ans: a')) + question('Two?', ['e', 'f', 'g', 'h']) + paragraph(run('Ans: b'));
    const items = await read(body, { 'word/numbering.xml': numbering });
    expect(items.map(({ place, question: read }) => [place, read?.options, read?.keys])).toEqual([
      ['Question 1', ['a', 'b', 'c', 'd'], [1]],
      ['Question 2', ['e', 'f', 'g', 'h'], [2]],
    ]);
  });

  test('are read with several answers, numbers, ranges and units', async () => {
    const options = '(a) 1 (b) 2 (c) 3 (d) 4';
    const items = await read(
      lines(
        `1. Which?\n${options}\nAns: (a), (c)\n2. How much?\nAns: 2.5\n3. How far?\nAns: 2.4 to 2.6\n4. How fast?\nAns: 12 m/s\n5. Why?\nAns: because`,
      ),
    );
    expect(items.map((item) => [item.question?.type, item.question?.keys, ...(codes(item) ?? [])])).toEqual([
      ['multiple_option', [[1, 3]]],
      ['numerical', ['2.5']],
      ['numerical', [{ from: '2.4', to: '2.6' }]],
      ['numerical', ['12'], 'units'],
      ['numerical', [], 'not_a_number', 'no_answer'],
    ]);
  });

  test('keep statements that are part of their text', async () => {
    const items = await read(
      lines(
        '1. Consider:\n(i) one\n(ii) two\n1. a list\n2. its second line\nWhich are true?\n(a) i\n(b) ii\n(c) both\n(d) none\nSol. Look:\n1. here\n2. there\nAns: c\n2. Next?\n(a) 1\n(b) 2\n(c) 3\n(d) 4\nAns: a',
      ),
    );
    expect(items).toHaveLength(2);
    expect(items[0]?.question?.text).toContain('Which are true?');
    expect(items[0]?.question?.solution).toContain('there');
  });

  test.each([
    ['lists of letters before numbered options', 'Match:\n(A) force\n(B) power\n(C) work\n(D) charge\n(1) a\n(2) b\n(3) c\n(4) d'],
    ['lists with the marks of the options', 'Match:\n(a) force\n(b) power\n(c) work\n(d) charge\n(a) a\n(b) b\n(c) c\n(d) d'],
    ['an assertion and its reason', 'Assertion (A): It falls.\nReason: It is heavy.\n(a) a (b) b (c) c (d) d'],
  ])('with %s keep them in the text', async (_what, text) => {
    const items = await read(lines(`1. ${text}\n2. Next?\n(a) 1 (b) 2 (c) 3 (d) 4\nAnswers: 1. c, 2. d`));
    expect(items.map(({ question }) => [question?.options[0], question?.keys, question?.solution])).toEqual([
      ['a', [3], ''],
      ['1', [4], ''],
    ]);
    expect(items[0]?.question?.text).toMatch(/charge$|heavy/);
  });

  test('get the subject of a paper with subjects and sections as their topic', async () => {
    const items = await read(
      lines(
        'PHYSICS\nSECTION – A\n1. One?\n(1) 1 (2) 2 (3) 3 (4) 4\nAnswer (2)\nSECTION – B\n2. How many?\nAnswer (12)\nCHEMISTRY\n3. Two?\n(1) 1 (2) 2 (3) 3 (4) 4\nAnswer (1)\nSolution:\nIt is.\n4. Three?\n(1) 1 (2) 2 (3) 3 (4) 4\nAnswer (3)\nIt is not.',
      ),
    );
    expect(items.map(({ question }) => [question?.topic, question?.keys])).toEqual([
      ['PHYSICS', [2]],
      ['PHYSICS', ['12']],
      ['CHEMISTRY', [1]],
      ['CHEMISTRY', [3]],
    ]);
    expect(items.map(({ question }) => question?.solution)).toEqual(['', '', 'It is.', 'It is not.']);
  });

  test('share a passage, and take topics and solutions', async () => {
    const four = '(a) 1 (b) 2 (c) 3 (d) 4';
    const items = await read(
      lines(
        `Topic: Optics\nPassage for questions 1 to 2\nLight bends.\nIt bends much.\n1. Why?\n${four}\nAns: a\nSolution: It is\nslower.\n2. How?\n${four}\nAns: b\n3. When?\n${four}\nAns: c\nDifficulty: Hard`,
      ),
    );
    expect(
      items.map(({ question, passage }) => [question?.type, question?.topic, passage?.text, question?.solution, question?.difficulty]),
    ).toEqual([
      ['comprehension', 'Optics', 'Light bends.\n\nIt bends much.', 'It is\n\nslower.', 3],
      ['comprehension', 'Optics', 'Light bends.\n\nIt bends much.', '', 3],
      ['four_options', 'Optics', undefined, '', 4],
    ]);
  });

  test('take keys from a table and solutions from a list at the end', async () => {
    const four = '(a) 1 (b) 2 (c) 3 (d) 4';
    const body =
      lines(`1. A?\n${four}\n2. B?\n${four}\n3. C?\n${four}`) +
      paragraph(run('ANSWER KEY')) +
      table([
        ['Q. No.', '1', '2', '3'],
        ['Ans', 'b', '(c)', 'A'],
      ]) +
      lines('Hints and Solutions\n1. First.\n2. (c) Second.');
    const items = await read(body);
    expect(items.map(({ question }) => [question?.keys, question?.solution])).toEqual([
      [[2], 'First.'],
      [[3], 'Second.'],
      [[1], ''],
    ]);
  });

  test.each([
    [
      'options in its cells',
      paragraph(run('1. Which?')) +
        table([
          ['(a) 1', '(b) 2'],
          ['(c) 3', '(d) 4'],
        ]) +
        paragraph(run('Ans: d')),
    ],
    [
      'its parts in rows',
      table([
        ['Question', 'Which?'],
        ['Type', 'multiple_choice'],
        ['Option', '1', 'incorrect'],
        ['Option', '2', 'incorrect'],
        ['Option', '3', 'incorrect'],
        ['Option', '4', 'correct'],
      ]),
    ],
    [
      'a question in each row',
      table([
        ['No', 'Question', 'A', 'B', 'C', 'D', 'Answer'],
        ['1', 'Which?', '1', '2', '3', '4', 'D'],
      ]),
    ],
  ])('are read from a table with %s', async (_what, body) => {
    const items = await read(body);
    expect(items.map(({ question }) => question)).toMatchObject([{ text: 'Which?', options: ['1', '2', '3', '4'], keys: [4] }]);
  });

  test('keep a table of data, and report its merged cells', async () => {
    const data = table([
      ['t', 'v'],
      ['1', '2'],
    ]).replace('<w:tc>', '<w:tc><w:tcPr><w:gridSpan w:val="2"/></w:tcPr>');
    const [item] = await read(paragraph(run('1. Given')) + data + lines('find v.\n(a) 1 (b) 2 (c) 3 (d) 4\nAns: a'));
    expect(item?.question?.text).toContain('<table><tr><td>t</td><td>v</td></tr><tr><td>1</td><td>2</td></tr></table>');
    expect(codes(item)).toEqual(['table_cells']);
  });

  test('keep formulas, superscripts, Greek letters of the font Symbol, and the key that the only bold option marks', async () => {
    const formula = '<m:oMath><m:f><m:num><m:r><m:t>a</m:t></m:r></m:num><m:den><m:r><m:t>b</m:t></m:r></m:den></m:f></m:oMath>';
    const body =
      paragraph(
        `${run('1. If ')}${formula}${run(' is 10')}${run('2', '<w:vertAlign w:val="superscript"/>')}${run(' and ')}${run('q', '<w:rFonts w:ascii="Symbol"/>')}${run('<w:sym/>'.slice(0, 0))} $x$?`.replace(
          ' $x$?',
          run(' $x_1$?'),
        ),
      ) + ['(a) 1', '(b) 2', '(c) 3', '(d) 4'].map((text) => paragraph(run(text, text.startsWith('(c)') ? '<w:b/>' : ''))).join('');
    const [item] = await read(body);
    expect(item?.question).toMatchObject({
      text: 'If \\(\\frac{a}{b}\\) is 10<sup>2</sup> and θ \\(x_1\\)?',
      options: ['1', '2', '3', '4'],
      keys: [3],
    });
    expect(codes(item)).toEqual(['marked_option']);
  });

  test('keep their pictures, and report MathType, footnotes, drawings and old forms of pictures', async () => {
    const mathType = '<w:r><w:object><v:shape><v:imagedata r:id="rId2"/></v:shape><o:OLEObject ProgID="Equation.DSMT4"/></w:object></w:r>';
    const body =
      paragraph(
        `${run('1. See ')}${picture('rId1', 'A ray')}${mathType}<w:r><w:footnoteReference w:id="1"/></w:r><w:r><w:drawing/></w:r>`,
      ) + lines('(a) 1 (b) 2 (c) 3 (d) 4\nAns: a');
    const wmf = new Uint8Array([0xd7, 0xcd, 0xc6, 0x9a]);
    const [item] = await read(body, { 'word/media/image1.png': png, 'word/media/image2.wmf': wmf });
    expect([item?.question?.figure, item?.pictures[0]?.alt, item?.question?.text]).toEqual([0, 'A ray', 'See [formula]']);
    expect(codes(item)?.toSorted()).toEqual(['drawing', 'footnote', 'mathtype', 'picture_form']);
  });

  test('with two or five options are listed with their reason', async () => {
    const items = await read(lines('1. A?\n(a) 1\n(b) 2\n(c) 3\n(d) 4\n(e) 5\nAns: a\n2. B?\n(a) yes\n(b) no\nAns: a'));
    expect(items.map((item) => [item.question, ...(codes(item) ?? [])])).toEqual([
      [null, 'option_count'],
      [null, 'option_count'],
    ]);
    expect(items[0]?.source).toBe('A?\n(a) 1\n(b) 2\n(c) 3\n(d) 4\n(e) 5\nAnswer: a');
  });

  test('are reported as missing in a file that has none', async () => {
    expect(codes((await read(lines('Only a letter to parents.')))[0])).toEqual(['no_questions']);
  });
});
