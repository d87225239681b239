// Contents: set-up · the tables · calls with ids of the other institute · lists and nested ids · who belongs to both · staff verbs · scopes
import { getTestQuestions } from '@abhyas/contract/attempts';
import { getBookmarkedQuestion } from '@abhyas/contract/bookmarks';
import type { Endpoint } from '@abhyas/contract/endpoint';
import { endpoints } from '@abhyas/contract/endpoints';
import { getStudentHomeData } from '@abhyas/contract/home';
import { getMe, switchUserType } from '@abhyas/contract/identity';
import { getNotifications } from '@abhyas/contract/notifications';
import { type ProblemCode, problems } from '@abhyas/contract/problem';
import { getReport } from '@abhyas/contract/reports';
import { type Role, rightsByRole, roles } from '@abhyas/contract/rights';
import { uploadStudentResponses } from '@abhyas/contract/uploads';
import { Kysely, PostgresDialect, type PostgresPool, sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../database/open.ts';
import type { Tables } from '../database/tables.ts';
import { attempt, response, sealFile } from '../testing/attempts.ts';
import { fieldsOf, isId, requestOf, smallestValues, type Values } from '../testing/contract-inputs.ts';
import { openPractice } from '../testing/practice.ts';
import { boundlessBudgets, tellStory, type Visitor } from '../testing/story.ts';
import { isRowOfInstitute, tableOwners } from '../testing/table-owners.ts';
import {
  haveWork,
  idAt,
  makeInstitute,
  paperFile,
  type Person,
  runCommand,
  type TestInstitute,
  writeFiles,
} from '../testing/two-institutes.ts';

const story = tellStory({ budgets: boundlessBudgets });
const tables = Object.keys(tableOwners) as (keyof Tables)[];
/** Tables of institutes that the walk has no rows of. */
const withoutRows: (keyof Tables)[] = ['picture_uses'];
let east: TestInstitute;
let west: TestInstitute;
/** A student and a teacher of both. */
let both: { student: Person; teacher: Person };
/** Up to two ids of each table that are of the institute east alone. */
let eastIds: number[];

/** A digest of every table but that of budgets, which refused calls spend too: all its rows or, for an institute, those that are its own. */
async function digestIn(db: Database, of?: TestInstitute): Promise<Record<string, string>> {
  const digests = tables
    .filter((table) => table !== 'spent_budgets')
    .flatMap((table) => {
      const condition = of ? isRowOfInstitute(table)?.replaceAll('$1', String(of.id)) : 'true';
      const row = "(to_jsonb(t) - 'tries')::text";
      return condition
        ? [
            `select '${table}' as name, md5(coalesce(string_agg(${row}, '|' order by ${row}), '')) as digest from "${table}" t where ${condition}`,
          ]
        : [];
    });
  const { rows } = await sql.raw<{ name: string; digest: string }>(digests.join(' union all ')).execute(db);
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
}

async function rowsOf(table: keyof Tables, institute: TestInstitute): Promise<{ id?: number }[]> {
  const condition = isRowOfInstitute(table)?.replaceAll('$1', String(institute.id)) ?? 'false';
  const { rows } = await story.database.pool.query<{ id?: number }>(`select * from "${table}" where ${condition} limit 200`);
  return rows;
}

/** Ids of each table lie apart, so that an id of one thing never names another. */
async function spreadIds() {
  const { rows } = await story.database.pool.query<{ name: string }>(
    "select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'id' and is_identity = 'YES' order by 1",
  );
  for (const [at, { name }] of rows.entries())
    await story.database.pool.query(`alter table "${name}" alter column id restart with ${(at + 1) * 1_000_000}`);
}

/** The person under the membership of an institute. */
async function under(institute: TestInstitute, person: Person): Promise<Person> {
  const { user } = await person.call(getMe, {});
  const membership = user.memberships.find(({ institute_id }) => institute_id === institute.id);
  await person.call(switchUserType, { membership_id: membership?.id ?? 0 });
  return person;
}

beforeAll(async () => {
  await spreadIds();
  east = await makeInstitute(story, 'east');
  west = await makeInstitute(story, 'west');
  const [student, teacher] = [await makePerson(), await makePerson()];
  for (const { code } of [east, west]) {
    await story.join(student.id, code, 'student');
    await story.join(teacher.id, code, 'teacher');
  }
  both = { student, teacher };
  await haveWork(story, east, await under(east, student));
  await haveWork(story, west, await under(west, student));
  for (const [institute, option] of [
    [east, 2],
    [west, 1],
  ] as const) {
    await under(institute, both.student);
    const { questions, finish } = await attempt(both.student, await idAt(story, institute, 'papers', 'own-test'));
    await finish([response(questions[0], { responses: [option] })]);
  }
  const ids = await Promise.all(tables.map(async (table) => (await rowsOf(table, east)).flatMap(({ id }) => id ?? []).slice(0, 2)));
  eastIds = [...new Set(ids.flat())];
});

async function makePerson(): Promise<Person> {
  const visitor = await story.student({ premium_until: new Date('2099-01-01') });
  const { user } = await visitor.call(getMe, {});
  return Object.assign(visitor, { phone: user.phone ?? '' });
}

describe('every table', () => {
  test('of the database is classed: the installation’s, an institute’s, an institute’s or shared, a student’s', async () => {
    const { rows } = await story.database.pool.query<{ name: string }>(
      "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like 'kysely_%'",
    );
    expect(rows.map(({ name }) => name).toSorted()).toEqual(tables.toSorted());
  });

  test('that is not the installation’s holds rows of both institutes, none of them the other’s', async () => {
    const empty: string[] = [];
    for (const table of tables.filter((name) => tableOwners[name].of !== 'platform')) {
      const [ofEast, ofWest] = [await rowsOf(table, east), await rowsOf(table, west)].map((rows) => rows.map((row) => JSON.stringify(row)));
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
  access === 'anyone' || access === 'signed_in' || (access === 'student' ? role === 'student' : rightsByRole[role].includes(access.staff));

/** Everything that a call can be handed with an id in it. Of the home family the chapter page takes one. */
const withId = (endpoint: Endpoint, name: string, id: number): Values => ({
  ...smallestValues(endpoint),
  ...(fieldsOf(endpoint).some((field) => field.name === 'type') ? { type: 'chapter' } : {}),
  [name]: id,
});

const notThere = (code: string) => problems[code as ProblemCode]?.[0] === 404;
const withIds = Object.entries(endpoints).filter(([, endpoint]) => fieldsOf(endpoint).some(isId));

describe('an id of another institute', () => {
  test.each(withIds)('is not there for %s, whoever asks, and changes nothing', async (_name, endpoint) => {
    // What anyone may ask for looks at the institute alone, not at the role.
    const asking = endpoint.access === 'anyone' ? (['student', 'owner'] as const) : roles;
    const callers: { role: Role; person: Person }[] = asking.map((role) => ({ role, person: west.people[role] }));
    // Who has begun a test there finds it and uploads to it under another membership too: answers must not be lost (decision 027).
    if (endpoint !== getTestQuestions && endpoint !== uploadStudentResponses) callers.push({ role: 'student', person: both.student });
    await under(west, both.student);
    const before = await digestIn(story.database.db);
    let count = 0;
    for (const { role, person } of callers) {
      const isAllowed = hasAccess(endpoint, role);
      for (const { name } of fieldsOf(endpoint).filter(isId)) {
        for (const id of isAllowed ? eastIds : eastIds.slice(0, 1)) {
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
    expect(await digestIn(story.database.db)).toEqual(before);
  });

  test('is among those tried, and its own institute is answered with its canary', async () => {
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

/** What a student is shown without naming anything of an institute. */
async function shownTo(student: Visitor): Promise<string> {
  student.received.length = 0;
  for (const type of ['home', 'mock', 'previous_paper', 'institute']) await student.call(getStudentHomeData, { type });
  await student.call(getStudentHomeData, { type: 'institute', sub_type: 'assignment' });
  await openPractice(student, await story.idOf('topics', 'motion-two'));
  await student.call(getBookmarkedQuestion, {});
  // Notifications are the person's, whichever institute sent them.
  for (const endpoint of Object.values(endpoints).filter((one) => one.method === 'GET' && one !== getNotifications))
    if (!fieldsOf(endpoint).some((field) => isId(field) && field.isRequired))
      await student.send(requestOf(endpoint, smallestValues(endpoint)));
  const search = Object.entries(endpoints).find(([name]) => name === 'searchQuestions')?.[1];
  if (search)
    for (const text of ['', 'canary', 'Three'])
      await student.send(requestOf(search, { ...smallestValues(search), search_question_text: text }));
  return student.received.join('\n');
}

describe('without an id', () => {
  test.each(['east', 'west'])('a student of %s is shown the shared bank and the own institute, and nothing of the other', async (code) => {
    const [own, other] = code === 'east' ? [east, west] : [west, east];
    const shown = await shownTo(own.people.student);
    expect(shown).toContain(own.canary);
    expect(shown).toContain('Option 1 of motion');
    expect(shown).not.toContain(other.canary);
  });

  test('who belongs to both is shown what is of the membership in use', async () => {
    for (const [own, other] of [
      [east, west],
      [west, east],
    ] as const) {
      const shown = await shownTo(await under(own, both.student));
      expect(shown).toContain(own.canary);
      expect(shown).not.toContain(other.canary);
    }
  });

  test('a student of neither is shown nothing of either', async () => {
    const shown = await shownTo(await story.student({ premium_until: new Date('2099-01-01') }));
    expect(shown).toContain('Option 1 of motion');
    expect(shown).not.toMatch(/canary-(east|west)/);
  });
});

describe('nested in what is sent', () => {
  test('questions of another institute are refused one by one, in uploads and answer files, and nothing of them is kept', async () => {
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

describe('who belongs to both', () => {
  test('as a student meets each test under its own institute, with the attempt made there', async () => {
    const [eastTest, westTest] = [await idAt(story, east, 'papers', 'own-test'), await idAt(story, west, 'papers', 'own-test')];
    await under(east, both.student);
    expect((await both.student.call(getReport, { id: eastTest })).report_data.at(-1)?.score).toBe(4);
    await expect(both.student.call(getReport, { id: westTest })).rejects.toMatchObject({ code: 'not_an_active_test' });
    await under(west, both.student);
    expect((await both.student.call(getReport, { id: westTest })).report_data.at(-1)?.score).toBe(-1);
    await expect(both.student.call(getReport, { id: eastTest })).rejects.toMatchObject({ code: 'not_an_active_test' });
  });

  test('as a teacher acts for the institute named, which tells of the attempts made there alone', async () => {
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
    expect(unnamed).toEqual({ said: 'You belong to several institutes. Say which by --institute.', exit: 1 });
  });
});

interface Probe {
  command: 'institute' | 'content';
  args: string[];
  /** Whether it is to be done, and leaves a row in the log of west; or else is refused. */
  isDone: boolean;
  rows: number;
}

class Undo extends Error {}

/** What a staff verb of west does wrong: to east's rows, in what it says, and in the log. All of it is undone. */
async function faultsOf(db: Database, { command, args, isDone, rows }: Probe): Promise<string[]> {
  const faults: string[] = [];
  const isExpected = (condition: boolean, fault: string) => void (condition || faults.push(fault));
  await db
    .transaction()
    .execute(async (trx) => {
      const logged = async () =>
        (await sql<{ institute_id: number | null }>`select institute_id from audit_log order by id`.execute(trx)).rows;
      const [all, ofEast, log] = [await digestIn(trx), await digestIn(trx, east), await logged()];
      const { said, exit } = await runCommand(story, trx, command, args);
      isExpected((exit === 0) === isDone, `exit ${exit}: ${said}`);
      isExpected(!said.includes(east.canary) && !said.includes(`${east.people.student.phone}  `), `said ${said}`);
      const changed = Object.entries(await digestIn(trx, isDone ? east : undefined));
      for (const [table, digest] of changed) isExpected(digest === (isDone ? ofEast : all)[table], `${table} changed`);
      const added = (await logged()).slice(log.length).map(({ institute_id }) => institute_id);
      isExpected(JSON.stringify(added) === JSON.stringify(Array(rows).fill(west.id)), `logged for ${JSON.stringify(added)}`);
      throw new Undo();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undo)) throw error;
    });
  return faults;
}

/** Verbs at a paper or a question, with the right that each needs and how many rows it leaves in the log. */
const paperVerbs = [
  { verb: 'assign', more: ['--closes', '2027-03-01T10:00+05:30'], right: 'tests.manage', rows: 1 },
  { verb: 'extend', more: ['--minutes', '5'], right: 'hall.run', rows: 1 },
  { verb: 'status', more: [], right: 'results.read', rows: 0 },
  { verb: 'publish', more: [], right: 'results.publish', rows: 1 },
  { verb: 'otp', more: [], right: 'hall.run', rows: 1 },
  { verb: 'accept-late', more: ['--phone'], right: 'hall.run', rows: 1 },
  { verb: 'correct-key', more: ['--keys', '[4]', '--reason', 'Misprint.'], right: 'keys.correct', rows: 1 },
] as const;

type PaperVerb = (typeof paperVerbs)[number];

/** The verb as somebody of west types it, at what is west's or east's own. */
function probeOf({ verb, more, rows }: PaperVerb, at: TestInstitute, by: Person, isDone: boolean): Probe {
  const code = `${at.code}-${verb === 'correct-key' ? 'question' : 'paper'}`;
  const phone = verb === 'accept-late' ? [at.people.student.phone] : [];
  return { command: 'institute', args: [verb, code, ...more, ...phone, '--as', by.phone], isDone, rows: isDone ? rows : 0 };
}

/** What is wrong when the content editor of west loads a paper. */
async function importFaults(db: Database, paper: object, isDone: boolean): Promise<string[]> {
  const { folder, remove } = writeFiles({ paper });
  try {
    const args = ['import', folder, '--as', west.people.content_editor.phone];
    return await faultsOf(db, { command: 'content', args, isDone, rows: isDone ? 1 : 0 });
  } finally {
    remove();
  }
}

describe('a verb of staff', () => {
  test.each(paperVerbs.map((entry) => [entry.verb, entry] as const))(
    '%s at what is of another institute is refused to everybody, changes nothing and leaves no row',
    async (_verb, entry) => {
      for (const role of roles)
        expect([role, await faultsOf(story.database.db, probeOf(entry, east, west.people[role], false))]).toEqual([role, []]);
    },
  );

  test.each(paperVerbs.map((entry) => [entry.verb, entry] as const))(
    '%s at what is its own changes nothing of another institute and leaves its row; without the right it is refused and leaves none',
    async (_verb, entry) => {
      for (const role of roles) {
        const probe = probeOf(entry, west, west.people[role], rightsByRole[role].includes(entry.right));
        expect([role, await faultsOf(story.database.db, probe)]).toEqual([role, []]);
      }
    },
  );

  test.each(['assign', 'extend', 'accept-late'])('%s for students of another institute is refused', async (verb) => {
    const { phone } = east.people.student;
    const more = { assign: ['--phones', phone], extend: ['--minutes', '5', '--phones', phone], 'accept-late': ['--phone', phone] }[verb];
    const args = [verb, 'own-test', ...(more ?? []), '--as', west.people.owner.phone];
    expect(await faultsOf(story.database.db, { command: 'institute', args, isDone: false, rows: 0 })).toEqual([]);
  });

  test('import loads papers of its own institute and questions, and none of another’s or of the shared bank', async () => {
    const { db } = story.database;
    expect(await importFaults(db, paperFile('west', 'own-test', ['own-011']), true)).toEqual([]);
    expect(await importFaults(db, paperFile('west', 'new-test', ['motion-021', 'own-012']), true)).toEqual([]);
    expect(await importFaults(db, paperFile('east', 'new-test', ['motion-021']), false)).toEqual([]);
    expect(await importFaults(db, paperFile('west', 'new-test', ['east-question']), false)).toEqual([]);
    expect(await importFaults(db, paperFile('west', 'new-test', ['motion-021'], { mode: 'mock', institute: undefined }), false)).toEqual(
      [],
    );
  });

  test('import by who has no right to it is refused and leaves no row', async () => {
    const { folder, remove } = writeFiles({ paper: paperFile('west', 'new-test', ['motion-021']) });
    for (const role of roles.filter((name) => !rightsByRole[name].includes('content.manage'))) {
      const args = ['import', folder, '--as', west.people[role].phone];
      expect([role, await faultsOf(story.database.db, { command: 'content', args, isDone: false, rows: 0 })]).toEqual([role, []]);
    }
    remove();
  });
});

/** A database on which each statement is sent as `patch` leaves it. */
function patchedDatabase(patch: (statement: string) => string): Database {
  const { pool } = story.database;
  const patched = {
    connect: async () => {
      const client = await pool.connect();
      const query = (text: string, values: readonly unknown[]) => client.query(patch(text), values as unknown[]);
      return { query, release: () => client.release() };
    },
    end: async () => {},
  };
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: patched as unknown as PostgresPool }) });
}

const verbAt = (verb: PaperVerb['verb'], at: () => TestInstitute, isDone: boolean) => (db: Database) => {
  const entry = paperVerbs.find((one) => one.verb === verb);
  if (!entry) throw new Error(`There is no verb ${verb}`);
  return faultsOf(db, probeOf(entry, at(), west.people.owner, isDone));
};
const toEast = () => east;
const toWest = () => west;

/** A scope taken out of a statement of a store, and the part of the walk that turns red. */
const withoutScope: { store: string; scope: RegExp; without: string; walk: (db: Database) => Promise<string[]> }[] = [
  {
    store: 'institute.store.ts: the paper with a code',
    scope: /("papers" where )"institute_id" = (\$1)/,
    without: '$1$2::bigint is not null',
    walk: verbAt('publish', toEast, false),
  },
  {
    store: 'institute.store.ts: students of an institute',
    scope: /"memberships"\."institute_id" = (\$\d)( and "memberships"\."role" = \$)/,
    without: '$1::bigint is not null$2',
    walk: verbAt('assign', toWest, true),
  },
  {
    store: 'institute.store.ts: who has finished a paper',
    scope: /(select distinct "student_id" from "sessions" where )"paper_id" = (\$1)/,
    without: '$1$2::bigint is not null',
    walk: verbAt('publish', toWest, true),
  },
  {
    store: 'institutes.store.ts: memberships of a person',
    scope: /"users"\."phone" = (\$\d)( order by "memberships")/,
    without: '$1::text is not null$2',
    walk: (db) =>
      faultsOf(db, {
        command: 'institute',
        args: ['publish', 'own-test', '--as', east.people.owner.phone, '--institute', 'west'],
        isDone: false,
        rows: 0,
      }),
  },
  {
    store: 'assignments.store.ts: more time for a paper',
    scope: /(update paper_assignments set extension_seconds .*\s+where )paper_id = (\$2)/,
    without: '$1$2::bigint is not null',
    walk: verbAt('extend', toWest, true),
  },
  {
    store: 'assignments.store.ts: attempts at a paper',
    scope: /where a\.paper_id = (\$1)/,
    without: 'where $1::bigint is not null',
    walk: verbAt('status', toWest, true),
  },
  {
    store: 'test-codes.store.ts: the code of a paper',
    scope: /(update "papers" set "otp_hash" = .*) where "id" = (\$\d)/,
    without: '$1 where $2::bigint is not null',
    walk: verbAt('otp', toWest, true),
  },
  {
    store: 'late-answers.store.ts: late answers to a paper',
    scope: /"sessions"\."paper_id" = (\$2)( and "late_uploads"\."accepted_at")/,
    without: '$1::bigint is not null$2',
    walk: (db) =>
      faultsOf(db, {
        command: 'institute',
        args: ['accept-late', 'west-paper', '--phone', both.student.phone, '--as', west.people.owner.phone],
        isDone: true,
        rows: 1,
      }),
  },
  {
    store: 'key-corrections.store.ts: the question with a code',
    scope: /institute_id is not distinct from (\$1)::bigint/,
    without: '($1::bigint is not null)',
    walk: verbAt('correct-key', toEast, false),
  },
  {
    store: 'audit.store.ts: whose log it is',
    scope: /(insert into "audit_log" .* values \()(\$1)/,
    without: '$1nullif($2::bigint, $2::bigint)',
    walk: verbAt('publish', toWest, true),
  },
  {
    store: 'stored-content.store.ts: questions that a paper may hold',
    scope: /\(questions\.institute_id is null or questions\.institute_id = (\$\d)::bigint\)/,
    without: '($1::bigint is not null)',
    walk: (db) => importFaults(db, paperFile('west', 'new-test', ['east-question']), false),
  },
  {
    store: 'stored-content.store.ts: institutes whose papers one loads',
    scope: /(from "institutes" where code = any\(\$1::text\[\]\)) and "id" = (\$2)/,
    without: '$1 and $2::bigint is not null',
    walk: (db) => importFaults(db, paperFile('east', 'new-test', ['motion-021']), false),
  },
];

describe('the walk turns red without the scope of', () => {
  test.each(withoutScope.map((entry) => [entry.store, entry] as const))('%s', async (_store, { scope, without, walk }) => {
    let count = 0;
    const patch = (statement: string) => {
      if (!scope.test(statement)) return statement;
      count += 1;
      return statement.replace(scope, without);
    };
    const faults = await walk(patchedDatabase(patch));
    expect(count, 'the statement is sent').toBeGreaterThan(0);
    expect(faults).not.toEqual([]);
  });
});
