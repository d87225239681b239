// Contents: the tables · calls with ids of the other institute · lists and nested ids · members of both
import { getTestQuestions } from '@abhyas/contract/tests/attempts';
import { getBookmarkedQuestion } from '@abhyas/contract/practice/bookmarks';
import { isWithinReach } from '@abhyas/contract/institute/access';
import type { Endpoint } from '@abhyas/contract/endpoint';
import { endpoints } from '@abhyas/contract/endpoints';
import { getStudentHomeData } from '@abhyas/contract/site/home';
import { getMe } from '@abhyas/contract/institute/identity';
import { getNotifications } from '@abhyas/contract/institute/notifications';
import { type ProblemCode, problems } from '@abhyas/contract/problem';
import { getReport } from '@abhyas/contract/reports/session-reports';
import { type Role, rightsByRole, roles } from '@abhyas/contract/institute/rights';
import { uploadStudentResponses } from '@abhyas/contract/reports/uploads';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Tables } from '../database/tables.ts';
import { response, sealFile } from '../testing/attempts.ts';
import { fieldsOf, isId, requestOf, smallestValues, type Values } from '../testing/contract-inputs.ts';
import { digestIn, makeTwoInstitutes, rowsOf, tables, type TwoInstitutes, under } from '../testing/isolation.ts';
import { signInWithCode } from '../testing/bound-sign-in.ts';
import { openPractice } from '../testing/practice.ts';
import { boundlessBudgets, tellStory, type Visitor } from '../testing/story.ts';
import { digestOfTables } from '../testing/table-digest.ts';
import { tableOwners } from '../testing/table-owners.ts';
import { idAt, type Person, runCommand, type TestInstitute } from '../testing/two-institutes.ts';

const story = tellStory({ budgets: boundlessBudgets });
/** Tables of institutes without rows in this walk. */
const withoutRows: (keyof Tables)[] = ['picture_uses', 'search_pending'];
let east: TestInstitute;
let west: TestInstitute;
let both: TwoInstitutes['both'];
/** Up to two ids of each table that belong to the institute east only. */
let eastIds: number[];
/** The first of them of each table. */
let firstIds: number[];

beforeAll(async () => {
  ({ east, west, both } = await makeTwoInstitutes(story));
  const ids = await Promise.all(tables.map(async (table) => (await rowsOf(story, table, east)).flatMap(({ id }) => id ?? []).slice(0, 2)));
  eastIds = [...new Set(ids.flat())];
  firstIds = [...new Set(ids.flatMap(([first]) => first ?? []))];
});

describe('every table', () => {
  test('has an owner: the installation, an institute, an institute or all, or a student', async () => {
    const { rows } = await story.database.pool.query<{ name: string }>(
      "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like 'kysely_%'",
    );
    expect(rows.map(({ name }) => name).toSorted()).toEqual(tables.toSorted());
  });

  test('holds rows of both institutes, none of them the other’s, unless it belongs to the installation', async () => {
    const empty: string[] = [];
    for (const table of tables.filter((name) => tableOwners[name].of !== 'platform')) {
      const [ofEast, ofWest] = [await rowsOf(story, table, east), await rowsOf(story, table, west)].map((rows) =>
        rows.map((row) => JSON.stringify(row)),
      );
      if (ofEast?.length === 0 || ofWest?.length === 0) empty.push(table);
      expect(
        ofEast?.filter((row) => ofWest?.includes(row)),
        table,
      ).toEqual([]);
    }
    expect(empty.toSorted()).toEqual(withoutRows);
  });
});

const hasAccess = ({ access }: Endpoint, role: Role) =>
  access === 'anyone' ||
  access === 'signed_in' ||
  access === 'notified' ||
  (typeof access === 'string' ? role === 'student' : rightsByRole[role].includes(access.staff));

/** Every field of a call that takes an id. Of the home screens, the chapter page takes one. */
const withId = (endpoint: Endpoint, name: string, id: number): Values => ({
  ...smallestValues(endpoint),
  ...(fieldsOf(endpoint).some((field) => field.name === 'type' && !('enum' in field.schema)) ? { type: 'chapter' } : {}),
  [name]: id,
});

const notThere = (code: string) => problems[code as ProblemCode]?.[0] === 404;
const withIds = Object.entries(endpoints).filter(([, endpoint]) => fieldsOf(endpoint).some(isId));

describe('an id of another institute', () => {
  test.each(withIds)('is not found by %s, whoever calls, and changes nothing', async (_name, endpoint) => {
    // Calls for anyone check only the institute, not the role.
    const asking = endpoint.access === 'anyone' ? (['student', 'owner'] as const) : roles;
    const callers: { role: Role; person: Person }[] = asking.map((role) => ({ role, person: west.people[role] }));
    // A student who has begun a test finds it and uploads to it under another membership too, because answers must not be lost.
    if (endpoint !== getTestQuestions && endpoint !== uploadStudentResponses) callers.push({ role: 'student', person: both.student });
    await under(west, both.student);
    const before = await digestOfTables(story.database);
    let count = 0;
    // Both rows of each table are tried by the first role that may make the call, from which the others differ in their rights, and by the
    // student of both institutes, who has rows of their own in the other.
    const firstAllowed = callers.find(({ role }) => hasAccess(endpoint, role));
    for (const { role, person } of callers) {
      const isAllowed = hasAccess(endpoint, role);
      const asked = person === firstAllowed?.person || person === both.student ? eastIds : firstIds;
      for (const { name } of fieldsOf(endpoint).filter(isId)) {
        for (const id of isAllowed ? asked : asked.slice(0, 1)) {
          const answer = await person.send(requestOf(endpoint, withId(endpoint, name, id)));
          const what = `${role}: ${name} ${id} answered ${answer.statusCode} ${answer.body.slice(0, 200)}`;
          expect(answer.body, what).not.toContain(east.canary);
          const { code = '' } = answer.json<{ code?: string }>();
          if (endpoint.access === 'anyone') expect(answer.statusCode, what).toBeLessThan(500);
          else expect(notThere(code) || (!isAllowed && code === 'not_allowed'), what).toBe(true);
          count += 1;
        }
      }
    }
    expect(count).toBeGreaterThan(0);
    expect(await digestOfTables(story.database)).toEqual(before);
  });

  test('opens rows for a student of that institute, so the walk tries ids that exist', async () => {
    const { student } = east.people;
    const answers = [];
    for (const [, endpoint] of withIds.filter(([, { method }]) => method === 'GET')) {
      for (const { name } of fieldsOf(endpoint).filter(isId)) {
        for (const id of eastIds) answers.push(await student.send(requestOf(endpoint, withId(endpoint, name, id))));
      }
    }
    expect(answers.filter(({ body }) => body.includes(east.canary)).length).toBeGreaterThan(2);
  });
});

/** Everything that a student can see without an id of an institute. */
async function shownTo(student: Visitor): Promise<string> {
  student.received.length = 0;
  for (const type of ['home', 'mock', 'previous_paper', 'institute']) await student.call(getStudentHomeData, { type });
  await student.call(getStudentHomeData, { type: 'institute', sub_type: 'assignment' });
  await openPractice(student, await story.idOf('topics', 'motion-two'));
  await student.call(getBookmarkedQuestion, {});
  // Notifications belong to the person, whichever institute sent them.
  for (const endpoint of Object.values(endpoints).filter((one) => one.method === 'GET' && one !== getNotifications))
    if (!fieldsOf(endpoint).some((field) => isId(field) && field.isRequired))
      await student.send(requestOf(endpoint, smallestValues(endpoint)));
  const search = Object.entries(endpoints).find(([name]) => name === 'searchQuestions')?.[1];
  if (search)
    for (const text of ['', 'canary', 'Three'])
      await student.send(requestOf(search, { ...smallestValues(search), search_question_text: text }));
  // The notifications on the home page belong to the person, too.
  const withoutThem = (name: string, value: unknown) => (name === 'notifications' ? undefined : value);
  return student.received.map((body) => (body.startsWith('{') ? JSON.stringify(JSON.parse(body), withoutThem) : body)).join('\n');
}

describe('without an id', () => {
  test.each(['east', 'west'])('a student of %s sees the shared bank and their own institute, and nothing of the other', async (code) => {
    const [own, other] = code === 'east' ? [east, west] : [west, east];
    const shown = await shownTo(own.people.student);
    expect(shown).toContain(own.canary);
    expect(shown).toContain('Option 1 of motion');
    expect(shown).not.toContain(other.canary);
  });

  test('a member of both sees only the institute of the membership in use', async () => {
    for (const [own, other] of [
      [east, west],
      [west, east],
    ] as const) {
      const shown = await shownTo(await under(own, both.student));
      expect(shown).toContain(own.canary);
      expect(shown).not.toContain(other.canary);
    }
  });

  test('a student of neither sees nothing of either', async () => {
    const shown = await shownTo(await story.student({ premium_until: new Date('2099-01-01') }));
    expect(shown).toContain('Option 1 of motion');
    expect(shown).not.toMatch(/canary-(east|west)/);
  });
});

describe('a sign-in by institute code', () => {
  const entries = Object.entries(endpoints);
  const isOpen = (endpoint: Endpoint) => isWithinReach(endpoint, 'membership');
  let bound: Visitor & { id: number; membership_id: number };
  beforeAll(async () => {
    await under(east, both.student);
    bound = await signInWithCode(story, west.people.owner, west.code, both.student.id);
  });

  test.each(entries.filter(([, endpoint]) => !isOpen(endpoint)))(
    'cannot make the call %s, and changes nothing',
    async (_name, endpoint) => {
      const before = await digestOfTables(story.database);
      const answer = await bound.send(requestOf(endpoint, smallestValues(endpoint)));
      expect([answer.statusCode, answer.json().code]).toEqual([403, 'beyond_institute_code']);
      expect(await digestOfTables(story.database)).toEqual(before);
    },
  );

  test.each(entries.filter(([, endpoint]) => isOpen(endpoint) && endpoint.access !== 'anyone' && fieldsOf(endpoint).some(isId)))(
    'finds nothing of the person’s other institute by %s, and changes nothing',
    async (_name, endpoint) => {
      const sessions = await story.database.db
        .selectFrom('sessions')
        .where('student_id', '=', bound.id)
        .select(['id', 'paper_id'])
        .execute();
      const ofEast = new Set(
        (await story.database.db.selectFrom('papers').where('institute_id', '=', east.id).select('id').execute()).map(({ id }) => id),
      );
      const foreign = sessions.filter(({ paper_id }) => paper_id === null || ofEast.has(paper_id)).map(({ id }) => id);
      const before = await digestOfTables(story.database);
      for (const { name } of fieldsOf(endpoint).filter(isId)) {
        for (const id of [...eastIds, ...foreign, ...ofEast]) {
          const answer = await bound.send(requestOf(endpoint, withId(endpoint, name, id)));
          const what = `${name} ${id} answered ${answer.statusCode} ${answer.body.slice(0, 200)}`;
          expect(answer.body, what).not.toContain(east.canary);
          const { code } = answer.json<{ code: string }>();
          // A sign-in that is bound to an institute opens no chapter, because chapters belong to practice.
          expect(notThere(code) || (endpoint === getStudentHomeData && code === 'not_allowed'), what).toBe(true);
        }
      }
      expect(await digestOfTables(story.database)).toEqual(before);
    },
  );

  test('sees its institute, and no other membership, phone, Premium or institute in any response', async () => {
    bound.received.length = 0;
    for (const [, endpoint] of entries.filter(([, one]) => isOpen(one) && one.method === 'GET'))
      if (!fieldsOf(endpoint).some((field) => isId(field) && field.isRequired))
        await bound.send(requestOf(endpoint, smallestValues(endpoint)));
    for (const type of ['home', 'mock', 'previous_paper', 'institute']) {
      const { url, payload } = { url: '/api/student_app/get_student_home_data', payload: { type } };
      await bound.send({ method: 'POST', url, payload });
    }
    const paper = await idAt(story, west, 'papers', 'own-test');
    expect((await bound.call(getReport, { id: paper })).report_data.at(-1)?.score).toBe(-1);
    const shown = bound.received.join('\n');
    expect(shown).toContain(west.canary);
    expect(shown).not.toContain(east.canary);
    expect(shown).not.toContain(`The ${east.code}`);
    expect(shown).not.toContain(both.student.phone);
    const { user } = await bound.call(getMe, {});
    expect(user).toMatchObject({ reach: 'membership', phone: null, has_premium_access: false, memberships: [{ id: bound.membership_id }] });
  });
});

describe('ids nested in a body', () => {
  test('are refused one by one if they are questions of another institute, in uploads and answer files, and nothing is stored', async () => {
    const { student } = west.people;
    const foreign = [...east.own.questions, east.own.practice_question];
    const upload = { session_id: west.own.session_id, writer: 1, session_time_spent: 1, current_index: 0 };
    const responses = JSON.stringify(foreign.map((id) => response(id, { responses: [2], version: 9, verified: true })));
    const visits = JSON.stringify(foreign.map((id, at) => ({ number: at + 1, question_id: id, second: 1, seconds: 1, answer: '2' })));
    const send = (url: string, payload: object) => student.send({ method: 'POST', url: `/api/student_app/${url}`, payload });
    const file = JSON.stringify(sealFile(west.own, JSON.stringify({ ...upload, responses, visits })));
    const foreignFile = JSON.stringify(
      sealFile(east.own, JSON.stringify({ ...upload, session_id: east.own.session_id, responses, visits })),
    );
    const paper_id = await idAt(story, west, 'papers', 'own-test');
    const before = await digestIn(story.database.db, east);
    const uploaded = await send('upload_student_responses', { ...upload, responses, visits });
    expect(uploaded.json()).toMatchObject({ kept: [] });
    expect(uploaded.json().refused).toHaveLength(foreign.length);
    for (const text of [file, foreignFile]) {
      const answer = await send('send_answer_file', { paper_id, file: text });
      expect(answer.body).not.toContain(east.canary);
    }
    expect(await digestIn(story.database.db, east)).toEqual(before);
    const { rows } = await story.database.pool.query(
      'select from responses where student_id = $1 and question_id = any($2) union all select from visits where student_id = $1 and question_id = any($2)',
      [student.id, foreign],
    );
    expect(rows).toEqual([]);
  });
});

describe('a member of both institutes', () => {
  test('as a student sees each test under its own institute, with the attempt made there', async () => {
    const [eastTest, westTest] = [await idAt(story, east, 'papers', 'own-test'), await idAt(story, west, 'papers', 'own-test')];
    await under(east, both.student);
    expect((await both.student.call(getReport, { id: eastTest })).report_data.at(-1)?.score).toBe(4);
    await expect(both.student.call(getReport, { id: westTest })).rejects.toMatchObject({ code: 'not_an_active_test' });
    await under(west, both.student);
    expect((await both.student.call(getReport, { id: westTest })).report_data.at(-1)?.score).toBe(-1);
    await expect(both.student.call(getReport, { id: eastTest })).rejects.toMatchObject({ code: 'not_an_active_test' });
  });

  test('as a teacher acts for the named institute, and sees only attempts made there', async () => {
    const status = async (institute: TestInstitute) =>
      (
        await runCommand(story, story.database.db, 'institute', [
          'status',
          'own-test',
          '--as',
          both.teacher.phone,
          '--institute',
          institute.code,
        ])
      ).said;
    expect(await status(east)).toMatch(new RegExp(`^${both.student.phone} .*: 4 of 4$`, 'm'));
    expect(await status(west)).toMatch(new RegExp(`^${both.student.phone} .*: -1 of 4$`, 'm'));
    expect(await status(east)).not.toContain(west.people.student.phone);
    const unnamed = await runCommand(story, story.database.db, 'institute', ['publish', 'own-test', '--as', both.teacher.phone]);
    expect(unnamed).toEqual({ said: 'You belong to several institutes. Name one with --institute.', exit: 1 });
  });
});
