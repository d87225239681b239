import type { Input } from '@abhyas/contract/endpoint';
import { addBankPicture, getBankQuestions } from '@abhyas/contract/bank/bank-questions';
import { assignTest, deleteTest, setUpTest, tryTest } from '@abhyas/contract/exam-office/institute-tests';
import {
  addPictureQuestions,
  createPaperDraft,
  deletePaperDraft,
  fillPaperDraft,
  getPaperDraft,
  getQuestionPool,
  MOST_PICTURES_AT_ONCE,
  publishPaperDraft,
  savePaperDraft,
} from '@abhyas/contract/exam-office/paper-drafts';
import { setInstituteLogo } from '@abhyas/contract/institute/institutes';
import { beforeAll, expect, test } from 'vitest';
import { attempt, response } from '../../../testing/attempts.ts';
import { pngOf } from '../../../testing/files.ts';
import { planOf, planSection } from '../../../testing/composed-tests.ts';
import { tellStory, type Visitor } from '../../../testing/story.ts';

const story = tellStory();
type Added = Input<typeof addPictureQuestions>;
let teacher: Visitor & { id: number };
let hash = '';
let topic_id = 0;
const query = async (text: string, values: unknown[] = []) => (await story.database.pool.query(text, values)).rows;
const inHours = (hours: number) => new Date(story.now.getTime() + hours * 3_600_000).toISOString();

const section = (more: Parameters<typeof planSection>[0] = {}) => planSection({ question_count: 2, ...more });
const begin = async (sections = [section()]) =>
  (await teacher.call(createPaperDraft, { name: 'Printed test', plan: planOf(...sections) })).id;
const pictured = (number: number, keys: Added['questions'][number]['keys'] = [2], more = {}) => ({
  number,
  hash,
  alt: `Question ${number} as it is printed`,
  topic_id,
  keys,
  ...more,
});
const adding = (id: number, questions: Added['questions'], more: Partial<Added> = {}): Added => ({
  id,
  version: 1,
  section: 0,
  option_names: 'letters',
  questions,
  may_use: true,
  ...more,
});

beforeAll(async () => {
  teacher = await story.staff('school', 'teacher');
  await story.staff('school', 'owner');
  const bytes = pngOf(300, 200).toString('base64');
  ({ hash } = await teacher.call(addBankPicture, { type: 'png', bytes }));
  const [topic] = await query(
    'select t.id from topics t join chapters c on c.id = t.chapter_id where c.subject_id = 4 order by t.id limit 1',
  );
  topic_id = topic.id;
});

test('questions of a printed paper become a test at once, which is sat and marked by its keys like any other', async () => {
  const id = await begin([
    section(),
    section({ name: 'B', question_type: 1, question_count: 1 }),
    section({ name: 'C', question_type: 2, question_count: 1 }),
  ]);
  const first = await teacher.call(addPictureQuestions, adding(id, [pictured(1, [2]), pictured(2, [4])]));
  const second = await teacher.call(addPictureQuestions, adding(id, [pictured(3, ['2.5'])], { section: 1, version: first.version }));
  const third = await teacher.call(addPictureQuestions, adding(id, [pictured(4, [[1, 3]])], { section: 2, version: second.version }));
  expect(third.question_count).toBe(4);
  const draft = await teacher.call(getPaperDraft, { id });
  expect(draft.items.map(({ section: at, is_locked }) => [at, is_locked])).toEqual([
    [0, true],
    [0, true],
    [1, true],
    [2, true],
  ]);
  expect(draft.findings.map(({ kind, is_blocking }) => [kind, is_blocking])).toContainEqual(['picture', false]);
  expect(draft.findings.some(({ kind }) => kind === 'level')).toBe(false);
  const { paper_id } = await teacher.call(publishPaperDraft, { id, version: third.version });
  const shown = await teacher.call(tryTest, { id: paper_id });
  expect(shown.questions[0]).toMatchObject({
    question_text: 'Question 1',
    option_1: '(A)',
    option_4: '(D)',
    supporting_picture: { url: `/api/pictures/${hash}`, alt: 'Question 1 as it is printed' },
  });
  const student = await story.student();
  await story.join(student.id, 'school', 'student');
  await teacher.call(setUpTest, { id: paper_id, opens_at: inHours(0), closes_at: inHours(2) });
  await teacher.call(assignTest, { id: paper_id, student_ids: [student.id] });
  const sitting = await attempt(student, paper_id);
  const [one = 0, two = 0, three = 0] = sitting.questions;
  await sitting.upload([response(one, { responses: [2] }), response(two, { responses: [1] }), response(three, { rich_response: '2.50' })]);
  await sitting.finish();
  const [score] = await query('select score from session_scores where paper_id = $1 and subject_id = 0', [paper_id]);
  expect(score.score).toBe(4 - 1 + 4);
});

test('a picture question is asked only in its own paper: no other paper is filled with it, and the bank lists it as approved', async () => {
  const counted = async () =>
    (await teacher.call(getQuestionPool, { exam: 'NEET' })).chapters.flatMap(({ counts }) => counts.map(({ count }) => count));
  const before = await counted();
  const id = await begin();
  const { version } = await teacher.call(addPictureQuestions, adding(id, [pictured(1), pictured(2)]));
  expect(await counted()).toEqual(before);
  const draft = await teacher.call(getPaperDraft, { id });
  const again = await teacher.call(fillPaperDraft, { id, version, name: draft.name, plan: draft.plan, items: draft.items });
  expect(again.items).toEqual(draft.items);
  const { questions } = await teacher.call(getBankQuestions, { state: 'approved' });
  expect(questions.filter(({ text }) => text === 'Question 2').length).toBeGreaterThan(0);
  const [entry] = await query("select after from audit_log where what = 'paper_draft.pictures' and object_id = $1", [id]);
  expect(entry.after).toEqual({ count: 2, may_use: true });
});

test('the logo of the institute stays when a paper that uses the same picture as a question is deleted', async () => {
  const owner = await story.staff('school', 'owner');
  const png = pngOf(40, 20).toString('base64');
  await owner.call(setInstituteLogo, { png });
  const { hash: logo } = await teacher.call(addBankPicture, { type: 'png', bytes: png });
  const id = await begin();
  await teacher.call(addPictureQuestions, adding(id, [pictured(1, [2], { hash: logo })]));
  await teacher.call(deletePaperDraft, { id });
  expect((await query('select from picture_uses u join pictures p on p.hash = u.hash where u.hash = $1', [logo])).length).toBe(1);
});

test.each<[string, (id: number) => Partial<Added>, string]>([
  ['without a key for its form', () => ({ questions: [pictured(7, ['2.5'])] }), 'Question 7: The answer is one option number'],
  ['beyond the number of its section', () => ({ questions: [1, 2, 3].map((one) => pictured(one)) }), 'has no room for so many questions'],
  ['for a section that the paper does not have', () => ({ section: 3 }), 'nothing at this address'],
  ['with an unknown picture', () => ({ questions: [pictured(1, [1], { hash: '0'.repeat(64) })] }), 'nothing at this address'],
  ['with a topic of another subject', () => ({ questions: [pictured(1, [1], { topic_id: 999_999 })] }), 'does not exist in the subject'],
  ['on an older version', () => ({ version: 9 }), 'changed'],
])('a picture is refused %s, and nothing is stored', async (_title, change, message) => {
  const id = await begin();
  const count = async () => (await query('select count(*)::int as count from bank_questions'))[0].count;
  const before = await count();
  await expect(teacher.call(addPictureQuestions, { ...adding(id, [pictured(1)]), ...change(id) })).rejects.toThrow(message);
  expect(await count()).toBe(before);
});

test('a section for whole numbers refuses another key, and a section on passages refuses pictures', async () => {
  const id = await begin([
    section({ question_type: 1, integer: true, question_count: 1 }),
    section({ name: 'B', question_type: 3, question_count: 1 }),
  ]);
  await expect(teacher.call(addPictureQuestions, adding(id, [pictured(1, ['2.5'])]))).rejects.toThrow('a whole number');
  await expect(teacher.call(addPictureQuestions, adding(id, [pictured(2)], { section: 1 }))).rejects.toThrow('on a passage');
});

test('a caller who does not confirm the right to use the paper, adds too many questions at once, or is of another institute is refused', async () => {
  const id = await begin();
  const body = adding(id, [pictured(1)]);
  await expect(teacher.call(addPictureQuestions, { ...body, may_use: false as unknown as true })).rejects.toMatchObject({
    code: 'invalid_input',
  });
  const many = Array.from({ length: MOST_PICTURES_AT_ONCE + 1 }, (_none, at) => pictured(at + 1));
  await expect(teacher.call(addPictureQuestions, { ...body, questions: many })).rejects.toMatchObject({ code: 'invalid_input' });
  await story.database.db.insertInto('institutes').values({ code: 'academy', name: 'Academy' }).execute();
  const stranger = await story.staff('academy', 'owner');
  await expect(stranger.call(addPictureQuestions, body)).rejects.toMatchObject({ code: 'not_found' });
});

/** Draws a picture of a width that no other question has, and returns its hash. */
const drawn = async (width: number) =>
  (await teacher.call(addBankPicture, { type: 'png', bytes: pngOf(width, 20).toString('base64') })).hash;
const countOf = async (hashes: string[]) => ({
  questions: (await query('select from questions where supporting_picture = any($1)', [hashes])).length,
  uses: (await query('select from picture_uses where hash = any($1)', [hashes])).length,
  pictures: (await query('select from pictures where hash = any($1)', [hashes])).length,
});

test('deleting a draft deletes its pictures, including those removed from it earlier, but none that something else shows', async () => {
  const [one, two, shared] = [await drawn(11), await drawn(12), await drawn(13)];
  const [id, other] = [await begin([section({ question_count: 3 })]), await begin()];
  const questions = [pictured(1, [2], { hash: one }), pictured(2, [2], { hash: two }), pictured(3, [2], { hash: shared })];
  const { version } = await teacher.call(addPictureQuestions, adding(id, questions));
  await teacher.call(addPictureQuestions, adding(other, [pictured(1, [2], { hash: shared })]));
  const { name, plan, items } = await teacher.call(getPaperDraft, { id });
  await teacher.call(savePaperDraft, { id, version, name, plan, items: items.slice(1) });
  await teacher.call(deletePaperDraft, { id });
  expect(await countOf([one, two])).toEqual({ questions: 0, uses: 0, pictures: 0 });
  expect(await countOf([shared])).toEqual({ questions: 1, uses: 1, pictures: 1 });
  expect((await teacher.call(getPaperDraft, { id: other })).questions).toHaveLength(1);
});

test('pictures of a draft whose test stays are deleted with the test', async () => {
  const [one, two] = [await drawn(21), await drawn(22)];
  const id = await begin();
  const added = await teacher.call(addPictureQuestions, adding(id, [pictured(1, [2], { hash: one }), pictured(2, [2], { hash: two })]));
  const { paper_id } = await teacher.call(publishPaperDraft, { id, version: added.version });
  await teacher.call(deletePaperDraft, { id });
  expect(await countOf([one, two])).toEqual({ questions: 2, uses: 2, pictures: 2 });
  await teacher.call(deleteTest, { id: paper_id });
  expect(await countOf([one, two])).toEqual({ questions: 0, uses: 0, pictures: 0 });
});
