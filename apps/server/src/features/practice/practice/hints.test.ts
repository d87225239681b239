import { showHint } from '@abhyas/contract/practice/practice';
import { beforeAll, expect, test } from 'vitest';
import { addPaper, attempt, fourOptions } from '../../../testing/attempts.ts';
import { openPractice, right, verified } from '../../../testing/practice.ts';
import { tellStory, type Visitor } from '../../../testing/story.ts';

const story = tellStory();
let topic: number;
beforeAll(async () => {
  topic = await story.idOf('topics', 'motion-one');
});
const answeredOf = async ({ id }: { id: number }) => {
  const rows = await story.database.db.selectFrom('student_ratings').where('student_id', '=', id).select('answered').execute();
  return rows[0]?.answered ?? 0;
};
async function open(student: Visitor) {
  const practice = await openPractice(student, topic);
  const [first, second] = practice.questions;
  if (!first || !second) throw new Error('The topic has too few questions');
  const hintOf = (question_id: number, by = student) => by.call(showHint, { id: practice.test_info.session_id ?? 0, question_id });
  return { ...practice, first, second, hintOf };
}

test('a hint is not sent with its question, and an answer after it counts but moves no rating', async () => {
  const student = await story.student();
  const { first, second, upload, hintOf } = await open(student);
  expect(first.has_hint).toBe(true);
  expect(student.received.join()).not.toContain('explanation before');
  expect((await hintOf(first.id)).hint).toContain('The explanation before motion');
  expect(await hintOf(first.id)).toEqual(await hintOf(first.id));
  await upload([verified(first, right)]);
  expect(await answeredOf(student)).toBe(0);
  const { result } = await story.database.db
    .selectFrom('responses')
    .where('student_id', '=', student.id)
    .where('question_id', '=', first.id)
    .select('result')
    .executeTakeFirstOrThrow();
  expect(result).toBe(1);
  await upload([verified(second, right)]);
  expect(await answeredOf(student)).toBe(1);
});

test('a hint that is opened after the answer takes nothing from it', async () => {
  const student = await story.student();
  const { first, upload, hintOf } = await open(student);
  await upload([verified(first, right)]);
  await hintOf(first.id);
  const rows = await story.database.db.selectFrom('shown_hints').where('student_id', '=', student.id).selectAll().execute();
  expect([await answeredOf(student), rows]).toEqual([1, []]);
});

test('a hint of another session, of another student and of a test is not found', async () => {
  const [student, other] = [await story.student({ institute: 'school' }), await story.student()];
  const { first, hintOf } = await open(student);
  const notFound = { code: 'not_found' };
  await expect(hintOf(first.id, other)).rejects.toMatchObject(notFound);
  await expect(hintOf(await story.idOf('questions', 'numbers-001'))).rejects.toMatchObject(notFound);
  const { session_id, questions } = await attempt(student, await story.idOf('papers', 'mock'));
  await expect(student.call(showHint, { id: session_id, question_id: questions[0] ?? 0 })).rejects.toMatchObject(notFound);

  const coming = await addPaper(story, 'hinted', [fourOptions(25)], {
    opens_at: new Date(story.now.getTime() + 3_600_000).toISOString(),
    closes_at: new Date(story.now.getTime() + 7_200_000).toISOString(),
  });
  await story.database.db.updateTable('paper_questions').set({ question_id: first.id }).where('paper_id', '=', coming).execute();
  await story.database.db
    .insertInto('paper_assignments')
    .values({ paper_id: coming, student_id: student.id })
    .onConflict((on) => on.doNothing())
    .execute();
  await expect(hintOf(first.id)).rejects.toMatchObject(notFound);
});

test('a hint comes in Hindi too where the question has one', async () => {
  const { first, hintOf } = await open(await story.student());
  expect((await hintOf(first.id)).translated?.hi).toContain('संकेत');
});
