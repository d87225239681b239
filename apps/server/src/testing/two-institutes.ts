import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answerDoubt, askDoubt } from '@abhyas/contract/practice/doubts';
import { updateQuestionBookmarkStatus } from '@abhyas/contract/practice/bookmarks';
import { sendFeedback } from '@abhyas/contract/institute/feedback';
import { getChapterQuickpointList, updateStudentQuickpointTag } from '@abhyas/contract/bank/cheat-sheets';
import { createOfflineTest, getSubjectsOfflineTest, updateAnswerSheetUrl } from '@abhyas/contract/exam-office/offline-tests';
import { agreeToLetters } from '@abhyas/contract/site/letters';
import { noteSeat } from '@abhyas/contract/tests/seats';
import { lockTestByOtp } from '@abhyas/contract/tests/test-codes';
import { createReportIssue } from '@abhyas/contract/exam-office/question-reports';
import { type Role, roles } from '@abhyas/contract/institute/rights';
import { shareFile } from '@abhyas/contract/classes/shared-files';
import { getSignedUrl, getStaffSignedUrl } from '@abhyas/contract/institute/stored-files';
import { createPaperDraft } from '@abhyas/contract/exam-office/paper-drafts';
import { emptyContent } from '@abhyas/contract/bank/bank-content';
import { changeBankQuestions, createBankQuestion } from '@abhyas/contract/bank/bank-questions';
import { createShiftGroup } from '@abhyas/contract/exam-office/results';
import { createCalendarFeed } from '@abhyas/contract/classes/timetable';
import { addConcept } from '@abhyas/contract/classes/video-library';
import { expect } from 'vitest';
import { content as contentCommand } from '../commands/content.ts';
import { instituteCommand } from '../commands/institute.ts';
import type { Database } from '../database/open.ts';
import { haveClasses } from './class-rows.ts';
import { measureTimes } from '../features/bank/question-times/question-times.ts';
import { attempt, phoneOf, response } from './attempts.ts';
import { getDailyPlan, updateDailyPlan } from '@abhyas/contract/practice/day-plan';
import { haveMove } from './move-rows.ts';
import { haveIdentity } from './identity-rows.ts';
import { haveImport } from './import-rows.ts';
import { haveAnswerSheet } from './sheet-rows.ts';
import { havePayments } from './payment-rows.ts';
import { createPersonalisedTest } from '@abhyas/contract/practice/practice';
import { makeClassroom } from './classrooms.ts';
import { upload as sendFile } from './files.ts';
import { openPractice, right, verified, wrong } from './practice.ts';
import { type Plan, planOf, planSection } from './composed-tests.ts';
import { type Story, storySecret, type Visitor } from './story.ts';

export type Person = Visitor & { id: number; phone: string };

/** An institute with its own content, people and attempts. */
export interface TestInstitute {
  code: string;
  id: number;
  /** A text that is part of every text the institute has written. */
  canary: string;
  people: Record<Role, Person>;
  /** Ids of its student's session at the test in progress, and of one of its practice questions. */
  own: { session_id: number; questions: number[]; seal_key: string | null; practice_question: number };
}

/** Runs a command as it would be typed, on any database, and returns its output and exit code. */
export async function runCommand({ now }: Story, db: Database, name: 'content' | 'institute', args: string[]) {
  const lines: string[] = [];
  const print = (line: string) => void lines.push(line);
  const context = { db, now, random: () => 0.5, secret: storySecret, isServing: false, print };
  const exit = await (name === 'content' ? contentCommand : instituteCommand)(context, args);
  return { said: lines.join('\n'), exit };
}

/** Writes content files as JSON, which is valid YAML. Returns the folder and a function that deletes it. */
export function writeFiles(files: Record<string, unknown>): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'two-institutes-'));
  for (const [name, value] of Object.entries(files)) writeFileSync(join(folder, `${name}.yaml`), JSON.stringify(value));
  return { folder, remove: () => rmSync(folder, { recursive: true }) };
}

/** A paper of an institute with these questions. */
export const paperFile = (institute: string, code: string, questions: readonly string[], more: object = {}) => ({
  paper: {
    code,
    name: `Paper ${code} of the canary-${institute}`,
    mode: 'institute',
    institute,
    exam: 'JEE Main',
    minutes: 10,
    courses: ['ENG'],
    free: true,
    retakable: false,
    ...more,
  },
  sections: [{ name: 'A', subject: 'physics', type: 'four_options', correct: 4, incorrect: -1, questions }],
});

/** A question of an institute; its key is the second option. */
export const questionEntry = (institute: string, code: string, more: object = {}) => ({
  code,
  topic: 'motion-two',
  type: 'four_options',
  difficulty: 2,
  for: 'paper',
  text: `Question of the canary-${institute}`,
  options: ['One', 'Two', `Three of the canary-${institute}`, 'Four'],
  answer: 2,
  solution: `Two, says the canary-${institute}.`,
  translations: {
    hi: {
      text: `canary-${institute} का प्रश्न`,
      options: ['एक', 'दो', `canary-${institute} का तीन`, 'चार'],
      solution: `दो, canary-${institute} के अनुसार।`,
    },
  },
  ...more,
});

/** Questions and a passage of an institute in a topic of the shared bank. */
export const chapterFile = (institute: string, questions: readonly object[]) => ({
  chapter: { code: 'motion', name: 'Not renamed', subject: 'physics', topics: [{ code: 'motion-two', name: 'Not renamed' }] },
  passages: [
    { code: 'own-passage', text: `A passage of the canary-${institute}`, translations: { hi: { text: `canary-${institute} का गद्यांश` } } },
  ],
  questions,
});

/** Content with the same codes in every institute, and one paper and one question with unique codes. */
function filesOf(institute: string) {
  const canary = `canary-${institute}`;
  return {
    bank: chapterFile(institute, [
      questionEntry(institute, 'own-001', { for: 'practice' }),
      questionEntry(institute, 'own-002', { for: 'practice', type: 'comprehension', passage: 'own-passage' }),
      ...['own-011', 'own-012', `${institute}-question`].map((code) => questionEntry(institute, code)),
    ]),
    sheet: { chapter: 'motion', quick_points: [{ code: 'own-point', title: canary, text: `A point of the ${canary}` }] },
    test: paperFile(institute, 'own-test', ['own-011'], { minutes: 180 }),
    homework: paperFile(institute, 'own-homework', ['own-012'], { assignment: true }),
    only: paperFile(institute, `${institute}-paper`, [`${institute}-question`]),
  };
}

/** Creates an institute with the commands, and a person of each role. */
export async function makeInstitute(story: Story, code: string): Promise<TestInstitute> {
  const { db } = story.database;
  const person = async (): Promise<Person> => {
    const visitor = await story.student({ premium_until: new Date('2099-01-01') });
    return Object.assign(visitor, { phone: await phoneOf(story, visitor) });
  };
  const people = {} as Record<Role, Person>;
  for (const role of roles) people[role] = await person();
  const made = await runCommand(story, db, 'institute', ['create', code, `The ${code}`, '--owner', people.owner.phone]);
  expect(made).toMatchObject({ exit: 0 });
  const { id } = await db.selectFrom('institutes').where('code', '=', code).select('id').executeTakeFirstOrThrow();
  for (const role of roles) if (role !== 'owner') await story.join(people[role].id, code, role);
  const { folder, remove } = writeFiles(filesOf(code));
  const ends = new Date(story.now.getTime() + 86_400_000);
  await db
    .insertInto('invitations')
    .values({
      institute_id: id,
      phone: people.student.phone,
      name: `canary-${code}`,
      role: 'counsellor',
      invited_by: people.owner.id,
      created_at: story.now,
      expires_at: ends,
    })
    .execute();
  const { id: import_id } = await db
    .insertInto('roster_imports')
    .values({
      institute_id: id,
      imported_by: people.owner.id,
      role: 'owner',
      row_count: 1,
      refused: 1,
      created_at: story.now,
      finished_at: story.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const cells = { name: `canary-${code}`, phone: people.student.phone, given_id: '', classroom: '', course: '' };
  await db
    .insertInto('roster_rows')
    .values({ import_id, place: 0, line: 2, ...cells, refusal: 'The roll number is taken.' })
    .execute();
  await db
    .insertInto('guardianships')
    .values({
      institute_id: id,
      student_id: people.student.id,
      phone: people.guardian.phone,
      name: `Guardian of the canary-${code}`,
      relation: 'mother',
      invited_by: people.owner.id,
      is_named_by_student: false,
      created_at: story.now,
      expires_at: ends,
      student_agreed_at: story.now,
      guardian_id: people.guardian.id,
      guardian_agreed_at: story.now,
    })
    .execute();
  const loaded = await runCommand(story, db, 'content', ['import', folder, '--as', people.content_editor.phone]);
  remove();
  expect(loaded).toEqual({ said: '5 questions in 1 chapters, 3 papers, 1 cheat sheets: loaded.', exit: 0 });
  return { code, id, canary: `canary-${code}`, people, own: { session_id: 0, questions: [], seal_key: null, practice_question: 0 } };
}

/** Id of an institute's content. */
export async function idAt({ database }: Story, institute: TestInstitute, table: 'papers' | 'questions', code: string): Promise<number> {
  const row = await database.db
    .selectFrom(table)
    .where('institute_id', '=', institute.id)
    .where('code', '=', code)
    .select('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Uploads answers to one test of the institute in time, and again when the test is over. Returns the second response. */
async function takeTooLate(story: Story, institute: TestInstitute, student: Visitor): Promise<() => Promise<void>> {
  const { upload, questions } = await attempt(student, await idAt(story, institute, 'papers', `${institute.code}-paper`));
  const visit = { number: 1, question_id: questions[0], second: 1, seconds: 5, answer: '2' };
  await upload([response(questions[0], { responses: [2] })], { absences: [3], visits: JSON.stringify([visit]) });
  return async () => {
    const sent = upload([response(questions[0], { responses: [1], version: 3 })]);
    await expect(sent).rejects.toMatchObject({ code: 'received_late' });
  };
}

/** Shares a file with a classroom, whose student also hands in a sheet of a test on paper. */
async function haveFiles(story: Story, { code, canary, people: { teacher, student } }: TestInstitute): Promise<void> {
  const room = await makeClassroom(story, code, `Room of the ${canary}`, [student.id]);
  const classroom_ids = [room.classroom_id];
  const { subject_id } = room;
  await teacher.call(shareFile, {
    file_url: await sendFile(teacher, getStaffSignedUrl),
    title: `Notes of the ${canary}`,
    subject_id,
    classroom_ids,
  });
  const paper = { name: `Paper of the ${canary}`, start_date: story.now.toISOString(), duration: 60, upload_minutes: 0, total_mark: 10 };
  await teacher.call(createOfflineTest, { ...paper, subject_id, classroom_ids });
  const { subject_offline_test_list: tests } = await student.call(getSubjectsOfflineTest, { subject_id });
  for (const { offline_test_student_response_id } of tests)
    await student.call(updateAnswerSheetUrl, { file_url: await sendFile(student, getSignedUrl), offline_test_student_response_id });
  await student.call(createCalendarFeed, {});
  const { db } = story.database;
  const class_of = db.selectFrom('meetings').where('institute_id', '=', room.institute_id).select('id');
  const { id: meeting_id } = await class_of.executeTakeFirstOrThrow();
  const contest = { contested_at: story.now, contest_reason: `Says the ${canary}` };
  await db
    .insertInto('meeting_attendance')
    .values({ student_id: student.id, meeting_id, ...contest })
    .onConflict((on) => on.doNothing())
    .execute();
  const at = { hours: 0, minutes: 0, seconds: 0 };
  await teacher.call(addConcept, { id: meeting_id, title: `Clip of the ${canary}`, start_at: at, ends_at: { ...at, minutes: 1 } });
}

/**
 * Assigns the tests. The student and a visitor answer one of them too late; the student also practises, sets bookmarks and takes the other.
 */
export async function haveWork(story: Story, institute: TestInstitute, visitor: Visitor): Promise<void> {
  const { teacher, student } = institute.people;
  const act = async (...args: string[]) =>
    expect(await runCommand(story, story.database.db, 'institute', [...args, '--as', teacher.phone])).toMatchObject({ exit: 0 });
  for (const code of ['own-test', 'own-homework', `${institute.code}-paper`])
    await act('assign', code, '--lock', '--institute', institute.code);
  const late = [await takeTooLate(story, institute, student), await takeTooLate(story, institute, visitor)];
  story.pass(660 + 61);
  await haveClasses(story, institute);
  for (const send of late) await send();

  const practice = await openPractice(student, await story.idOf('topics', 'motion-two'));
  const [own, missed] = practice.questions.filter(({ question_text }) => question_text.includes(institute.canary));
  if (!own || !missed) throw new Error('Practice does not hold two questions of the institute');
  await practice.upload([verified(own, right), verified(missed, wrong)]);
  await story.database.db.insertInto('question_ratings').values({ question_id: own.id, rating: 1200 }).execute();
  await student.call(updateDailyPlan, { daily_goal: 20 });
  await student.call(getDailyPlan, {});
  await student.call(createPersonalisedTest, { chapter_id: practice.test_info.chapter_id ?? 0, totalCount: 15, complexity: 1 });
  await student.call(updateQuestionBookmarkStatus, { question_id: own.id, is_bookmarked: true, tag: 'Revise' });

  const chapter_id = await story.idOf('chapters', 'motion');
  const { quickpoint_list } = await student.call(getChapterQuickpointList, { chapter_id });
  const ownPoint = quickpoint_list.find(({ title }) => title === institute.canary);
  await student.call(updateStudentQuickpointTag, { quickpoint_id: ownPoint?.id ?? 0, tag: 'KNOWN' });
  await student.call(createReportIssue, { question_id: own.id, problem_type: 4, message: `A report of the ${institute.canary}` });
  await askAndAnswer(institute, own.id);
  const hinted = { student_id: student.id, session_id: practice.test_info.session_id ?? 0, question_id: missed.id };
  await story.database.db
    .insertInto('shown_hints')
    .values({ ...hinted, shown_at: story.now })
    .execute();
  await haveFiles(story, institute);

  const test = await idAt(story, institute, 'papers', 'own-test');
  const { session_id, questions, opened } = await attempt(student, test);
  await student.call(lockTestByOtp, { id: test });
  await student.call(noteSeat, { session_id, verdict: 'network' });
  await haveIdentity(story, student.id, institute.id, institute.canary);
  await student.call(agreeToLetters, { is_agreed: true });
  await haveMove(story, institute, { session_id, paper_id: test });
  await havePayments(story, student.id, institute.canary, institute.code);
  await student.call(sendFeedback, { rating: 4, feedbackMessage: `Good, says the ${institute.canary}.` });
  await act(
    'correct-key',
    `${institute.code}-question`,
    '--keys',
    '[3]',
    '--reason',
    `Says the ${institute.canary}.`,
    '--institute',
    institute.code,
  );
  const own_paper = await idAt(story, institute, 'papers', `${institute.code}-paper`);
  await institute.people.owner.call(createShiftGroup, { name: `Shifts of the ${institute.canary}`, paper_ids: [test, own_paper] });
  const plan: Plan = { ...planOf(planSection({ subject_id: 2, question_count: 2 })), exam: 'JEE Main' };
  await teacher.call(createPaperDraft, { name: `Draft of the ${institute.canary}`, plan });
  const written = await teacher.call(createBankQuestion, { content: { ...emptyContent, text: `Written for the ${institute.canary}` } });
  await teacher.call(changeBankQuestions, { ids: [written.id], change: { difficulty: 5 }, is_preview: false, count: 1 });
  await measureTimes({ db: story.database.db, now: story.now, random: () => 0.5 }, own_paper);
  const maker = { institute_id: institute.id, user_id: teacher.id, canary: institute.canary };
  await haveImport(story, maker);
  await haveAnswerSheet(story, maker, { paper_id: own_paper, student_id: student.id });
  const homework = await idAt(story, institute, 'papers', 'own-homework');
  await haveChallenge(story, institute, { paper_id: homework, question_id: own.id, student_id: student.id });
  institute.own = { session_id, questions, seal_key: opened.seal_key, practice_question: own.id };
}

/** A doubt of the student that a teacher answers for all students of the institute. */
async function askAndAnswer({ canary, people: { teacher, student } }: TestInstitute, question_id: number): Promise<void> {
  const { id } = await student.call(askDoubt, { id: question_id, text: `A doubt of the ${canary}` });
  await teacher.call(answerDoubt, { id, text: `An answer of the ${canary}`, shown_text: `A doubt of the ${canary}` });
}

/** A challenged key that was kept. */
async function haveChallenge(
  { database: { db }, now }: Story,
  { canary }: TestInstitute,
  { student_id, ...place }: { paper_id: number; question_id: number; student_id: number },
): Promise<void> {
  const closes_at = new Date(now.getTime() + 86_400_000);
  await db.insertInto('key_challenge_windows').values({ paper_id: place.paper_id, opened_at: now, closes_at }).execute();
  const reason = `A reason of the ${canary} that is long enough.`;
  await db
    .insertInto('key_challenges')
    .values({ ...place, student_id, claim: 'no_answer', reason, made_at: now })
    .execute();
  await db
    .insertInto('kept_keys')
    .values({ ...place, reason, decided_at: now })
    .execute();
}
