import { emptyContent, type BankContent } from '@abhyas/contract/bank/bank-content';
import { faultsOfText } from '@abhyas/contract/bank/authored-text';
import type { AcceptedAnswer } from '@abhyas/exam/bank/question';
import fc from 'fast-check';
import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { itemsOf } from '../testing/items-of.ts';
import type { Format, ReadItem } from '../reading.ts';
import { templateCsv, templateXlsx } from '../table/template.ts';
import { writeCsv } from './write-csv.ts';
import { writeMoodle } from './write-moodle.ts';
import { writeQti } from './write-qti.ts';
import type { ExportFile, ExportQuestion } from './writing.ts';

const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 1, 2, 3]);
const hash = 'ab'.repeat(32);
const picture = (name: string) => (name === hash ? { media_type: 'image/png', bytes: png } : undefined);

const filesOf = ({ name, bytes }: ExportFile): Record<string, Uint8Array> => (name.endsWith('.zip') ? unzipSync(bytes) : { [name]: bytes });
const readBack = (file: ExportFile, format: Format): Promise<ReadItem[]> => itemsOf(filesOf(file), format);

const atom = fc.oneof(
  fc.stringMatching(/^[a-zA-Z0-9,;:!?'"=+@-]{1,8}$/),
  fc.constantFrom(
    '\\(x^{2}_1\\)',
    '\\(a &lt; b\\)',
    '\\[\\frac{1}{2}\\]',
    '\\(\\begin{matrix}a & b \\\\ c & d\\end{matrix}\\)',
    '<b>bold</b>',
    '<i>i</i>',
    '10<sup>-3</sup>',
    'H<sub>2</sub>O',
    'R&amp;D',
    '&lt;',
    '&gt;',
    '&#36;5',
    '&#36;x&#36;',
    '&#92;',
    'é',
    'अ',
    'a<br>b',
    '-5',
    '=x',
  ),
);
const text = fc
  .array(
    fc.array(atom, { minLength: 1, maxLength: 6 }).map((atoms) => atoms.join(' ')),
    { minLength: 1, maxLength: 3 },
  )
  .map((parts) => parts.join('\n\n'));
const line = fc.array(atom, { minLength: 1, maxLength: 4 }).map((atoms) => atoms.join(' '));
const decimal = fc.integer({ min: -9999, max: 9999 }).map((value) => (value / 100).toFixed(2));
const numerical: fc.Arbitrary<AcceptedAnswer> = fc.oneof(
  decimal,
  fc.tuple(decimal, fc.integer({ min: 1, max: 500 })).map(([from, width]) => ({ from, to: (Number(from) + width / 100).toFixed(2) })),
);

const content: fc.Arbitrary<Partial<BankContent>> = fc.oneof(
  fc.record({
    type: fc.constant('four_options' as const),
    options: fc.array(line, { minLength: 4, maxLength: 4 }),
    keys: fc.integer({ min: 1, max: 4 }).map((key) => [key]),
  }),
  fc.record({
    type: fc.constant('multiple_option' as const),
    options: fc.array(line, { minLength: 4, maxLength: 4 }),
    keys: fc.uniqueArray(fc.integer({ min: 1, max: 4 }), { minLength: 1 }).map((key) => [key.toSorted((a, b) => a - b)]),
  }),
  fc.record({
    type: fc.constant('numerical' as const),
    keys: fc.uniqueArray(numerical, { minLength: 1, maxLength: 3, selector: (key) => JSON.stringify(key) }),
  }),
);
const question: fc.Arbitrary<ExportQuestion> = fc
  .record({
    content,
    text,
    solution: fc.option(text, { nil: '' }),
    topic: fc.constantFrom('', 'Optics', 'Physics / Waves & sound'),
    hasPicture: fc.boolean(),
    passage: fc.option(text, { nil: null }),
  })
  .map(({ content: own, text: stem, solution, topic, hasPicture, passage }) => {
    const isOfPassage = passage !== null && own.type === 'four_options';
    const figure = hasPicture ? { hash, alt: 'A "ray" & lens', size: 1 as const } : null;
    return {
      code: 'q',
      topic,
      content: { ...emptyContent, ...own, ...(isOfPassage ? { type: 'comprehension' as const } : {}), text: stem, solution, figure },
      passage: isOfPassage ? { text: passage, figure: null } : null,
    };
  });

const sorted = (keys: readonly AcceptedAnswer[]): string[] =>
  keys
    .map((key) => JSON.stringify(key, (_name, value: unknown) => (typeof value === 'string' && value !== '' ? Number(value) : value)))
    .toSorted();

/** The parts of a question that every format holds. */
const heldOf = (
  { topic, content: { type, text: stem, options, keys, solution, figure } }: ExportQuestion,
  passage: string | undefined,
) => ({ topic, type, text: stem, options, keys: sorted(keys), solution, hasPicture: figure !== null, passage });
const heldOfItem = ({ question: read, passage, pictures }: ReadItem) =>
  read && {
    topic: read.topic,
    type: read.type,
    text: read.text,
    options: read.options,
    keys: sorted(read.keys),
    solution: read.solution,
    hasPicture: read.figure !== null && pictures.length === 1,
    passage: passage?.text,
  };

test('the random texts of this test are valid texts of a question', () => {
  fc.assert(
    fc.property(text, (written) => {
      expect(faultsOfText(written)).toEqual([]);
    }),
    { numRuns: 50 },
  );
});

test.each([
  ['CSV', 'csv', writeCsv],
  ['QTI', 'qti', writeQti],
] as const)('questions that are written as %s are read as the same questions', async (_name, format, write) => {
  await fc.assert(
    fc.asyncProperty(fc.array(question, { minLength: 1, maxLength: 4 }), async (questions) => {
      const ordered = questions
        .toSorted((one, other) => one.topic.localeCompare(other.topic))
        .map((one, at) => ({ ...one, code: `q${at}` }));
      const items = (await readBack(write(ordered, picture), format)).filter(({ about }) => about === 'question');
      expect(items.map(heldOfItem)).toEqual(ordered.map((one) => heldOf(one, one.passage?.text)));
    }),
    { numRuns: 100 },
  );
});

test('questions that are written as Moodle XML are read as the same questions, with their passage in the text', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(question, { minLength: 1, maxLength: 4 }), async (questions) => {
      const items = await readBack(writeMoodle(questions, picture), 'moodle_xml');
      const expected = questions.map((one) => {
        const held = heldOf(one, undefined);
        return one.passage ? { ...held, type: 'four_options', text: `${one.passage.text}\n\n${held.text}` } : held;
      });
      expect(items.map(heldOfItem)).toEqual(expected);
    }),
    { numRuns: 100 },
  );
});

test('each export reports what its format cannot hold', () => {
  const content: BankContent = {
    ...emptyContent,
    type: 'numerical',
    text: '\\(x\\)',
    keys: ['2'],
    notes: 'n',
    video: 'v',
    not_asked_since: { NEET: 2024 },
    figure: { hash: 'cd'.repeat(32), alt: 'lost', size: 0 },
  };
  const questions: ExportQuestion[] = [
    { code: 'one', topic: 't', content, passage: null },
    {
      code: 'two',
      topic: 't',
      content: { ...emptyContent, type: 'comprehension', text: 'a', keys: [1, 2] },
      passage: { text: 'p', figure: { hash, alt: 'kept', size: 0 } },
    },
  ];
  const lossesOf = (file: ExportFile) => file.losses.map(({ code, questions: of }) => `${code}: ${of.join(' ')}`).toSorted();
  expect(lossesOf(writeCsv(questions, picture))).toEqual([
    'also_accepted: two',
    'not_asked_since: one',
    'picture: one',
    'picture_alt: one two',
  ]);
  expect(lossesOf(writeMoodle(questions, picture))).toEqual([
    'also_accepted: two',
    'difficulty: one two',
    'not_asked_since: one',
    'notes: one',
    'passage: two',
    'picture: one',
    'picture_size: two',
    'precision: one',
    'video: one',
  ]);
  expect(lossesOf(writeQti(questions, picture))).toEqual([
    'also_accepted: two',
    'difficulty: one two',
    'not_asked_since: one',
    'notes: one',
    'picture: one',
    'picture_size: two',
    'precision: one',
    'tex: one',
    'video: one',
  ]);
});

test('a cell that a spreadsheet would run begins with an apostrophe, which the reader takes away', async () => {
  const content: BankContent = { ...emptyContent, text: '=HYPERLINK(1)', options: ['-a', '+b', '@c', '-4'], keys: [4] };
  const file = writeCsv([{ code: 'q', topic: '', content, passage: null }], picture);
  expect(new TextDecoder().decode(file.bytes)).toContain(`"'=HYPERLINK(1)",,"'-a","'+b","'@c",-4,`);
  const items = await readBack(file, 'csv');
  expect(items[0]?.question).toMatchObject({ text: '=HYPERLINK(1)', options: ['-a', '+b', '@c', '-4'] });
});

test('a cell with a wide sign, or with invisible characters before a sign, begins with an apostrophe, which the reader takes away', async () => {
  const options = ['＝a', '\u200B=b', '\u200B-4', '－4'];
  const content: BankContent = { ...emptyContent, text: "'＠HYPERLINK(1)", options, solution: "'\n\na=2", keys: [4] };
  const file = writeCsv([{ code: 'q', topic: '', content, passage: null }], picture);
  expect(new TextDecoder().decode(file.bytes)).toContain(`"''＠HYPERLINK(1)",,"'＝a","'\u200B=b","'\u200B-4","'－4",`);
  const items = await readBack(file, 'csv');
  expect(items[0]?.question).toMatchObject({ text: "'＠HYPERLINK(1)", options, solution: "'\n\na=2" });
});

test('the templates are read as tables without questions', async () => {
  expect(await itemsOf({ 'template.csv': templateCsv() }, 'csv')).toEqual([]);
  expect(await itemsOf(unzipSync(templateXlsx()), 'xlsx')).toEqual([]);
});
