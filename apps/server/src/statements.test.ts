import { getMe, login } from '@abhyas/contract/institute/identity';
import { getNotifications } from '@abhyas/contract/institute/notifications';
import { getTrainQuestions } from '@abhyas/contract/practice/practice';
import { getStudentTestReports } from '@abhyas/contract/reports/test-reports';
import { uploadStudentResponses } from '@abhyas/contract/reports/uploads';
import { getStudentHomeData } from '@abhyas/contract/site/home';
import { findOrCreateSessionItem, getTestQuestions } from '@abhyas/contract/tests/attempts';
import { getTestInstructions } from '@abhyas/contract/tests/papers';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { findStatementFaults } from './database/scale/statement-faults.ts';
import { response } from './testing/attempts.ts';
import { requestDemoOtp, tellStory } from './testing/story.ts';
import { isOnCitus } from './testing/test-database.ts';

const story = tellStory();
const asked: string[] = [];
/** Every statement of the way, by call. */
const askedIn = new Map<string, Set<string>>();
/** Longer statements are cut to this length, because their beginning identifies them. */
const longestText = 600;

const lineOf = (text: string) => `    ${text.length > longestText ? `${text.slice(0, longestText)} …` : text}`;

/** Records the statements of each connection in order, without the sharing of budgets, which runs by the clock. */
function watchStatements(): void {
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function watched(this: pg.Client, ...args: unknown[]) {
    const [config] = args;
    const text = typeof config === 'string' ? config : (config as { text?: string }).text;
    if (text !== undefined && !text.includes('spent_budgets')) asked.push(text.replaceAll(/\s+/g, ' ').trim());
    return query.apply(this, args);
  } as never);
}

/** One student's way from the sign-in to the review of a test, and a session of practice. Returns each call with its statements. */
async function studentWay(): Promise<string> {
  const lines: string[] = [];
  const list = async <T>(call: string, make: () => Promise<T>): Promise<T> => {
    asked.length = 0;
    const answer = await make();
    askedIn.set(call, new Set(asked));
    lines.push(`## ${call}: ${asked.length}\n`, ...asked.map(lineOf), '');
    return answer;
  };
  const student = await story.student();
  const paper = await story.idOf('papers', 'mock');
  const topic = await story.idOf('topics', 'motion-one');
  const visitor = story.visitor();
  const phone_number = (await student.call(getMe, {})).user.phone ?? '';
  story.pass(100);
  const { demo_otp } = await list('Ask for a code', () => visitor.call(requestDemoOtp, { phone_number }));
  const { token } = await list('Sign in', () => visitor.call(login, { phone_number, otp: demo_otp }));
  visitor.token = token;
  await list('Home', () => visitor.call(getStudentHomeData, { type: 'home' }));
  await list('Notifications', () => visitor.call(getNotifications, {}));
  await list('Instructions of a test', () => visitor.call(getTestInstructions, { id: paper }));
  const begun = await list('Begin a test', () => visitor.call(findOrCreateSessionItem, { id: paper }));
  const opened = await list('Open a test', () => visitor.call(getTestQuestions, { id: paper }));
  const upload = (session: { session_id: number | null; writer: number }, responses: unknown[], fields: object = {}) =>
    visitor.call(uploadStudentResponses, {
      session_id: session.session_id ?? 0,
      writer: session.writer,
      session_time_spent: 10,
      current_index: 0,
      responses: JSON.stringify(responses),
      ...fields,
    });
  const [first, second] = opened.questions.map(({ id }) => id);
  await list('Upload answers of a test', () => upload(begun, [response(first, { responses: [1] }), response(second)]));
  await list('Finish a test', () => upload(begun, [response(first, { responses: [2], version: 3 })], { isFinishTest: true }));
  await list('Report of a test', () => visitor.call(getStudentTestReports, { id: paper }));
  await list('Review of a test', () => visitor.call(getTestQuestions, { id: paper, is_review: true }));
  const practice = await list('Begin practice of a topic', () => visitor.call(getTrainQuestions, { id: topic }));
  await list('Upload a verified answer of practice', () =>
    upload(practice.test_info, [response(practice.questions[0]?.id, { responses: [1], verified: true })]),
  );
  return lines.join('\n');
}

let listed = '';
beforeAll(async () => {
  watchStatements();
  // After the first student, a process has the paper and other data in memory, and does not ask for them again.
  await studentWay();
  listed = await studentWay();
});
afterAll(() => void vi.restoreAllMocks());

// The list is of one database; a spread one gets some of these statements in parts.
test.runIf(!isOnCitus)(
  'the calls of a student from sign-in to review make exactly the statements that docs/statements.md lists',
  async () => {
    const head = `# Statements of a student's way

What each call asks of the database once the process has served one student before: written by \`statements.test.ts\`, so that one statement more
is seen in review. After a change that is meant, write the list again:

    npx vitest run --project server apps/server/src/statements.test.ts -u

`;
    await expect(head + listed).toMatchFileSnapshot('../../../docs/statements.md');
  },
);

/** Statements of a student's way about all students of a paper, by their beginnings, with the reason. */
const mayAskAll: Record<string, string> = {
  'select count(*) as count from sessions where paper_id = $1 and status =': 'how many sit a test, remembered for some seconds',
  'with asked_questions as materialized':
    'keys stay hidden while anybody sits a paper with the question; a spread database is asked in parts',
  'with p as materialized (select papers.id': 'keys of a paper, as above',
  'select paper_id, bool_or(deadline is not null) as is_timed from sessions': 'a part of the above',
  'select paper_id from paper_assignments where paper_id = any': 'a part of the above',
};

test('on a spread database each statement for one student runs on one machine, except those about a paper’s students', async () => {
  const faults = [...askedIn].flatMap(([call, statements]) =>
    [...statements].flatMap((statement) => {
      const plain = statement.replaceAll('"', '');
      if (Object.keys(mayAskAll).some((beginning) => plain.startsWith(beginning))) return [];
      return findStatementFaults(statement).map((fault) => `${call}: ${fault} (${plain.slice(0, 160)})`);
    }),
  );
  expect(faults).toEqual([]);
});

/** A worker counts ids from this multiple of its group's number on. */
const firstOfWorkers = 2 ** 48;

test.runIf(isOnCitus)('the coordinator counts every id, so that a later one is higher wherever the student lies', async () => {
  const { pool } = story.database;
  const { rows: counted } = await pool.query<{ name: string; column: string }>(
    `select attrelid::regclass::text as name, attname as column from pg_attribute join pg_class on pg_class.oid = attrelid
     where attidentity <> '' and relnamespace = 'public'::regnamespace and attnum > 0`,
  );
  expect(counted.length).toBeGreaterThan(0);
  const highest = counted.map(({ name, column }) => `select '${name}' as name, max(${column}) as id from ${name}`).join(' union all ');
  const { rows } = await pool.query(`select name, id from (${highest}) h where id >= $1`, [firstOfWorkers]);
  expect(rows).toEqual([]);
});
