import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BankContent, emptyContent } from '@abhyas/contract/bank/bank-content';
import { addBankPicture, createBankPassage, createBankQuestion, getBankQuestions } from '@abhyas/contract/bank/bank-questions';
import type { exportBankQuestions } from '@abhyas/contract/bank/bank-exports';
import * as imports from '@abhyas/contract/bank/question-imports';
import type { Input } from '@abhyas/contract/endpoint';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openFolderStorage } from '../../../integrations/storage/folder-storage.ts';
import { importFile, workOff } from '../../../testing/imports.ts';
import { addPaper, fourOptions } from '../../../testing/attempts.ts';
import { storySecret, tellStory, type Visitor } from '../../../testing/story.ts';
import { unzip } from '../../../testing/unzip.ts';
import { makeQuestions } from '../bank-questions/bank-questions.ts';

const folder = mkdtempSync(join(tmpdir(), 'exports-'));
const storage = openFolderStorage(folder, storySecret, '/api');
const story = tellStory({ storage });
let teacher: Visitor & { id: number };
let neighbour: Visitor & { id: number };
let institute_id: number;
let topics: number[];

beforeAll(async () => {
  await story.database.db.insertInto('institutes').values({ code: 'empty', name: 'Empty' }).execute();
  teacher = await story.staff('school', 'teacher');
  neighbour = await story.staff('empty', 'teacher');
  topics = (await story.database.db.selectFrom('topics').select('id').orderBy('id').execute()).map(({ id }) => id);
  const school = await story.database.db.selectFrom('institutes').where('code', '=', 'school').select('id').executeTakeFirstOrThrow();
  institute_id = school.id;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const download = async (by: Visitor, input: Input<typeof exportBankQuestions>) => {
  const query = Object.fromEntries(Object.entries({ ...input, app_version: '1' }).map(([name, value]) => [name, String(value)]));
  const answer = await by.send({ method: 'GET', url: '/api/staff/export_bank_questions', query });
  expect(answer.statusCode).toBe(200);
  return answer.rawPayload;
};

const drawing = (at: number) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0L9 ${at}"/></svg>`;
const addPicture = async (at: number) =>
  (await teacher.call(addBankPicture, { type: 'svg', bytes: Buffer.from(drawing(at)).toString('base64') })).hash;

/** Texts that YAML could spoil: signs of its own syntax, blanks at the ends, line breaks, other scripts. */
const texts = [
  (n: number) => String.raw`A body of mass \(m = ${n}\ \mathrm{kg}\): how fast is it?`,
  (n: number) => `'Quoted' # and: {braced}, number ${n}`,
  (n: number) => `- ${n}\n\n  indented\ttab\n`,
  (n: number) => ` ${n} गुरुत्व &lt; 5 <b>bold</b> `,
  (n: number) => `${n}e5`,
  (n: number) => `true ${n}\r\nyes`,
  (n: number) => `| ${n}\n# folded\n`,
];

/** The question with the Hindi of each field, if it has the first text: with quotation marks, signs of YAML and letters of both scripts. */
function withHindi(number: number, content: BankContent): BankContent {
  if (number % texts.length !== 0) return content;
  const text = String.raw`द्रव्यमान \(m = ${number}\ \mathrm{kg}\) का पिंड: "वह" कितना तेज़ है? # कू`;
  const { options, notes, solution, figure, option_figures, solution_figure } = content;
  const altOf = (alt: string) => alt.replace('A line: number', 'एक रेखा: संख्या');
  const [first] = option_figures;
  return {
    ...content,
    translations: {
      hi: {
        text,
        ...(options[0] === '' ? {} : { options }),
        ...(notes === '' ? {} : { notes }),
        ...(solution === '' ? {} : { solution: `${text}\n\n- दूसरा चरण\n` }),
        alt: {
          ...(figure ? { figure: altOf(figure.alt) } : {}),
          ...(first ? { options: option_figures.map((one) => altOf(one?.alt ?? '')) } : {}),
          ...(solution_figure ? { solution_figure: altOf(solution_figure.alt) } : {}),
        },
      },
    },
  };
}

/** A question of every type, with every field, as the number says. */
function contentOf(number: number, hashes: readonly string[], passage_id: number): BankContent {
  const text = texts[number % texts.length]?.(number) ?? '';
  const figure = (at: number) => ({ hash: hashes[at % hashes.length] ?? '', alt: `A line: number ${at}`, size: (at % 4) as 0 | 1 | 2 | 3 });
  const base: BankContent = {
    ...emptyContent,
    topic_id: topics[number % topics.length] ?? 0,
    difficulty: 1 + (number % 5),
    for: number % 3 === 0 ? 'practice' : 'paper',
    text,
    options: [1, 2, 3, 4].map((at) => `${number * 10 + at} m`),
    options_layout: (number % 3) as 0 | 1 | 2,
    figure: number % 4 === 0 ? figure(number) : null,
    keys: [1 + (number % 4)],
    solution: number % 2 === 0 ? text : '',
    solution_figure: number % 10 === 0 ? figure(number + 1) : null,
    not_asked_since: number % 7 === 0 ? {} : number % 11 === 0 ? { NEET: 2024 } : null,
  };
  if (number % 5 === 1)
    return {
      ...base,
      type: 'numerical',
      options: ['', '', '', ''],
      keys: number % 2 === 0 ? ['1.50', { from: '1.4', to: '1.6' }] : ['-5'],
      precision: number % 4,
      notes: number % 3 === 0 ? '12' : '',
    };
  if (number % 5 === 2) return { ...base, type: 'multiple_option', keys: [[1, 3], [2]] };
  if (number % 5 === 3) return { ...base, type: 'comprehension', passage_id };
  if (number % 5 === 4) return { ...base, options: ['', '', '', ''], option_figures: [0, 1, 2, 3].map(figure) };
  return base;
}

test('an export that is imported into an empty institute is exported again with the same bytes', { timeout: 600_000 }, async () => {
  const count = 60;
  const hashes = await Promise.all([1, 2, 3, 4].map(addPicture));
  const passage = {
    text: 'A lamp hangs above a road: "bright".\n\nIt is 6 m high.',
    figure: { hash: hashes[0] ?? '', alt: 'A lamp', size: 2 as const },
    translations: { hi: { text: 'सड़क के ऊपर एक लैंप लटका है: "तेज़"।\n\nवह 6 m ऊँचा है।', alt: { figure: 'एक लैंप' } } },
  };
  const { id: passage_id } = await teacher.call(createBankPassage, { content: passage });
  await story.database.db.transaction().execute(async (db) => {
    const actor = { user_id: teacher.id, role: 'teacher' as const, institute_id, reason: null };
    const contents = Array.from({ length: count }, (_, number) => withHindi(number, contentOf(number, hashes, passage_id)));
    await makeQuestions({ db, now: story.now, random: Math.random, actor }, contents, 'draft', '');
  });
  const first = await download(teacher, { format: 'abhyas' });
  const id = await importFile(story, storage, neighbour, 'bank.zip', first);
  expect(await neighbour.call(imports.getQuestionImport, { id })).toMatchObject({
    state: 'ready',
    format: 'abhyas',
    row_count: count,
    counts: { good: count, losses: 0 },
    file_notices: [],
  });
  await neighbour.call(imports.commitQuestionImport, { id, made_as: 'draft' });
  await workOff(story, storage);
  const second = await download(neighbour, { format: 'abhyas' });
  const [one, other] = [await unzip(first), await unzip(second)];
  const written = [...one.values()].map(String).join('');
  expect([written.includes('"वह" कितना तेज़ है? # कू'), written.includes('वह 6 m ऊँचा है।')]).toEqual([true, true]);
  expect([...other.keys()]).toEqual([...one.keys()]);
  for (const [name, bytes] of one) expect([name, other.get(name)?.toString()]).toEqual([name, bytes.toString()]);
  expect(createHash('sha256').update(second).digest('hex')).toBe(createHash('sha256').update(first).digest('hex'));
});

test.each(['csv', 'qti', 'moodle_xml'] as const)(
  'an export as %s is read again, and reports each question that loses something',
  async (format) => {
    const content = { ...emptyContent, topic_id: topics[0] ?? 0, text: `Written as ${format}`, options: ['5', '6', '7', '8'], keys: [3] };
    const figure = { hash: await addPicture(5), alt: 'A line', size: 1 as const };
    const { id } = await teacher.call(createBankQuestion, { content: { ...content, figure, not_asked_since: { NEET: 2024 } } });
    const files = await unzip(await download(teacher, { format, ids: String(id) }));
    const [name = '', bytes = Buffer.alloc(0)] = [...files][0] ?? [];
    expect(name).toMatch(/^questions-0001[.](csv|zip|xml)$/);
    expect(files.get('losses.csv')?.toString()).toContain(`question-${id}`);
    const read = await importFile(story, storage, neighbour, name, bytes);
    const { rows } = await neighbour.call(imports.getImportRows, { id: read });
    expect(rows).toMatchObject([{ content: { type: 'four_options', options: ['5', '6', '7', '8'], keys: [3] } }]);
    expect(rows[0]?.content?.text).toContain(`Written as ${format}`);
  },
);

test('an export for a person who may not read a key yet has no answer, hint or solution in either language', async () => {
  const secret = { solution: 'canary solution', hint: 'canary hint', notes: 'canary notes' };
  const content = {
    ...emptyContent,
    ...secret,
    topic_id: topics[0] ?? 0,
    text: 'Asked tomorrow',
    options: ['1', '2', '3', '4'],
    keys: [1],
    translations: { hi: { text: 'कल पूछा', options: ['1', '2', '3', '4'], ...secret } },
  };
  const { id } = await teacher.call(createBankQuestion, { content });
  const { pool } = story.database;
  const { rows } = await pool.query<{ id: number }>(
    `with asked as (select id from questions where code = 'cells-021')
    update bank_questions set question_id = (select id from asked) where id = $1 returning question_id as id`,
    [id],
  );
  const paper = await addPaper(story, 'asked-tomorrow', [fourOptions(21)]);
  const colleague = await story.staff('school', 'teacher');
  for (const format of ['abhyas', 'csv', 'qti', 'moodle_xml'] as const) {
    const files = await unzip(await download(colleague, { format, ids: String(id) }));
    expect([...files.values()].join(), format).not.toContain('canary');
  }
  expect(rows).toHaveLength(1);
  await pool.query('update bank_questions set question_id = null where id = $1', [id]);
  await pool.query('delete from papers where id = $1', [paper]);
});

test('an export has the questions that the filter shows or that are chosen, with their pictures, and none of another institute', async () => {
  const figure = { hash: await addPicture(7), alt: 'A line', size: 1 as const };
  const content = { ...emptyContent, topic_id: topics[0] ?? 0, text: 'Chosen alone', options: ['1', '2', '3', '4'], keys: [1], figure };
  const { id } = await teacher.call(createBankQuestion, { content });
  const files = await unzip(await download(teacher, { format: 'abhyas', ids: String(id) }));
  expect([...files.keys()].map((name) => name.replace(/^bank\/.*/, 'bank'))).toEqual(['bank', `figures/${figure.hash}.svg`]);
  const filtered = await unzip(await download(teacher, { format: 'abhyas', search: 'alone' }));
  expect([...filtered.values()][0]?.toString()).toContain('text: Chosen alone');
  const query = { format: 'abhyas', ids: String(id), app_version: '1' };
  const foreign = await neighbour.send({ method: 'GET', url: '/api/staff/export_bank_questions', query });
  expect(foreign.json()).toMatchObject({ code: 'not_possible' });
  expect((await teacher.call(getBankQuestions, { search: 'alone' })).total).toBe(1);
});
