import { getStaffToday } from '@abhyas/contract/site/today';
import { getNotifications } from '@abhyas/contract/institute/notifications';
import { getSignedUrl, getStaffSignedUrl } from '@abhyas/contract/institute/stored-files';
import {
  answerDoubt,
  askDoubt,
  DOUBT_LENGTH,
  getDoubts,
  getDoubtsOfQuestion,
  getMyDoubts,
  refuseDoubt,
  removeDoubt,
  reportDoubtAnswer,
  settleDoubtReport,
  showDoubt,
} from '@abhyas/contract/practice/doubts';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addPaper, fourOptions } from '../../../testing/attempts.ts';
import { download, sendForm } from '../../../testing/files.ts';
import { openPractice, verified, wrong } from '../../../testing/practice.ts';
import { tellStory, type Visitor } from '../../../testing/story.ts';

type Someone = Visitor & { id: number };

const story = tellStory();
const words = 'Why is the force of friction not opposed to the motion here?';
let [teacher, owner, elsewhere]: Someone[] = [];
let student: Someone;
let question: number;
const db = () => story.database.db;

beforeAll(async () => {
  await story.database.pool.query("insert into institutes (code, name) values ('other-school', 'Another school')");
  [teacher, owner, elsewhere] = [
    await story.staff('school', 'teacher'),
    await story.staff('school', 'owner'),
    await story.staff('other-school', 'teacher'),
  ];
});
beforeEach(async () => {
  await db().deleteFrom('doubts').execute();
  student = await story.student({ institute: 'school' });
  question = await story.idOf('questions', 'motion-001');
});

const someone = (person: Someone | undefined) => {
  if (!person) throw new Error('Nobody is there');
  return person;
};
const ask = (text = words, by: Visitor = student, id = question) => by.call(askDoubt, { id, text });
const answer = (id: number, fields: { text?: string; shown_text?: string } = {}, by = teacher) =>
  someone(by).call(answerDoubt, { id, text: 'Because the block would slide $\\mu N$ the other way.', ...fields });
const mine = async (by: Visitor = student) => (await by.call(getMyDoubts, {})).doubts;
const beside = (by: Visitor = student, id = question) => by.call(getDoubtsOfQuestion, { id });
const queue = (by = teacher, fields = {}) => someone(by).call(getDoubts, fields);
const notFound = { code: 'not_found' };

/** A JPEG with a place of the camera in it. */
const photo = Buffer.concat([
  Buffer.from([0xff, 0xd8, 0xff, 0xe1, 0, 18]),
  Buffer.from('Exif GPS 12.97 N', 'latin1'),
  Buffer.from([0xff, 0xda, 0, 2, 1, 2, 3, 0xff, 0xd9]),
]);
type Upload = typeof getSignedUrl | typeof getStaffSignedUrl;
async function send(by: Visitor, call: Upload, bytes: Buffer, file_extension: 'jpg' | 'webm' = 'jpg') {
  const { presigned_aws_data, file_url } = await by.call(call as typeof getStaffSignedUrl, { file_extension });
  await sendForm(by, presigned_aws_data, bytes);
  return file_url;
}

describe('a doubt', () => {
  test('reaches the teachers of the institute with the last answer of the student, and its answer comes back', async () => {
    const practice = await openPractice(student, await story.idOf('topics', 'motion-one'));
    const first = practice.questions.find(({ question_type }) => question_type !== 1);
    if (!first) throw new Error('Practice has no question');
    await practice.upload([verified(first, wrong, { question_time_spent: 75, solution_request_time: 80 })]);
    const { id } = await ask(`  ${words} `, student, first.id);
    story.pass(60);
    await ask('Another one', await story.student({ institute: 'school' }));
    const { waiting, doubts, questions } = await queue();
    expect(waiting).toEqual([{ subject: 'Physics', count: 2 }]);
    expect(doubts.map((doubt) => doubt.text)).toEqual([words, 'Another one']);
    expect(doubts[0]).toMatchObject({ id, student_id: student.id, question_time_spent: 75, is_solution_seen: true, is_held: false });
    expect(doubts[0]?.responses).toEqual(first.question_type === 3 ? [4] : [1]);
    expect(questions.find((each) => each.id === first.id)).toHaveProperty('solution_text');
    expect((await queue(teacher, { subject: 'Chemistry' })).doubts).toEqual([]);

    expect(await mine()).toMatchObject([{ id, state: 'waiting', text: words, answer: null }]);
    await answer(id);
    expect(await mine()).toMatchObject([
      { id, state: 'answered', answer: { text: expect.stringContaining('slide'), teacher_name: 'Asha' } },
    ]);
    const { notifications } = await student.call(getNotifications, {});
    expect(notifications[0]).toMatchObject({ type: 'DoubtNotification', url: '/doubts', message: expect.not.stringContaining('slide') });
    expect((await queue(teacher, { list: 'answered' })).doubts.map((doubt) => doubt.id)).toEqual([id]);
  });

  test('is listed on Today, the oldest first, until it is answered', async () => {
    const { id } = await ask();
    const waits = async () => (await someone(teacher).call(getStaffToday, {})).waiting.find(({ title }) => title === 'Doubts');
    expect(await waits()).toMatchObject({ count: 1, url: '/staff/doubts', since: story.now.toISOString() });
    await answer(id);
    expect(await waits()).toBeUndefined();
  });

  test('is read by its student and the teachers of that institute only', async () => {
    const { id } = await ask();
    const classmate = await story.student({ institute: 'school' });
    expect([await mine(classmate), (await beside(classmate)).own, (await beside(classmate)).shown]).toEqual([[], [], []]);
    await expect(classmate.call(removeDoubt, { id })).rejects.toMatchObject(notFound);
    await expect(classmate.call(reportDoubtAnswer, { id, reason: 'No' })).rejects.toMatchObject(notFound);
    expect((await queue(elsewhere)).doubts).toEqual([]);
    for (const act of [
      () => someone(elsewhere).call(answerDoubt, { id, text: 'No' }),
      () => someone(elsewhere).call(showDoubt, { id, shown_text: 'No' }),
      () => someone(elsewhere).call(refuseDoubt, { id, reason: 'No' }),
    ])
      await expect(act()).rejects.toMatchObject(notFound);
    const counsellor = await story.staff('school', 'counsellor');
    await expect(queue(counsellor)).rejects.toMatchObject({ code: 'not_allowed' });
    await db().updateTable('memberships').set({ ended_at: story.now }).where('user_id', '=', student.id).execute();
    expect((await queue()).doubts).toEqual([]);
    await expect(answer(id)).rejects.toMatchObject(notFound);
  });

  test('is closed to a teacher from the moment in which the teacher leaves the institute', async () => {
    const { id } = await ask();
    const leaving = await story.staff('school', 'teacher');
    expect((await queue(leaving)).doubts).toHaveLength(1);
    await db().updateTable('memberships').set({ ended_at: story.now }).where('user_id', '=', leaving.id).execute();
    await expect(queue(leaving)).rejects.toMatchObject({ code: 'not_allowed' });
    await expect(answer(id, {}, leaving)).rejects.toMatchObject({ code: 'not_allowed' });
  });

  test('about an unseen question is not found; sent twice it is stored once', async () => {
    await expect(ask(words, student, await story.idOf('questions', 'motion-021'))).rejects.toMatchObject(notFound);
    await expect(ask(words, student, 999_999)).rejects.toMatchObject(notFound);
    await expect(beside(student, 999_999)).rejects.toMatchObject(notFound);
    expect(await ask()).toEqual(await ask(` ${words}`));
    expect(await mine()).toHaveLength(1);
    await expect(ask('x'.repeat(DOUBT_LENGTH.text + 1))).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(ask('   ')).rejects.toMatchObject({ code: 'invalid_input' });
  });

  test('or note whose text is sent several times at once is stored once', async () => {
    for (const by of [student, await story.student()]) {
      const ids = (await Promise.all(Array.from({ length: 6 }, () => ask(words, by)))).map(({ id }) => id);
      expect(new Set(ids).size).toBe(1);
      expect((await mine(by)).map(({ id }) => id)).toEqual(ids.slice(0, 1));
    }
  });

  test('is limited by day, and by refusals of teachers, which the student reads', async () => {
    for (let count = 1; count <= 3; count += 1) {
      const { id } = await ask(`Rude ${count}`);
      await someone(teacher).call(refuseDoubt, { id, reason: 'This is not a doubt.' });
    }
    const [refused] = await mine();
    expect(refused).toMatchObject({ state: 'refused', refusal: 'This is not a doubt.', answer: null });
    await expect(ask()).rejects.toMatchObject({ code: 'not_possible', message: expect.stringContaining('refused') });
    expect((await beside()).obstacle).toContain('refused');
    await expect(student.call(removeDoubt, { id: refused?.id ?? 0 })).rejects.toMatchObject({ code: 'not_possible' });
    await expect(answer(refused?.id ?? 0)).rejects.toMatchObject({ code: 'not_possible' });
    await db()
      .updateTable('doubts')
      .set({ refused_at: new Date(story.now.getTime() - 31 * 86_400_000) })
      .execute();
    await ask();

    const eager = await story.student({ institute: 'school' });
    for (let count = 1; count <= 20; count += 1) await ask(`Doubt ${count}`, eager);
    await expect(ask('One more', eager)).rejects.toMatchObject({ code: 'too_many_requests' });
  });

  test('can be deleted by its student with its photo and answer', async () => {
    const photo_url = await send(student, getSignedUrl, photo);
    const { id } = await student.call(askDoubt, { id: question, text: words, photo_url });
    await answer(id);
    await student.call(removeDoubt, { id });
    expect([await mine(), (await queue(teacher, { list: 'answered' })).doubts]).toEqual([[], []]);
    expect((await download(student, photo_url)).statusCode).toBe(404);
    await expect(student.call(removeDoubt, { id })).rejects.toMatchObject(notFound);
  });
});

describe('a test that holds the question', () => {
  test('refuses doubts and answers while it runs, and withholds answers that were given before', async () => {
    const classmate = await story.student({ institute: 'school' });
    const topic = await story.idOf('topics', 'motion-one');
    const seen = await openPractice(classmate, topic);
    const also = await openPractice(student, topic);
    const tested = seen.questions.find((each) => each.id !== question && also.questions.some(({ id }) => id === each.id))?.id ?? 0;
    const { id } = await ask(words, student, tested);
    await answer(id, { text: 'Option 2, as the speed grows.', shown_text: 'Which one grows?' });
    const { id: waiting } = await ask('And the others?', student, tested);
    expect((await beside(classmate, tested)).shown).toHaveLength(1);

    // A coming test of both students gets the question.
    const coming = await addPaper(story, 'doubted-again', [fourOptions(25)], {
      opens_at: new Date(story.now.getTime() + 3_600_000).toISOString(),
      closes_at: new Date(story.now.getTime() + 7_200_000).toISOString(),
    });
    await db().updateTable('paper_questions').set({ question_id: tested }).where('paper_id', '=', coming).execute();
    await db()
      .insertInto('paper_assignments')
      .values([student, classmate].map((person) => ({ paper_id: coming, student_id: person.id })))
      .onConflict((on) => on.doNothing())
      .execute();
    await expect(ask('What is it?', student, tested)).rejects.toMatchObject({ code: 'not_possible' });
    const own = await beside(student, tested);
    expect(own.obstacle).toContain('secret');
    expect(own.own.map(({ state, answer: given }) => [state, given])).toEqual([
      ['waiting', null],
      ['withheld', null],
    ]);
    expect((await beside(classmate, tested)).shown).toEqual([]);
    await expect(classmate.call(reportDoubtAnswer, { id, reason: 'No' })).rejects.toMatchObject(notFound);
    const { doubts, questions } = await queue();
    expect(doubts).toMatchObject([{ id: waiting, is_held: true }]);
    for (const field of ['accepted_answers', 'solution_text']) expect(questions[0]).not.toHaveProperty(field);
    await expect(answer(waiting)).rejects.toMatchObject({ code: 'not_possible' });
    await expect(someone(teacher).call(showDoubt, { id, shown_text: 'x' })).rejects.toMatchObject({ code: 'not_possible' });
    expect(JSON.stringify(await student.call(getMyDoubts, {}))).not.toContain('Option 2');
  });
});

describe('an answer', () => {
  test('is shown to the students of the institute without the name of the asker, and to nobody else', async () => {
    await db().updateTable('users').set({ name: 'Kávya Nair' }).where('id', '=', student.id).execute();
    const { id } = await ask('I am Kavya and I do not see it');
    for (const shown_text of ['I am Kavya and I do not see it', 'NAIR asks'])
      await expect(answer(id, { shown_text })).rejects.toMatchObject({ code: 'not_possible', message: expect.stringContaining('name') });
    await expect(answer(id, { text: 'Dear Kavya, look again', shown_text: 'Why?' })).rejects.toMatchObject({ code: 'not_possible' });
    await answer(id);
    await someone(teacher).call(showDoubt, { id, shown_text: 'Where does the friction act?' });
    const [classmate, stranger] = [await story.student({ institute: 'school' }), await story.student({ institute: 'other-school' })];
    const { shown } = await beside(classmate);
    expect(shown).toMatchObject([{ id, doubt_text: 'Where does the friction act?', answer: { text: expect.stringContaining('slide') } }]);
    expect(JSON.stringify(shown)).not.toMatch(/K[aá]vya|Nair/i);
    expect((await beside(stranger)).shown).toEqual([]);
    expect((await beside(await story.student())).shown).toEqual([]);
    expect((await beside(student)).shown).toEqual([]);
    await someone(teacher).call(showDoubt, { id, shown_text: null });
    expect((await beside(classmate)).shown).toEqual([]);
  });

  test('may be a photo and a voice note, which its readers open and nobody else', async () => {
    const photo_url = await send(student, getSignedUrl, photo);
    const { id } = await student.call(askDoubt, { id: question, text: words, photo_url });
    const working = await download(someone(teacher), photo_url);
    expect([working.statusCode, working.rawPayload.includes('GPS'), working.rawPayload.length < photo.length]).toEqual([200, false, true]);
    const classmate = await story.student({ institute: 'school' });
    expect((await download(classmate, photo_url)).statusCode).toBe(404);
    expect((await download(someone(elsewhere), photo_url)).statusCode).toBe(404);

    const drawn = await send(someone(teacher), getStaffSignedUrl, photo);
    const voice_url = await send(someone(teacher), getStaffSignedUrl, Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 1]), 'webm');
    await someone(teacher).call(answerDoubt, { id, photo_url: drawn, voice_url, text: '' });
    expect((await mine())[0]?.answer).toMatchObject({ text: null, photo_url: drawn, voice_url });
    for (const file of [drawn, voice_url]) {
      expect([(await download(student, file)).statusCode, (await download(classmate, file)).statusCode]).toEqual([200, 404]);
    }
    await someone(teacher).call(showDoubt, { id, shown_text: words });
    expect((await download(classmate, voice_url)).statusCode).toBe(200);
    expect((await download(classmate, photo_url)).statusCode).toBe(404);

    await someone(teacher).call(answerDoubt, { id, text: 'In words now.', photo_url: drawn });
    expect([(await download(student, drawn)).statusCode, (await download(student, voice_url)).statusCode]).toEqual([200, 404]);
    await expect(someone(teacher).call(answerDoubt, { id })).rejects.toMatchObject({ code: 'invalid_input' });
  });

  test('takes only a photo or voice note that its sender has uploaded for it', async () => {
    const { id } = await ask();
    const noPhoto = await send(student, getSignedUrl, photo.subarray(0, 20));
    await expect(student.call(askDoubt, { id: question, text: 'With a broken photo', photo_url: noPhoto })).rejects.toMatchObject({
      code: 'refused_file',
    });
    const photo_url = await send(student, getSignedUrl, photo);
    await expect(someone(teacher).call(answerDoubt, { id, text: 'x', photo_url })).rejects.toMatchObject(notFound);
    await student.call(askDoubt, { id: question, text: 'First', photo_url });
    await expect(student.call(askDoubt, { id: question, text: 'Second', photo_url })).rejects.toMatchObject({ code: 'refused_file' });
  });

  test('that a student reports is kept or taken back by an owner, not by its teacher', async () => {
    const { id } = await ask();
    await answer(id, { shown_text: 'Why?' });
    const classmate = await story.student({ institute: 'school' });
    await classmate.call(reportDoubtAnswer, { id, reason: ' It mocks the student. ' });
    await classmate.call(reportDoubtAnswer, { id, reason: 'Again' });
    await expect(queue(teacher, { list: 'reported' })).rejects.toMatchObject({ code: 'not_allowed' });
    await expect(someone(teacher).call(settleDoubtReport, { id, keeps_answer: true })).rejects.toMatchObject({ code: 'not_allowed' });
    expect((await queue(teacher, { list: 'answered' })).doubts[0]?.report).toBeNull();
    await expect(student.call(removeDoubt, { id })).rejects.toMatchObject({ code: 'not_possible' });
    const { reported_count, doubts } = await queue(owner, { list: 'reported' });
    expect([reported_count, doubts.map(({ report }) => report?.reason)]).toEqual([1, ['It mocks the student.']]);

    await someone(owner).call(settleDoubtReport, { id, keeps_answer: true });
    expect((await beside(classmate)).shown).toHaveLength(1);
    await expect(someone(owner).call(settleDoubtReport, { id, keeps_answer: true })).rejects.toMatchObject({ code: 'not_possible' });
    await student.call(reportDoubtAnswer, { id, reason: 'It is rude.' });
    await someone(owner).call(settleDoubtReport, { id, keeps_answer: false });
    expect((await beside(classmate)).shown).toEqual([]);
    expect(await mine()).toMatchObject([{ state: 'waiting', answer: null }]);
  });
});

describe('a student of no institute', () => {
  test('keeps notes that nobody else reads, also after joining an institute', async () => {
    const alone = await story.student();
    const { id } = await ask('Remember: friction opposes sliding, not motion.', alone);
    expect(await beside(alone)).toMatchObject({ has_teachers: false, obstacle: null, own: [{ id, state: 'note' }] });
    expect([(await queue()).doubts, (await queue(owner)).doubts]).toEqual([[], []]);
    await story.join(alone.id, 'school', 'student');
    expect(await mine(alone)).toMatchObject([{ id, state: 'note' }]);
    expect((await queue()).doubts).toEqual([]);
    await expect(answer(id)).rejects.toMatchObject(notFound);
    await alone.call(removeDoubt, { id });
    expect(await mine(alone)).toEqual([]);
  });
});

test('a doubt asked in Hindi shows this to the teacher, with the Hindi of its question; a doubt asked in English has no Hindi', async () => {
  const inHindi = story.database.db.selectFrom('questions').where('code', '=', 'motion-002').select(['id', 'languages']);
  const { id, languages } = await inHindi.executeTakeFirstOrThrow();
  expect(languages).toContain('hi');
  await ask('Read in English', student, id);
  expect((await queue()).translated).toEqual({ questions: [], passages: [] });
  await student.call(askDoubt, { id, text: 'Read in Hindi', language: 'hi' });
  const { doubts, translated } = await queue();
  expect(doubts.map(({ text, language }) => [text, language])).toEqual([
    ['Read in English', null],
    ['Read in Hindi', 'hi'],
  ]);
  expect(translated.questions.map((each) => each.id)).toEqual([id]);

  expect((await student.call(getMyDoubts, {})).translated).toBeUndefined();
  const own = await student.call(getMyDoubts, { language: 'hi' });
  expect(own.translated?.questions.map((each) => each.id)).toEqual([id]);
  expect(JSON.stringify(own.translated)).not.toContain('solution_text');
});
