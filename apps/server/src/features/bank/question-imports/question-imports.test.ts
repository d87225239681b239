// Contents: reading · mapping and mending · commit and undo · limits of a call
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getBankQuestion, getBankQuestions, getBankTopics, saveBankQuestion } from '@abhyas/contract/bank/bank-questions';
import * as contract from '@abhyas/contract/bank/question-imports';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openFolderStorage } from '../../../integrations/storage/folder-storage.ts';
import { addPaper, attempt, fourOptions } from '../../../testing/attempts.ts';
import { importFile, uploadImport, workOff } from '../../../testing/imports.ts';
import { storySecret, tellStory, type Visitor } from '../../../testing/story.ts';
import { zipOf } from '../../../testing/zip.ts';
import { clearImports } from './import-work.ts';

const folder = mkdtempSync(join(tmpdir(), 'imports-'));
const storage = openFolderStorage(folder, storySecret, '/api');
const story = tellStory({ storage });
let teacher: Visitor & { id: number };
let owner: Visitor & { id: number };
let stranger: Visitor & { id: number };
let topic_id: number;

beforeAll(async () => {
  for (const code of ['other', 'alone']) await story.database.db.insertInto('institutes').values({ code, name: code }).execute();
  owner = await story.staff('school', 'owner');
  teacher = await story.staff('school', 'teacher');
  stranger = await story.staff('other', 'teacher');
  topic_id = (await teacher.call(getBankTopics, {})).chapters[0]?.topics[0]?.id ?? 0;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const aiken = (name: string, count = 3) =>
  Array.from(
    { length: count },
    (_, at) => `Question ${name} ${at + 1}: how many balls fall?\nA. ${at}\nB. ${at + 1}\nC. ${at + 2}\nD. ${at + 3}\nANSWER: B\n`,
  ).join('\n');
const read = (name: string, content: string | Buffer, by: Visitor = teacher) =>
  importFile(story, storage, by, name, Buffer.from(content as string));
const follow = (id: number, by: Visitor = teacher) => by.call(contract.getQuestionImport, { id });
const rowsOf = async (id: number, filter: object = {}) => (await teacher.call(contract.getImportRows, { id, ...filter })).rows;
const mapAll = (id: number) => teacher.call(contract.mapImportTopics, { id, topics: [{ name: '', topic_id }] });
const commit = async (id: number, made_as: contract.MadeAs = 'draft', by: Visitor = teacher, word?: string) => {
  await by.call(contract.commitQuestionImport, { id, made_as, ...(word === undefined ? {} : { word }) });
  await workOff(story, storage);
};
const bankCount = async () => (await teacher.call(getBankQuestions, {})).total;

describe('a file', () => {
  test('is recognised by its content, and its rows are staged and checked without changing the bank', async () => {
    const before = await bankCount();
    const id = await read('optics.txt', aiken('read'));
    expect(await follow(id)).toMatchObject({
      state: 'ready',
      format: 'aiken',
      row_count: 3,
      counts: { good: 0, faulty: 3, without_topic: 3, made: 0 },
    });
    expect(await rowsOf(id)).toMatchObject([{ number: 1, state: 'faulty', content: { keys: [2], topic_id: null }, faults: [] }, {}, {}]);
    expect((await rowsOf(id))[0]?.source).toContain('how many balls fall?');
    expect(await bankCount()).toBe(before);
  });

  test('with one bad question keeps the others, and the bad one keeps its source and the reason', async () => {
    const id = await read('one-bad.txt', `${aiken('sound', 2)}\nWhich one?\nA. 1\nB. 2\nANSWER: A\n`);
    expect(await follow(id)).toMatchObject({ state: 'ready', row_count: 3, counts: { unreadable: 1, faulty: 2 } });
    const [bad] = await rowsOf(id, { state: 'unreadable' });
    expect(bad).toMatchObject({ content: null, notices: [{ kind: 'fault' }] });
    expect(bad?.source).toContain('Which one?');
  });

  test('can be downloaded only by the person who uploaded it', async () => {
    const import_id = await read('keys.txt', aiken('keys'));
    const { rows } = await story.database.pool.query('select stored_file_id as id from question_imports where id = $1', [import_id]);
    const open = async (by: Visitor) => (await by.send({ method: 'GET', url: `/api/institutes/${rows[0].id}/get_file` })).statusCode;
    expect([await open(teacher), await open(owner), await open(stranger)]).toEqual([302, 404, 404]);
  });

  test('without questions fails with a reason, and can be read again as another format', async () => {
    const id = await read('letter.txt', 'Dear parents,\nthe school is closed on Monday.\n');
    expect(await follow(id)).toMatchObject({ state: 'failed', has_file: true });
    expect((await follow(id)).reason).toContain('No questions were recognised');
    await teacher.call(contract.readImportAgain, { id, format: 'aiken' });
    await workOff(story, storage);
    expect(await follow(id)).toMatchObject({ format: 'aiken' });
  });

  test('that the institute has already imported is reported, and is read again only if the person insists', async () => {
    const text = aiken('twice');
    const first = await read('twice.txt', text);
    const file_url = await uploadImport(teacher, 'copy.txt', Buffer.from(text));
    const again = { file_url, defaults: { difficulty: 3, for: 'paper' as const } };
    expect(await teacher.call(contract.createQuestionImport, again)).toMatchObject({
      id: null,
      earlier: { id: first, file_name: 'twice.txt' },
    });
    expect((await teacher.call(contract.createQuestionImport, { ...again, is_again: true })).id).not.toBeNull();
    await workOff(story, storage);
  });

  test('of another institute is not found', async () => {
    const id = await read('ours.txt', aiken('ours'));
    for (const call of [contract.getQuestionImport, contract.getImportTopics, contract.undoQuestionImport, contract.deleteQuestionImport])
      await expect(stranger.call(call, { id })).rejects.toMatchObject({ code: 'not_found' });
    await expect(stranger.call(contract.getImportRows, { id })).rejects.toMatchObject({ code: 'not_found' });
  });

  test('is deleted from the storage a day later, and its rows after thirty days', async () => {
    const id = await read('old.txt', aiken('old'));
    const later = (days: number) => ({
      db: story.database.db,
      now: new Date(story.now.getTime() + days * 86_400_000),
      random: Math.random,
    });
    await clearImports(later(2), storage);
    expect(await follow(id)).toMatchObject({ state: 'ready', has_file: false });
    await clearImports(later(31), storage);
    expect(await follow(id)).toMatchObject({ state: 'expired' });
    expect(await rowsOf(id)).toEqual([]);
  });

  test('has at most 5,000 questions with the embedded database, and waits there while a test runs', async () => {
    const file_url = await uploadImport(teacher, 'many.txt', Buffer.from(aiken('many', 5001)));
    const { id } = await teacher.call(contract.createQuestionImport, { file_url, defaults: { difficulty: 3, for: 'paper' } });
    const paper = await addPaper(story, 'running', [fourOptions(21, 22)]);
    const { session_id } = await attempt(await story.student({ institute: 'school' }), paper);
    await workOff(story, storage, { isEmbedded: true, waitsForTests: true });
    expect(await follow(id ?? 0)).toMatchObject({ state: 'reading', is_waiting: true });
    await story.database.pool.query(`update sessions set deadline = $2 where id = $1`, [session_id, story.now]);
    await workOff(story, storage, { isEmbedded: true, waitsForTests: true });
    expect(await follow(id ?? 0)).toMatchObject({ state: 'ready', is_waiting: false, row_count: 5000 });
    expect((await follow(id ?? 0)).file_notices.map(({ code }) => code)).toEqual(['too_many']);
  });
});

describe('rows', () => {
  test('with one topic name get their topic all at once, and rows of the next file with that name get it automatically', async () => {
    const yaml = (code: string, topic: string) => `questions:
  - { code: ${code}, topic: '${topic}', type: numerical, difficulty: 2, for: paper, text: 'How far is ${code}?', answer: '4' }
`;
    const id = await read('own.yaml', yaml('own-one', 'mirrors-of-our-teacher'));
    const { topics } = await teacher.call(contract.getImportTopics, { id });
    expect(topics).toMatchObject([{ name: 'mirrors-of-our-teacher', row_count: 1, topic_id: null }]);
    await teacher.call(contract.mapImportTopics, { id, topics: [{ name: 'mirrors-of-our-teacher', topic_id }] });
    expect(await follow(id)).toMatchObject({ format: 'abhyas', counts: { good: 1 } });
    const next = await read('next.yaml', yaml('own-two', 'mirrors-of-our-teacher'));
    expect(await follow(next)).toMatchObject({ counts: { good: 1, without_topic: 0 } });
  });

  test('are corrected in place, with the faults that the editor finds, and a stale page is refused', async () => {
    const id = await read('mend.txt', String.raw`The number \(\frac{1}{2\) is halved.` + '\nA. 1\nB. 2\nC. 3\nD. 4\nANSWER: A\n');
    await mapAll(id);
    const [row] = await rowsOf(id);
    if (!row?.content) throw new Error('There is no row');
    expect(row).toMatchObject({ state: 'faulty', version: 2 });
    expect(row.faults.map(({ what }) => what.slice(0, 19))).toEqual(['TeX does not render']);
    const content = { ...row.content, text: String.raw`The number \(\frac{1}{2}\) is halved.` };
    const { row: mended } = await teacher.call(contract.saveImportRow, { id, number: 1, version: 2, content });
    expect(mended).toMatchObject({ state: 'good', version: 3, faults: [] });
    await expect(teacher.call(contract.saveImportRow, { id, number: 1, version: 1, content })).rejects.toMatchObject({
      code: 'question_changed',
    });
  });

  test('with a text that the bank or the file already has are reported, and are left out together', async () => {
    const first = await read('same-first.txt', aiken('same', 1));
    await mapAll(first);
    await commit(first);
    const id = await read(
      'same.txt',
      `${aiken('same', 1).replace('how many balls', 'how  many BALLS')}\n${aiken('new', 1)}\n${aiken('new', 1)}`,
    );
    await mapAll(id);
    const rows = await rowsOf(id);
    expect(rows.map(({ same_as_number, same_as_id }) => [same_as_number, same_as_id !== null])).toEqual([
      [null, true],
      [null, false],
      [2, false],
    ]);
    await teacher.call(contract.excludeImportRows, { id, rows: 'same', is_excluded: true });
    expect(await follow(id)).toMatchObject({ counts: { good: 1, excluded: 2 } });
    await teacher.call(contract.excludeImportRows, { id, rows: [1], is_excluded: false });
    expect(await follow(id)).toMatchObject({ counts: { good: 2, excluded: 1 } });
  });
});

describe('a commit', () => {
  test('makes a draft of each good row, a second commit makes nothing twice, and an undo deletes them', async () => {
    const before = await bankCount();
    const id = await read('commit.txt', `${aiken('commit', 2)}\nWhich one?\nA. 1\nB. 2\nANSWER: A\n`);
    await mapAll(id);
    await commit(id);
    expect(await follow(id)).toMatchObject({ state: 'ready', counts: { made: 2, unreadable: 1, good: 0 } });
    expect(await bankCount()).toBe(before + 2);
    await expect(teacher.call(contract.commitQuestionImport, { id, made_as: 'draft' })).rejects.toMatchObject({ code: 'not_possible' });
    const [row] = await rowsOf(id, { state: 'made' });
    expect(row).toMatchObject({ source: '', content: null });
    expect(await teacher.call(getBankQuestion, { id: row?.bank_question_id ?? 0 })).toMatchObject({ state: 'draft', version: 1 });
    await teacher.call(contract.undoQuestionImport, { id });
    await workOff(story, storage);
    expect(await follow(id)).toMatchObject({ state: 'ready', counts: { made: 0, good: 2 }, kept: [] });
    expect(await bankCount()).toBe(before);
  });

  test('that a killed server left is completed by the next one, with every question once', async () => {
    const before = await bankCount();
    const id = await read('killed.txt', aiken('killed', 300));
    await mapAll(id);
    await teacher.call(contract.commitQuestionImport, { id, made_as: 'draft' });
    // The first server makes 250 questions in its first transaction, and is killed in its second.
    await story.database.pool.query(`create function stop_here() returns trigger language plpgsql as $$ begin
      if (select count(*) from bank_questions) > ${before + 250} then raise exception 'killed'; end if; return null; end $$`);
    await story.database.pool.query('create trigger stop_here after insert on bank_questions execute function stop_here()');
    await expect(workOff(story, storage)).rejects.toThrow('killed');
    expect(await follow(id)).toMatchObject({ state: 'committing' });
    expect(await bankCount()).toBe(before + 250);
    await story.database.pool.query('drop trigger stop_here on bank_questions');
    await workOff(story, storage);
    expect(await bankCount()).toBe(before + 250);
    const { worked_at } = await story.database.db
      .selectFrom('question_imports')
      .where('id', '=', id)
      .select('worked_at')
      .executeTakeFirstOrThrow();
    const earlier = new Date(Number(worked_at) - 301_000);
    await story.database.db.updateTable('question_imports').set({ worked_at: earlier }).where('id', '=', id).execute();
    await workOff(story, storage);
    expect(await follow(id)).toMatchObject({ state: 'ready', counts: { made: 300 } });
    expect(await bankCount()).toBe(before + 300);
  });

  test('leaves questions for review, and an undo keeps a question that was changed, with the reason', async () => {
    const id = await read('review.txt', aiken('review', 3));
    await mapAll(id);
    await commit(id, 'in_review');
    const made = await rowsOf(id, { state: 'made' });
    expect(await teacher.call(getBankQuestion, { id: made[0]?.bank_question_id ?? 0 })).toMatchObject({ state: 'in_review' });
    await story.database.pool.query(`update bank_questions set state = 'draft' where id = $1`, [made[0]?.bank_question_id]);
    const changed = await teacher.call(getBankQuestion, { id: made[0]?.bank_question_id ?? 0 });
    await teacher.call(saveBankQuestion, { id: changed.id, version: changed.version, content: { ...changed.content, text: 'Rewritten' } });
    await teacher.call(contract.undoQuestionImport, { id });
    await workOff(story, storage);
    expect(await follow(id)).toMatchObject({ counts: { made: 1, good: 2 }, kept: [{ why: 'changed since the import', count: 1 }] });
  });

  test('approves at once only if no colleague could approve, with a reason, and an undo retires what was approved', async () => {
    const id = await read('approved.txt', aiken('approved', 2));
    await mapAll(id);
    await expect(teacher.call(contract.commitQuestionImport, { id, made_as: 'approved', word: 'Mine' })).rejects.toMatchObject({
      code: 'not_possible',
    });
    const alone = await story.staff('alone', 'owner');
    const own = await importFile(story, storage, alone, 'alone.txt', Buffer.from(aiken('alone', 2)));
    await alone.call(contract.mapImportTopics, { id: own, topics: [{ name: '', topic_id }] });
    expect(await follow(own, alone)).toMatchObject({ may_approve: true });
    await expect(alone.call(contract.commitQuestionImport, { id: own, made_as: 'approved' })).rejects.toThrow('Give a reason');
    await commit(own, 'approved', alone, 'I teach alone');
    expect((await alone.call(getBankQuestions, {})).counts).toMatchObject({ approved: 2 });
    await alone.call(contract.undoQuestionImport, { id: own });
    await workOff(story, storage);
    expect((await alone.call(getBankQuestions, {})).counts).toMatchObject({ approved: 0, retired: 2 });
    expect((await follow(own, alone)).kept).toMatchObject([{ count: 2 }]);
  });

  test('takes the pictures and passages of its questions into the bank', async () => {
    const drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0L9 9"/></svg>';
    const yaml = `passages: [{ code: lamp, text: A lamp hangs above a road. }]
questions:
  - code: lamp-1
    type: comprehension
    difficulty: 2
    for: paper
    passage: lamp
    text: How long is the shadow?
    figure: { file: lamp.svg, alt: A lamp above a road, size: 2 }
    options: ['1 m', '2 m', '3 m', '4 m']
    answer: 2
`;
    const id = await read('lamp.zip', Buffer.from(zipOf({ 'a/lamp.yaml': yaml, 'figures/lamp.svg': drawing }), 'base64'));
    await mapAll(id);
    const [row] = await rowsOf(id);
    expect(row).toMatchObject({ state: 'good', passage: { text: 'A lamp hangs above a road.' } });
    const staged = await teacher.send({ method: 'GET', url: `/api/pictures/${row?.content?.figure?.hash}` });
    expect(staged.body).toBe(drawing);
    await commit(id);
    const [made] = await rowsOf(id);
    const question = await teacher.call(getBankQuestion, { id: made?.bank_question_id ?? 0 });
    expect(question.content).toMatchObject({ type: 'comprehension', figure: { size: 2, alt: 'A lamp above a road' } });
    expect(question.passage).toMatchObject({ comprehension_text: 'A lamp hangs above a road.' });
    await teacher.call(contract.deleteQuestionImport, { id });
    expect((await teacher.send({ method: 'GET', url: `/api/pictures/${question.content.figure?.hash}` })).body).toBe(drawing);
  });
});

test('a person without the right to write questions imports nothing', async () => {
  const invigilator = await story.staff('school', 'invigilator');
  await expect(invigilator.call(contract.getQuestionImports, {})).rejects.toMatchObject({ code: 'not_allowed' });
  expect((await owner.call(contract.getQuestionImports, {})).imports.length).toBeGreaterThan(0);
});
