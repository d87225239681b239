// Contents: the test · its sheets in every state · pictures of doubtful places
import { createHash } from 'node:crypto';
import type { Input } from '@abhyas/contract/endpoint';
import type { addAnswerSheets } from '@abhyas/contract/exam-office/answer-sheets';
import { sheetCode } from '@abhyas/exam/exam-office/answer-sheet';
import type { SetName } from '@abhyas/exam/exam-office/paper-sets';
import type { Context, StaffContext } from '../context.ts';
import { addSheets, enterSheets } from '../features/exam-office/answer-sheets/answer-sheets.ts';
import { createDraft, fillDraft, makeTest } from '../features/exam-office/paper-drafts/paper-drafts.ts';
import { drawn } from './reports.ts';

type Sheet = Input<typeof addAnswerSheets>['sheets'][number];

const questions = 20;

/** A picture of a row with two marks, and of one with a faint mark, from photos of a printed sheet. */
const twoMarks = [
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABQODxIPDRQSEBIXFRQYHjIhHhwcHj0sLiQySUBMS0dARkVQWnNiUFVtVkVGZIhlbXd7gYKBTmCNl4x9lnN+gXz/',
  'wAALCAAYAHkBAREA/8QAGgAAAgMBAQAAAAAAAAAAAAAAAwYAAgUBBP/EADQQAAEDAwEEBwgBBQAAAAAAAAECAxEABBIxBRMhUQYiMjRBUpEUFRYkYXGhwbFF',
  'coGS0f/aAAgBAQAAPwBzqUJm5YuMtw827iYVgoGPSh39+xs62U/cKhI4ADVR5Clz40G97md3Pn40x2F8ztC2S/bqlJ4EHUHkaI++GQkYla1mEoGpoeV2OJbZ',
  'I8oWZ9YorDyX0ZJkQYKTqk8jVXnw0UpSkrcX2Uj+foKpndpkltpQ8qVmfyKKy6l5sLRMaEEQQfEGvJtba1vspkLelS1dlCdTWGz0zSXYetClsnVK5Ipnt327',
  'llDzKgptYkEUSpQrrdeyve0GGcDmZjqxxrB2C9ZXe0lXFopllKWd00wg9dSQe0ofxXl6b7z5TXd9b14UrhXy6kk6KED1pq6D543eu7lPrxpi/qBy13Qx9eP6',
  'qqMTenFKk4zJIPWP35VZrvtxjpCZ+/H9RUR393LXdpx+0mfzVGwPbJQkgQrKUkGZ8T4/Sr2/errHs5J/2jj+qTumO897jKcN0MPzNY7pRuEpQoGFaRx0p06H',
  'Z+5znOO8VjPLhW9UrhEiDpXEoQkylIB+goF/YsbQtlMXCZSeII1B5il34LTve+Hd/wBnGmKxsmdn2yWLdMIHidSeZojzIdCTJStJlKhqKpjdHq7xoDzBBn0m',
  'iMtJZRimTxkk6k8zXHmA7ioKKHE9lQ8P+iqFF0qUlxtI8yUmfyaK00llsIRprJ1J5mvHtXZNvtVkIelKk9hadU1iM9DEB2XrsqbB0SiCf80zMMt27KGWUhLa',
  'BAA8KJX/2Q==',
].join('');
const faintMark = [
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABQODxIPDRQSEBIXFRQYHjIhHhwcHj0sLiQySUBMS0dARkVQWnNiUFVtVkVGZIhlbXd7gYKBTmCNl4x9lnN+gXz/',
  'wAALCAAYAHkBAREA/8QAGgAAAwEBAQEAAAAAAAAAAAAAAgMEAAEFBv/EADIQAAIBAwIDBgQFBQAAAAAAAAECAwAREgQhEzFRFCIyQXGhUmGRwQUVNDXhU2Jy',
  'sdH/2gAIAQEAAD8A+zrUuKeKbLhSpJibHFgbVyaYQgbFmY2VRzY0vLV+LCG3w5G/1tTYZhMp2Kspsynmprk0wixAUu7GyqOZ/il5asb4QkfCGN/ramwzLMmS',
  'ggg2ZTzU9DQanUrAFGJeRvCo8/n8hUw1mpBu0UbDorG/vVkEyTxh0Ox2IPMHoaGafBljRc5W3C3tYdSfIUGWrTvNHE4+FGIPvTopVmjDobg+1HWpOrMQ0kxn',
  'BMWBzABva2/LevA/CG0/5+eydnaE6budmFgq32z/ALq9xv3BMuXDbH1uL/aiZLa1HF90YE+XlQp+4SY8uGuXrc29q235gcufC7v13+1ChQ6045KVvcm/eP8A',
  'wUUVu26jHlZb+u/2tU2o/Xvl/TXH0ub1Olu0d0G1jfY3v86s/Dr8TU28OQ+tt/tTYf1uoB8Vlt/jY/e9BBxe2O0iOuSeZ2G+wo9Lbi6nHw8Tb1sL+9U1q1Ak',
  'aR3wRVvubC165NCsygElWBurDmppeGr8PFitbxYG/wBL2pkMKwqQCWJN2Y82PU1yaETAblXU3VxzBoMNWbrxYgPiCG/+7UyGJYUxW53uSdyT1NBqdMuoUblH',
  'XwuOY/ip+xagmzToF6qm/ubVXDCkEYjjFlHv86GaDiFXRjHIvJh06HqKAx6pwVaWNF6ohv7nanRRrFGEQWUUdf/Z',
].join('');

function answersOf(seed: number): Sheet['answers'] {
  return Array.from({ length: questions }, (_, at) => {
    const draw = drawn(seed, at);
    return { question: at + 1, options: draw < 0.1 ? [] : [1 + Math.floor(draw * 4)], text: null, doubt: null };
  });
}

/** The answers with two doubtful ones among them. */
const doubtful = (answers: Sheet['answers']): Sheet['answers'] =>
  answers.map((answer) => {
    if (answer.question === 2) return { ...answer, options: [1, 4], doubt: { why: 'two_marks', crop: twoMarks } };
    if (answer.question === 3) return { ...answer, options: [3], doubt: { why: 'faint', crop: faintMark } };
    return answer;
  });

/** Adds a test that was held on paper, with sheets that are entered, ready, doubtful, of no known student, and loaded twice. */
export async function addDemoSheets(context: Context, institute_id: number): Promise<void> {
  const { db } = context;
  const within: StaffContext = { ...context, actor: { user_id: null, role: 'operator', institute_id, reason: 'The demo.' } };
  const chapter = await db.selectFrom('chapters').where('code', '=', 'phy-ray-optics').select('id').executeTakeFirst();
  const members = await db
    .selectFrom('memberships')
    .where('institute_id', '=', institute_id)
    .where('institute_given_id', 'like', 'VC-2%')
    .where('role', '=', 'student')
    .where('ended_at', 'is', null)
    .select('institute_given_id')
    .orderBy('institute_given_id')
    .limit(5)
    .execute();
  if (!chapter || members.length === 0) return;
  const name = 'Test on paper: Ray optics';
  const section = {
    name: 'A',
    subject_id: 2,
    question_type: 0 as const,
    question_count: questions,
    integer: false,
    attempt_limit: null,
    limit_kind: null,
    correct: 4,
    incorrect: -1,
    partial: null,
    chapters: [{ chapter_id: chapter.id, weight: 1 }],
  };
  const plan = { exam: 'NEET' as const, preset: null, test_duration: questions * 120, shares: [10, 25, 40, 20, 5], sections: [section] };
  const { id } = await createDraft(within, name, plan);
  const { version, items } = await fillDraft(within, id, { version: 1, name, plan, items: [] });
  if (items.length < questions) return;
  const { paper_id } = await makeTest(within, id, version);
  const rolls = members.map(({ institute_given_id }) => institute_given_id ?? '');
  const sheetOf = (
    roll_number: string,
    set: SetName,
    seed: number,
    change: (answers: Sheet['answers']) => Sheet['answers'] = (is) => is,
  ): Sheet => ({
    source: 'photo',
    file_name: `sheet-${seed}.jpg`,
    fingerprint: createHash('sha256').update(`demo sheet ${seed}`).digest('hex'),
    code: sheetCode({ kind: 'test', id: paper_id, set, page: 1 }),
    roll_number,
    roll_doubt: null,
    answers: change(answersOf(seed)),
  });
  await addSheets(
    within,
    paper_id,
    rolls.slice(0, 3).map((roll, at) => sheetOf(roll, at % 2 === 0 ? 'A' : 'B', at + 1)),
  );
  await enterSheets(within, paper_id);
  await addSheets(within, paper_id, [
    ...rolls.slice(3).map((roll, at) => sheetOf(roll, 'A', at + 10)),
    sheetOf('101', 'B', 20, doubtful),
    sheetOf('102', 'A', 21),
    sheetOf('102', 'A', 22),
    sheetOf('990', 'C', 23),
  ]);
}
