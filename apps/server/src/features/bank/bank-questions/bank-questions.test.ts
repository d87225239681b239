// Contents: writing · review · asked questions · the list · the pool of a paper · keys
import type { Input } from '@abhyas/contract/endpoint';
import { type BankContent, emptyContent } from '@abhyas/contract/bank/bank-content';
import {
  actOnBankQuestion,
  addBankPicture,
  createBankPassage,
  createBankQuestion,
  deleteBankQuestion,
  followBankQuestion,
  getBankQuestion,
  getBankQuestions,
  getBankTopics,
  getBankVersions,
  saveBankPassage,
  saveBankQuestion,
} from '@abhyas/contract/bank/bank-questions';
import { searchQuestions } from '@abhyas/contract/bank/search';
import { createPaperDraft, fillPaperDraft, getPaperDraft } from '@abhyas/contract/exam-office/paper-drafts';
import { getAuditLog } from '@abhyas/contract/institute/audit';
import { getTrainQuestions } from '@abhyas/contract/practice/practice';
import { beforeAll, describe, expect, test } from 'vitest';
import { tellStory, type Visitor } from '../../../testing/story.ts';
import { chapterFile, makeInstitute, questionEntry, runCommand, writeFiles } from '../../../testing/two-institutes.ts';
import { indexPending } from '../search/search.ts';

const story = tellStory();
type Person = Visitor & { id: number };
let writer: Person;
let reviewer: Person;
let topic_id: number;
let sound: BankContent;
const query = async (text: string, values: unknown[] = []) => (await story.database.pool.query(text, values)).rows;

beforeAll(async () => {
  await query("insert into institutes (code, name) values ('academy', 'The Academy'), ('tuition', 'The Tuition')");
  writer = await story.staff('school', 'content_editor');
  reviewer = await story.staff('school', 'teacher');
  topic_id = await story.idOf('topics', 'motion-two');
  sound = {
    ...emptyContent,
    topic_id,
    text: 'How far does the sledge glide?',
    options: ['1 m', '2 m', '3 m', '4 m'],
    keys: [2],
    solution: 'Two metres.',
  };
});

const write = (change: Partial<BankContent> = {}, by: Person = writer) => by.call(createBankQuestion, { content: { ...sound, ...change } });
const open = (id: number, by: Person = writer) => by.call(getBankQuestion, { id });

/** One refusal for what does not exist and what another institute has. */
const gone = { code: 'not_found', message: 'The topic, the passage or a picture of this question no longer exists.' };

async function act(by: Person, id: number, name: Input<typeof actOnBankQuestion>['act'], word?: string) {
  const { version } = await open(id, by);
  return by.call(actOnBankQuestion, { id, version, act: name, ...(word === undefined ? {} : { word }) });
}

async function approved(change: Partial<BankContent> = {}) {
  const { id } = await write(change);
  await act(writer, id, 'submit');
  await act(reviewer, id, 'approve');
  const [row] = await query('select question_id from bank_questions where id = $1', [id]);
  return { id, question_id: row?.question_id as number };
}

describe('a draft', () => {
  test('may have faults, which are stored with it and prevent its submission for review', async () => {
    const { id, faults } = await write({ text: 'a < b', keys: [] });
    expect(faults.map(({ what }) => what)).toEqual(['Give the answer', 'Not an allowed tag: < b']);
    expect((await open(id)).faults).toEqual(faults);
    await expect(act(writer, id, 'submit')).rejects.toMatchObject({
      code: 'not_possible',
      message: 'Correct the faults first.',
    });
  });

  test('with a formula that does not render is named by the same check as an imported one', async () => {
    const { faults } = await write({ text: String.raw`Find \(\frac{1}{2\).` });
    expect(faults).toEqual([{ path: ['text'], what: expect.stringMatching(/^TeX does not render: /) }]);
  });

  test('keeps a version of every save with its writer, and a save on an older version changes nothing', async () => {
    const { id } = await write();
    await reviewer.call(saveBankQuestion, { id, version: 1, content: { ...sound, text: 'How far?' } });
    const late = writer.call(saveBankQuestion, { id, version: 1, content: { ...sound, text: 'How long?' } });
    await expect(late).rejects.toMatchObject({ code: 'question_changed', status: 409 });
    const { versions } = await writer.call(getBankVersions, { id });
    expect(versions.map(({ version, content }) => [version, content.text])).toEqual([
      [2, 'How far?'],
      [1, sound.text],
    ]);
  });

  test('names no topic, passage or picture that the institute does not have', async () => {
    const figure = { hash: 'b'.repeat(64), alt: 'A sledge on ice', size: 0 as const };
    for (const change of [{ topic_id: 999_999 }, { passage_id: 999_999 }, { figure }])
      await expect(write(change)).rejects.toMatchObject(gone);
  });

  test('that was never approved can be deleted with its versions', async () => {
    const { id } = await write();
    await writer.call(deleteBankQuestion, { id });
    await expect(open(id)).rejects.toMatchObject({ code: 'not_found' });
    expect(await query('select from bank_question_versions where bank_question_id = $1', [id])).toEqual([]);
  });

  test('is not served to students before it is approved', async () => {
    const before = await query('select count(*) from questions');
    const { id } = await write({ for: 'practice' });
    await act(writer, id, 'submit');
    expect(await query('select count(*) from questions')).toEqual(before);
  });
});

describe('a review', () => {
  test('can be approved only by somebody else', async () => {
    const { id } = await write();
    await act(writer, id, 'submit');
    expect(await open(id)).toMatchObject({ state: 'in_review', may_approve: 'no', acts: ['withdraw', 'send_back'] });
    await expect(act(writer, id, 'approve', 'I am sure.')).rejects.toMatchObject({
      code: 'not_possible',
      message: 'Somebody else must approve a question that you have written.',
    });
    expect(await act(reviewer, id, 'approve')).toMatchObject({ state: 'approved' });
    const [row] = await query('select q.* from questions q join bank_questions b on b.question_id = q.id where b.id = $1', [id]);
    expect(row).toMatchObject({ question_text: sound.text, accepted_answers: [2], is_for_practice: false, retired_at: null });
  });

  test('does not accept a text that changed after the reviewer opened it', async () => {
    const { id } = await write();
    const { version } = await act(writer, id, 'submit');
    await act(writer, id, 'withdraw');
    await expect(reviewer.call(actOnBankQuestion, { id, version, act: 'approve' })).rejects.toMatchObject({ code: 'question_changed' });
  });

  test('sends a question back with a remark, which its next submission removes', async () => {
    const { id } = await write();
    await act(writer, id, 'submit');
    await expect(act(reviewer, id, 'send_back')).rejects.toMatchObject({ code: 'not_possible' });
    await act(reviewer, id, 'send_back', 'Name the unit.');
    expect(await open(id)).toMatchObject({ state: 'draft', remark: 'Name the unit.' });
    await act(writer, id, 'submit');
    expect(await open(id)).toMatchObject({ state: 'in_review', remark: null });
  });

  test('lists for a person the questions that this person may approve', async () => {
    const mine = await write({ text: 'A question of the reviewer' }, reviewer);
    const theirs = await write();
    await act(reviewer, mine.id, 'submit');
    await act(writer, theirs.id, 'submit');
    const { ids } = await reviewer.call(getBankQuestions, { for_me: true });
    expect(ids).toContain(theirs.id);
    expect(ids).not.toContain(mine.id);
  });

  test('by the only teacher of an institute requires a reason, which the log shows', async () => {
    const alone = await story.staff('tuition', 'owner');
    const { id } = await alone.call(createBankQuestion, { content: sound });
    await act(alone, id, 'submit');
    expect(await open(id, alone)).toMatchObject({ may_approve: 'with_word' });
    await expect(act(alone, id, 'approve')).rejects.toMatchObject({ message: 'Give a reason for approving your own question.' });
    await act(alone, id, 'approve', 'Checked with the book.');
    const { entries } = await alone.call(getAuditLog, {});
    expect(entries[0]).toMatchObject({ what: 'bank_question.approve', reason: 'Checked with the book.' });
    await expect(open(id, writer)).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('an approved question', () => {
  test('that no student has seen can become a draft again, be changed and be approved as the same question', async () => {
    const { id, question_id } = await approved();
    await act(writer, id, 'reopen');
    expect(await query('select retired_at is not null as is_hidden from questions where id = $1', [question_id])).toEqual([
      { is_hidden: true },
    ]);
    const { version } = await open(id);
    await writer.call(saveBankQuestion, { id, version, content: { ...sound, text: 'How far does it glide now?', keys: [3] } });
    await act(writer, id, 'submit');
    await act(reviewer, id, 'approve');
    expect(await query('select question_text, accepted_answers, retired_at from questions where id = $1', [question_id])).toEqual([
      { question_text: 'How far does it glide now?', accepted_answers: [3], retired_at: null },
    ]);
  });

  test('for practice is served to the students of the institute until it is retired', async () => {
    const student = await story.student({ institute: 'school', premium_until: new Date('2099-01-01') });
    const { id } = await approved({ for: 'practice', text: 'What does the skater do?' });
    const served = async () =>
      (await query('select is_for_practice from questions q join bank_questions b on b.question_id = q.id where b.id = $1', [id]))[0];
    expect(await served()).toEqual({ is_for_practice: true });
    await student.call(getTrainQuestions, { id: topic_id });
    const count = () =>
      query(
        'select question_count from topic_question_counts k join institutes i on i.id = k.institute_id where topic_id = $1 and i.code = $2',
        [topic_id, 'school'],
      );
    const before = await count();
    await act(reviewer, id, 'retire');
    expect(await served()).toEqual({ is_for_practice: false });
    expect(await count()).not.toEqual(before);
    await act(reviewer, id, 'restore');
    expect([await served(), await count()]).toEqual([{ is_for_practice: true }, before]);
  });

  test('that students may have seen cannot become a draft again, and its approved replacement retires it', async () => {
    const { id, question_id } = await approved({ for: 'practice', text: 'An asked question' });
    await expect(act(writer, id, 'reopen')).rejects.toMatchObject({
      message: 'Students may have seen this question. Write a replacement instead.',
    });
    const next = await writer.call(followBankQuestion, { id });
    await expect(writer.call(followBankQuestion, { id })).rejects.toMatchObject({ code: 'not_possible' });
    const { version, content } = await open(next.id);
    await writer.call(saveBankQuestion, { id: next.id, version, content: { ...content, text: 'A better question' } });
    await act(writer, next.id, 'submit');
    await act(reviewer, next.id, 'approve');
    expect(await open(id)).toMatchObject({ state: 'retired', followed_by: next.id, content: { text: 'An asked question' } });
    expect(await query('select question_text, retired_at is not null as is_retired from questions where id = $1', [question_id])).toEqual([
      { question_text: 'An asked question', is_retired: true },
    ]);
    await expect(act(writer, id, 'restore')).rejects.toMatchObject({ message: 'An approved replacement already exists.' });
  });

  test('about a passage is published with the passage, which can then no longer change', async () => {
    const { id: passage_id, version } = await writer.call(createBankPassage, { content: { text: 'A sledge glides.', figure: null } });
    await writer.call(saveBankPassage, { id: passage_id, version, content: { text: 'A sledge glides far.', figure: null } });
    const { id } = await approved({ type: 'comprehension', passage_id, text: 'How far does it say?' });
    expect((await open(id)).passage).toMatchObject({ comprehension_text: 'A sledge glides far.' });
    await expect(
      writer.call(saveBankPassage, { id: passage_id, version: version + 1, content: { text: 'Another one.', figure: null } }),
    ).rejects.toMatchObject({ code: 'not_possible' });
  });

  test('shows the corrected key', async () => {
    const { id, question_id } = await approved({ text: 'A question with a wrong key' });
    await query("update questions set accepted_answers = '[4]' where id = $1", [question_id]);
    expect((await open(id)).content.keys).toEqual([4]);
  });
});

test('a question that is not a draft is neither changed nor deleted, and the refusal says what to do in its state', async () => {
  const { id } = await write();
  const expectDeletion = (advice: string) =>
    expect(writer.call(deleteBankQuestion, { id })).rejects.toMatchObject({
      code: 'not_possible',
      message: expect.stringContaining(advice),
    });
  const expectChange = async (advice: string) => {
    const { version } = await open(id);
    const save = writer.call(saveBankQuestion, { id, version, content: sound });
    await expect(save).rejects.toMatchObject({ code: 'not_possible', message: expect.stringContaining(advice) });
  };
  await act(writer, id, 'submit');
  await expectChange('Take it out of review first.');
  await expectDeletion('Take it out of review first.');
  await act(reviewer, id, 'approve');
  await expectChange('Write a replacement instead.');
  await expectDeletion('Retire it instead.');
  await act(reviewer, id, 'retire');
  await expectChange('Write a replacement instead.');
  await expectDeletion('earlier papers may contain it');
  await act(reviewer, id, 'restore');
  await act(reviewer, id, 'reopen');
  await expectDeletion('was approved before');
});

describe('the list', () => {
  test('filters by chapter, type, level, state, use, faults and language', async () => {
    const translations = { hi: { text: 'सूची' } };
    const { id } = await write({ difficulty: 5, type: 'numerical', options: ['', '', '', ''], keys: [], translations });
    const { chapters } = await writer.call(getBankTopics, {});
    const chapter = chapters.find(({ topics }) => topics.some((topic) => topic.id === topic_id))?.id ?? 0;
    const ids = async (filters: Input<typeof getBankQuestions>) => (await writer.call(getBankQuestions, filters)).ids;
    const found = { chapter, type: 1, difficulty: 5, state: 'draft', is_used: false, has_faults: true, also_in: 'hi' } as const;
    expect(await ids(found)).toEqual([id]);
    for (const other of [
      { chapter: chapter + 999 },
      { type: 0 },
      { difficulty: 4 },
      { state: 'approved' },
      { is_used: true },
      { has_faults: false },
      { also_in: 'none' },
    ] as const)
      expect(await ids({ ...found, ...other })).not.toContain(id);
  });

  test('finds drafts and approved questions by words, beginnings, mistyped words and formulas', async () => {
    const draft = await write({ text: String.raw`The quokka hops with \(v = u + at\) upward.` });
    const { id } = await approved({ text: String.raw`A wombat digs with \(v = u + at\) downward.` });
    await indexPending({ db: story.database.db, now: story.now, random: () => 0.5 });
    const ids = async (search: string) => (await writer.call(getBankQuestions, { search })).ids;
    expect(await ids('quokka')).toEqual([draft.id]);
    expect(await ids('hops quok')).toEqual([draft.id]);
    expect(await ids('wombat')).toEqual([id]);
    expect(await ids('wombta')).toEqual([id]);
    expect((await ids(String.raw`\(v=u+at\)`)).toSorted((a, b) => a - b)).toEqual([draft.id, id].toSorted((a, b) => a - b));
    expect(await ids('quokka wombat')).toEqual([]);
    expect(await ids('!!!')).toEqual([]);
  });

  test('lists the imported questions of the institute as approved, with a version for each import that changed them', async () => {
    const { people } = await makeInstitute(story, 'east');
    const { questions, counts } = await people.teacher.call(getBankQuestions, {});
    expect(counts).toEqual({ draft: 0, in_review: 0, approved: 5, retired: 0 });
    const { id, text } = questions.find(({ type }) => type === 3) ?? { id: 0, text: '' };
    expect(await open(id, people.teacher)).toMatchObject({
      state: 'approved',
      passage: { comprehension_text: 'A passage of the canary-east' },
    });
    const more = { for: 'practice', type: 'comprehension', passage: 'own-passage', difficulty: 4 };
    const { folder, remove } = writeFiles({
      bank: { ...chapterFile('east', [questionEntry('east', 'own-002', more)]), retired: ['own-001'] },
    });
    const { exit } = await runCommand(story, story.database.db, 'content', ['import', folder, '--as', people.content_editor.phone]);
    remove();
    expect(exit).toBe(0);
    const { versions } = await people.teacher.call(getBankVersions, { id });
    expect(versions.map(({ version, content }) => [version, content.difficulty, content.text])).toEqual([
      [2, 4, text],
      [1, 2, text],
    ]);
    expect((await people.teacher.call(getBankQuestions, {})).counts).toMatchObject({ approved: 4, retired: 1 });
  });
});

test('a picture is stored once under its hash, and anything else is refused with its fault', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0L9 9"/></svg>';
  const add = (text: string, type: 'svg' | 'png' = 'svg') =>
    writer.call(addBankPicture, { type, bytes: Buffer.from(text).toString('base64') });
  const { hash } = await add(svg);
  expect((await add(svg)).hash).toBe(hash);
  const { id } = await write({ figure: { hash, alt: 'A line that falls', size: 1 } });
  expect((await open(id)).content.figure).toEqual({ hash, alt: 'A line that falls', size: 1 });
  await expect(add(svg.replace('<path', '<script/><path'))).rejects.toMatchObject({
    code: 'refused_file',
    message: '<script> is not allowed in a picture.',
  });
  await expect(add(svg, 'png')).rejects.toMatchObject({ code: 'refused_file', message: 'The file is not a png picture.' });
  const other = await story.staff('academy', 'teacher');
  await expect(write({ figure: { hash, alt: 'A line that falls', size: 1 } }, other)).rejects.toMatchObject(gone);
});

describe('a composed paper', () => {
  const section = {
    name: 'A',
    subject_id: 2,
    question_type: 1,
    question_count: 1,
    integer: false,
    attempt_limit: null,
    limit_kind: null,
    correct: 4,
    incorrect: -1,
    partial: null,
  } as const;
  const numerical = { type: 'numerical', options: ['', '', '', ''], keys: ['7'], solution: 'Seven.' } satisfies Partial<BankContent>;

  async function fill(by: Person, chapter_id: number) {
    const plan = {
      exam: 'JEE Main',
      preset: null,
      test_duration: 3600,
      shares: [1, 1, 1, 1, 1],
      sections: [{ ...section, question_count: 50, chapters: [{ chapter_id, weight: 1 }] }],
    } as const;
    const { id } = await by.call(createPaperDraft, { name: 'Own', plan: structuredClone(plan) as never });
    const { version, plan: planned } = await by.call(getPaperDraft, { id });
    const { items } = await by.call(fillPaperDraft, { id, version, name: 'Own', plan: planned, items: [] });
    return { id, ids: items.map(({ question_id }) => question_id) };
  }

  test('can contain the institute’s own approved questions, but none of another institute, in review or retired', async () => {
    const chapter_id = await story.idOf('chapters', 'motion');
    const own = await approved({ ...numerical, text: 'How heavy is the walrus?' });
    const gone = await approved({ ...numerical, text: 'How heavy is the otter?' });
    await act(reviewer, gone.id, 'retire');
    const { id } = await write({ ...numerical, text: 'How heavy is the beaver?' });
    await act(writer, id, 'submit');
    const { ids } = await fill(reviewer, chapter_id);
    expect(ids).toContain(own.question_id);
    expect(ids).not.toContain(gone.question_id);
    const texts = await query('select question_text from questions where id = any($1)', [ids]);
    expect(texts.map(({ question_text }) => question_text)).not.toContain('How heavy is the beaver?');
    const other = await story.staff('academy', 'teacher');
    expect((await fill(other, chapter_id)).ids).not.toContain(own.question_id);
  });

  test('hides the keys of its questions until the results are published, except from the writer and staff who may read keys', async () => {
    const own = await approved({ ...numerical, text: 'How heavy is the manatee?' });
    const paper = await query(
      `insert into papers (code, name, test_mode_type, test_type, time_kind, test_duration, courses, institute_id, allows_review)
       select 'own-held', 'Held', 0, 'JEE Main', 'wall_clock', 3600, '{ENG}', institute_id, true from bank_questions where id = $1 returning id`,
      [own.id],
    );
    const paper_id = paper[0]?.id as number;
    await query(
      `insert into paper_sections (paper_id, position, name, section, subject_id, question_type, question_count, first_position, integer, correct, incorrect, unattempted)
       values ($1, 0, 'A', 0, 2, 1, 1, 0, false, 4, -1, 0)`,
      [paper_id],
    );
    await query('insert into paper_questions (paper_id, position, section_position, question_id) values ($1, 0, 0, $2)', [
      paper_id,
      own.question_id,
    ]);
    const second = await story.staff('school', 'teacher');
    const owner = await story.staff('school', 'owner');
    expect(await open(own.id, second)).toMatchObject({ is_key_withheld: true, content: { keys: [], solution: '' } });
    expect((await second.call(getBankVersions, { id: own.id })).versions[0]?.content.keys).toEqual([]);
    await expect(second.call(followBankQuestion, { id: own.id })).rejects.toMatchObject({ code: 'not_possible' });
    for (const person of [writer, owner]) expect((await open(own.id, person)).content.keys).toEqual(['7']);
    await query('update papers set results_published_at = $2 where id = $1', [paper_id, story.now]);
    expect((await open(own.id, second)).content.keys).toEqual(['7']);
    await expect(act(writer, own.id, 'reopen')).rejects.toMatchObject({ code: 'not_possible' });
  });
});

test('no call for a question finds a draft, and search finds no question that is for papers only', async () => {
  const student = await story.student({ institute: 'school', premium_until: new Date('2099-01-01') });
  await write({ text: 'The narwhal draft', for: 'practice' });
  await approved({ text: 'The narwhal of a paper', for: 'paper' });
  await indexPending({ db: story.database.db, now: story.now, random: () => 0.5 });
  const { data } = await student.call(searchQuestions, { search_question_text: 'narwhal' });
  expect(data.questions).toEqual([]);
  await approved({ text: 'The narwhal of practice', for: 'practice' });
  await indexPending({ db: story.database.db, now: story.now, random: () => 0.5 });
  const found = await student.call(searchQuestions, { search_question_text: 'narwhal' });
  expect(found.data.questions.map(({ question_text }) => question_text)).toEqual(['The narwhal of practice']);
});
