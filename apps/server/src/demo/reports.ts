import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { presentContent } from '../features/tests/papers/papers.ts';
import { measureTimes } from '../features/bank/question-times/question-times.ts';
import { finishTests } from '../features/tests/sessions/sessions.ts';

const mock = 'neet-2025-mock';
/** Mocks that the student took before, with the share of right answers. */
const earlierMocks = [
  { code: 'neet-mock-2', daysAgo: 40, skill: 0.76 },
  { code: 'quick-mock-neet', daysAgo: 16, skill: 0.78 },
];
const targetScore = 620;
const instituteTest = 'vidya-weekly-test-1';
/** A test with the institute's own questions. In its second question most students choose the mean of the speeds. */
const classTest = 'vidya-class-test-motion';
export const misread = { place: 1, option: 3 };
/** Every second student reads the class test in Hindi, where the third question asks for another distance. */
const mistranslated = { place: 2, option: 1 };
const readsHindi = (at: number) => at % 2 === 1;
const dayMs = 86_400_000;

/** Other students who have taken the tests of the demo. */
const classmates = [
  'Ishani Trivedi',
  'Devansh Kulkarni',
  'Meenakshi Sundaresan',
  'Farhan Qureshi',
  'Lakshmi Prasad',
  'Tenzin Dorje',
  'Harleen Gill',
  'Aarav Deshpande',
  'Sanya Kapoor',
  'Rohit Menon',
  'Ananya Ghosh',
  'Yusuf Sheikh',
  'Priya Nambiar',
  'Karthik Subramaniam',
  'Zoya Merchant',
  'Nikhil Joshi',
  'Aditi Saxena',
  'Vivaan Malhotra',
  'Ritika Bose',
  'Samuel D’Souza',
  'Gauri Patil',
  'Manav Bhatt',
  'Shreya Pillai',
  'Arnav Kulshreshtha',
  'Diya Chatterjee',
  'Omkar Jadhav',
];
export const classmateCount = classmates.length;

/**
 * The name of a simulated student by their number: a classmate's own, then first names with other last names. All names below 676 differ,
 * since all first and all last names of the classmates do, and 5 and 26 have no common divisor.
 */
export function nameOfSimulated(number: number): string {
  const round = Math.floor(number / classmates.length);
  const [first] = classmates[number % classmates.length]?.split(' ') ?? [];
  const last = classmates[(number + 5 * round) % classmates.length]?.split(' ').at(-1);
  return `${first} ${last}`;
}

/** A number from 0 up to, but not including, 1 that is the same in every demo. */
export const drawn = (...seeds: number[]): number => {
  const mixed = seeds.reduce((sum, seed) => Math.imul(sum ^ (seed + 0x9e3779b9), 0x85ebca6b) >>> 0, 7);
  return ((mixed ^ (mixed >>> 13)) >>> 0) / 4_294_967_296;
};

interface Answered {
  question_id: number;
  responses: number[];
  rich_response: string | null;
  seconds: number;
  is_marked: boolean;
}

type Content = Awaited<ReturnType<typeof presentContent>>;

const secondsOf = (answers: readonly Answered[]) => answers.reduce((sum, answer) => sum + answer.seconds, 0);

/** Answers of a student with this share of right answers, within the time of the test. A question is equally hard for all students. */
export function answersOf({ paper, questions }: Pick<Content, 'paper' | 'questions'>, seed: number, skill: number): Answered[] {
  const answers = questions.flatMap(({ question_id, key }, at): Answered[] => {
    // A run of questions of one chapter is hard for everybody.
    const hardness = at % 45 > 17 && at % 45 < 23 ? 1.9 : drawn(at, 1);
    const seconds = 12 + Math.round(35 * hardness + 70 * drawn(seed, at, 2) ** 4);
    const [accepted] = key.accepted_answers;
    if (drawn(seed, at, 3) > 0.86 + skill / 8)
      return drawn(seed, at, 6) < 0.6
        ? [{ question_id, responses: [], rich_response: null, seconds: 170 + 2 * at, is_marked: at % 2 === 0 }]
        : [];
    const isRight = drawn(seed, at, 4) < skill * (1.25 - hardness / 2);
    const isMarked = drawn(seed, at, 5) < 0.05;
    const given = { question_id, seconds: isRight ? seconds : Math.round(seconds * 1.3), is_marked: isMarked };
    if (key.question_type === 1)
      return [{ ...given, responses: [], rich_response: isRight && typeof accepted === 'string' ? accepted : '0.01' }];
    const right = typeof accepted === 'number' ? [accepted] : Array.isArray(accepted) ? accepted : [1];
    return [{ ...given, responses: isRight ? [...right] : [((right[0] ?? 1) % 4) + 1], rich_response: null }];
  });
  const share = Math.min(1, paper.test_duration / secondsOf(answers));
  return answers.map((answer) => ({ ...answer, seconds: Math.floor(answer.seconds * share) }));
}

/** The same answers, with this option at one question. */
export const withOption = (answers: readonly Answered[], question_id: number, option: number): Answered[] =>
  answers.map((answer) => (answer.question_id === question_id ? { ...answer, responses: [option] } : answer));

interface Sitting {
  student_id: number;
  answers: Answered[];
}

/** Stores finished attempts at a paper with these answers. */
export async function sit(context: Context, paper_id: number, sittings: readonly Sitting[]) {
  const sessions = await context.db
    .insertInto('sessions')
    .values(
      sittings.map((sitting) => ({
        student_id: sitting.student_id,
        paper_id,
        object_type: 1,
        session_type: 0,
        began_at: new Date(context.now.getTime() - secondsOf(sitting.answers) * 1000),
        session_time_spent: secondsOf(sitting.answers),
        time_reported_at: context.now,
        deadline: null,
      })),
    )
    .returning(['student_id', 'id'])
    .execute();
  const idOf = new Map(sessions.map(({ student_id, id }) => [student_id, id]));
  const rows = sittings.flatMap(({ student_id, answers }) =>
    answers.map(({ seconds: question_time_spent, ...answer }) => ({
      ...answer,
      question_time_spent,
      student_id,
      session_id: idOf.get(student_id) ?? 0,
      is_visited: true,
      writer: 1,
      version: 1,
    })),
  );
  for (let at = 0; at < rows.length; at += 1000)
    await context.db
      .insertInto('responses')
      .values(rows.slice(at, at + 1000))
      .execute();
  await finishTests(context, paper_id, sessions, 'student');
  return idOf;
}

/** The visits of one attempt: question after question, some of them visited again for a part of their time. */
export function visitsOf(answers: readonly Answered[]) {
  const isLookedAtAgain = (at: number) => at % 9 === 4;
  const secondLook = ({ seconds }: Answered) => Math.min(20, Math.floor(seconds / 2));
  const answerOf = ({ responses, rich_response }: Answered) => rich_response ?? responses.join(',');
  const looks = [
    ...answers.map((answer, at) => {
      if (!isLookedAtAgain(at)) return { answer, seconds: answer.seconds, given: answerOf(answer) };
      const first = String(((answer.responses[0] ?? 1) % 4) + 1);
      return { answer, seconds: answer.seconds - secondLook(answer), given: answer.rich_response === null ? first : answerOf(answer) };
    }),
    ...answers
      .filter((_answer, at) => isLookedAtAgain(at))
      .map((answer) => ({ answer, seconds: secondLook(answer), given: answerOf(answer) })),
  ];
  let second = 0;
  return looks.map(({ answer: { question_id }, seconds, given }) => {
    const begin = second;
    second += seconds;
    return { question_id, second: begin, seconds, answer: given };
  });
}

/** A target score, and mocks on the way to it. */
async function addScorePath(context: Context, student_id: number): Promise<void> {
  for (const [at, { code, daysAgo, skill }] of earlierMocks.entries()) {
    const paper = await context.db.selectFrom('papers').where('code', '=', code).select('id').executeTakeFirst();
    if (!paper) continue;
    const within = { ...context, now: new Date(context.now.getTime() - daysAgo * dayMs) };
    await sit(within, paper.id, [{ student_id, answers: answersOf(await presentContent(within, paper.id), 200 + at, skill) }]);
  }
  const exam_year = context.now.getUTCFullYear() + 1;
  await context.db
    .insertInto('student_goals')
    .values({ student_id, daily_goal: 20, exam: 'NEET', exam_year, is_asked: true, target_score: targetScore })
    .execute();
}

/** Adds results: a mock that a student of the demo and others have taken, and a test of the institute whose results can be published. */
export async function addDemoResults(context: Context, student_id: number, institute_id: number): Promise<void> {
  const within = { ...context, now: new Date(context.now.getTime() - 2 * dayMs) };
  const { rows: papers } = await sql<{ id: number; code: string }>`
    select id, code from papers where code in (${mock}, ${instituteTest}, ${classTest})`.execute(context.db);
  const idOf = (code: string) => papers.find((paper) => paper.code === code)?.id;
  const added = await context.db
    .insertInto('users')
    .values(classmates.map((name) => ({ phone: null, name, course: 'MED_ENG' as const })))
    .returning('id')
    .execute();
  const others = added.map(({ id }) => id);
  const skillOf = (at: number) => 0.42 + 0.5 * drawn(at, 8);

  await addScorePath(context, student_id);
  const mockId = idOf(mock);
  if (mockId !== undefined) {
    const content = await presentContent(within, mockId);
    const own = answersOf(content, 99, 0.83);
    const sittings = others.map((id, at) => ({ student_id: id, answers: answersOf(content, at, skillOf(at)) }));
    const sessions = await sit(within, mockId, [...sittings, { student_id, answers: own }]);
    const session_id = sessions.get(student_id) ?? 0;
    await within.db
      .insertInto('visits')
      .values(visitsOf(own).map((each, at) => ({ ...each, student_id, session_id, writer: 1, number: at + 1 })))
      .execute();
    await measureTimes(within, mockId, within.now);
  }

  const testId = idOf(instituteTest);
  if (testId === undefined) return;
  const members = others.slice(0, 20);
  await context.db
    .insertInto('memberships')
    .values(
      members.map((user_id, at) => ({
        user_id,
        institute_id,
        role: 'student' as const,
        is_institute_student: true,
        institute_given_id: `VC-${110 + at}`,
        joined_at: within.now,
      })),
    )
    .execute();
  for (const paper_id of [testId, idOf(classTest)]) {
    if (paper_id === undefined) continue;
    await context.db
      .insertInto('paper_assignments')
      .values(members.map((student_id) => ({ paper_id, student_id })))
      .execute();
    const content = await presentContent(within, paper_id);
    const sittings = members.map((student_id, at) => ({ student_id, answers: answersOf(content, at + 50, skillOf(at)) }));
    if (paper_id === testId) {
      await sit(within, paper_id, sittings);
      continue;
    }
    const question_id = content.questions[misread.place]?.question_id;
    for (const { answers } of sittings.filter((_sitting, at) => at % 4 !== 3))
      for (const answer of answers.filter((each) => each.question_id === question_id)) answer.responses = [misread.option];
    const lacking = content.questions[mistranslated.place]?.question_id;
    for (const [at, { answers }] of sittings.entries()) {
      const answer = answers.find((each) => each.question_id === lacking);
      if (answer) answer.responses = [readsHindi(at) ? mistranslated.option : 3];
    }
    const sessions = await sit(within, paper_id, sittings);
    const visits = sittings.flatMap(({ student_id, answers }, at) => {
      const session_id = sessions.get(student_id) ?? 0;
      const language = readsHindi(at) ? ('hi' as const) : null;
      return visitsOf(answers).map((each, place) => ({ ...each, student_id, session_id, writer: 1, number: place + 1, language }));
    });
    await within.db.insertInto('visits').values(visits).execute();
    const window = { opens_at: new Date(within.now.getTime() - 7_200_000), closes_at: within.now };
    await context.db.updateTable('papers').set(window).where('id', '=', paper_id).execute();
  }
}
