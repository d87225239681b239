import { randomBytes } from 'node:crypto';
import { sendAnswerFile } from '@abhyas/contract/reports/answer-files';
import { getTestQuestions } from '@abhyas/contract/tests/attempts';
import { getReport } from '@abhyas/contract/reports/session-reports';
import { uploadStudentResponses } from '@abhyas/contract/reports/uploads';
import { beforeEach, describe, expect, test } from 'vitest';
import { addPaper, attempt, fourOptions, phoneOf, response, sealFile as seal, staff } from '../../../testing/attempts.ts';
import { boundlessBudgets, tellStory, Visitor } from '../../../testing/story.ts';
import { digestOfTables } from '../../../testing/table-digest.ts';

const story = tellStory();
let papers = 0;
let paper: number;
let student: Visitor & { id: number };
let begun: Awaited<ReturnType<typeof attempt>>;

beforeEach(async () => {
  papers += 1;
  paper = await addPaper(story, `sealed-${papers}`, [fourOptions(21, 22, 23, 24)]);
  student = await story.student({ institute: 'school' });
  begun = await attempt(student, paper);
});

const keyOf = (of = begun) => ({ session_id: of.session_id, seal_key: of.opened.seal_key });
const uploadOf = (responses: unknown[], fields: Record<string, unknown> = {}, of = begun) => ({
  session_id: of.session_id,
  writer: of.writer,
  session_time_spent: 60,
  current_index: 1,
  responses: JSON.stringify(responses),
  ...fields,
});
const right = (at: number, fields: Record<string, unknown> = {}) => response(begun.questions[at], { responses: [2], ...fields });
const fileOf = (responses: unknown[], fields: Record<string, unknown> = {}) => seal(keyOf(), JSON.stringify(uploadOf(responses, fields)));
const send = (file: unknown, by: Visitor = student) =>
  by.call(sendAnswerFile, { file: typeof file === 'string' ? file : JSON.stringify(file) });
const scoreNow = async () => (await student.call(getReport, { id: paper })).report_data.at(-1)?.score;

describe('a valid answer file', () => {
  test('is accepted during the test, and the session stays in progress', async () => {
    expect(await send(fileOf([right(0), right(1)]))).toEqual({
      success: true,
      paper_id: paper,
      object_type: 1,
      session_status: 'IN_PROGRESS',
      message: 'Your answers are received.',
    });
    const { question_responses } = await student.call(getTestQuestions, { id: paper });
    expect(question_responses.map(({ responses }) => responses)).toEqual([[2], [2]]);
  });

  test('is accepted, as uploaded answers are, even if student and institute may send no more bytes today', async () => {
    const budgets = { ...boundlessBudgets, take: (name: string) => !name.endsWith('_bytes') };
    const app = await story.serverWith({}, { budgets });
    const sender = Object.assign(new Visitor(app), { token: student.token });
    expect((await sender.call(uploadStudentResponses, uploadOf([right(0)]))).kept).toHaveLength(1);
    expect(await send(fileOf([right(1)]), sender)).toMatchObject({ message: 'Your answers are received.' });
    await app.close();
  });

  test('with the finish flag ends the test, and sending it again changes nothing', async () => {
    const file = fileOf([right(0), right(1)], { isFinishTest: true });
    expect(await send(file)).toMatchObject({ session_status: 'COMPLETE', message: 'Your answers are received, and the test is finished.' });
    expect(await scoreNow()).toBe(8);
    const before = await digestOfTables(story.database);
    await expect(send(file)).rejects.toMatchObject({ code: 'session_finished' });
    expect(await digestOfTables(story.database)).toEqual(before);
  });

  test('is stored if it arrives late, changes no mark, and counts once it is accepted', async () => {
    const file = fileOf([right(0), right(1)]);
    story.pass(600 + 61);
    await expect(send(file)).rejects.toMatchObject({ code: 'received_late', status: 409 });
    expect(await student.call(getReport, { id: paper })).toMatchObject({ received_late: true, report_data: [{}, { score: 0 }] });
    await staff(story, 'accept-late', `sealed-${papers}`, '--phone', await phoneOf(story, student));
    expect(await scoreNow()).toBe(8);
  });

  test('from an older device does not replace newer answers', async () => {
    const file = fileOf([right(0, { responses: [1], version: 40 }), right(1, { version: 40 })]);
    const newer = await attempt(student, paper);
    await newer.upload([right(0)]);
    await send(file);
    const { report_data } = await newer.finish();
    expect(report_data?.at(-1)).toMatchObject({ score: 8 });
  });

  test('counts for a self-paced test as long as the test is open', async () => {
    const mock = await story.idOf('papers', 'mock');
    begun = await attempt(student, mock);
    story.pass(7200);
    await send(fileOf([right(0)], { isFinishTest: true }));
    expect((await student.call(getReport, { id: mock })).report_data.at(-1)).toMatchObject({ score: 4 });
  });

  test('cannot be encrypted once the session is over, because the key is no longer handed out', async () => {
    expect(begun.opened.seal_key).toMatch(/^[A-Za-z0-9+/]{43}=$/);
    await begun.finish();
    expect((await student.call(getTestQuestions, { id: paper })).seal_key).toBeNull();
  });
});

describe('refuses as damaged, and changes nothing,', () => {
  const flipped = (text: string, at: number) => {
    const bytes = Buffer.from(text, 'base64');
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    return bytes.toString('base64');
  };

  test.each<[string, () => unknown]>([
    ['a file with one bit changed', () => ({ ...fileOf([right(0)]), sealed: flipped(fileOf([right(0)]).sealed, 5) })],
    [
      'a file with a changed seal',
      () => {
        const file = fileOf([right(0)]);
        return { ...file, sealed: flipped(file.sealed, Buffer.from(file.sealed, 'base64').length - 1) };
      },
    ],
    ['a file with another nonce', () => ({ ...fileOf([right(0)]), iv: randomBytes(12).toString('base64') })],
    ['a truncated file', () => ({ ...fileOf([right(0)]), sealed: fileOf([right(0)]).sealed.slice(0, 20) })],
    [
      'a file under another key',
      () => seal({ ...keyOf(), seal_key: randomBytes(32).toString('base64') }, JSON.stringify(uploadOf([right(0)]))),
    ],
    [
      'a file that names another session of the same student',
      async () => {
        const other = await attempt(student, await story.idOf('papers', 'mock'));
        return { ...fileOf([right(0)]), session_id: other.session_id };
      },
    ],
    [
      'a file whose content is of another session than its name',
      async () => {
        const other = await attempt(student, await story.idOf('papers', 'mock'));
        return seal(keyOf(), JSON.stringify(uploadOf([right(0)], {}, other)));
      },
    ],
    ['a file of an unknown session', () => ({ ...fileOf([right(0)]), session_id: 999_999_999 })],
    ['a file with an absurd session id', () => ({ ...fileOf([right(0)]), session_id: 1e300 })],
    ['encrypted content with an absurd time', () => seal(keyOf(), JSON.stringify(uploadOf([right(0)], { session_time_spent: 1e300 })))],
    ['encrypted content with a negative time', () => seal(keyOf(), JSON.stringify(uploadOf([right(0)], { session_time_spent: -1 })))],
    ['encrypted content that is not an upload', () => seal(keyOf(), JSON.stringify({ session_id: begun.session_id }))],
    ['encrypted content that is not JSON', () => seal(keyOf(), 'answers')],
    ['another format', () => ({ ...fileOf([right(0)]), format: 'abhyas-answers-2' })],
    ['no encrypted part', () => ({ format: 'abhyas-answers-1', session_id: begun.session_id })],
    ['no file at all', () => 'hello'],
    ['nothing', () => ''],
  ])('%s', async (_what, make) => {
    const file = await make();
    const before = await digestOfTables(story.database);
    await expect(send(file)).rejects.toMatchObject({ status: 422, message: 'This is not one of your answer files, or it was changed.' });
    expect(await digestOfTables(story.database)).toEqual(before);
  });

  test("another student's file", async () => {
    const file = fileOf([right(0)]);
    const stranger = await story.student({ institute: 'school' });
    await attempt(stranger, paper);
    const before = await digestOfTables(story.database);
    await expect(send(file, stranger)).rejects.toMatchObject({ code: 'damaged_file' });
    expect(await digestOfTables(story.database)).toEqual(before);
  });
});
