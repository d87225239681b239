// Contents: verbs of staff for papers, questions and content · the same with a scope removed from a statement
import { rightsByRole, roles } from '@abhyas/contract/institute/rights';
import { Kysely, PostgresDialect, type PostgresPool, sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../database/open.ts';
import { noteSpread } from '../database/scale/spread-database.ts';
import type { Tables } from '../database/tables.ts';
import { digestIn, makeTwoInstitutes, type TwoInstitutes } from '../testing/isolation.ts';
import { boundlessBudgets, tellStory } from '../testing/story.ts';
import { isOnCitus } from '../testing/test-database.ts';
import {
  chapterFile,
  paperFile,
  type Person,
  questionEntry,
  runCommand,
  type TestInstitute,
  writeFiles,
} from '../testing/two-institutes.ts';

const story = tellStory({ budgets: boundlessBudgets });
let east: TestInstitute;
let west: TestInstitute;
let both: TwoInstitutes['both'];

beforeAll(async () => {
  ({ east, west, both } = await makeTwoInstitutes(story));
});

interface Probe {
  command: 'institute' | 'content';
  args: string[];
  /** Whether the verb is expected to work and to log a row for west; otherwise it must be refused. */
  isDone: boolean;
  rows: number;
}

class Undo extends Error {}

/** The faults of a staff verb of west: in east's rows, in its output, and in the log. All changes are rolled back. */
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

/** Verbs for a paper or a question, with the right that each needs and the number of rows that it logs. */
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

/** The verb as a member of west types it, for an object of west or east. */
function probeOf({ verb, more, rows }: PaperVerb, at: TestInstitute, by: Person, isDone: boolean): Probe {
  const code = `${at.code}-${verb === 'correct-key' ? 'question' : 'paper'}`;
  const phone = verb === 'accept-late' ? [at.people.student.phone] : [];
  return { command: 'institute', args: [verb, code, ...more, ...phone, '--as', by.phone], isDone, rows: isDone ? rows : 0 };
}

/** The faults reported when the content editor of institute west loads a file. */
async function importFaults(db: Database, file: object, isDone: boolean): Promise<string[]> {
  const { folder, remove } = writeFiles({ file });
  try {
    const args = ['import', folder, '--as', west.people.content_editor.phone];
    return await faultsOf(db, { command: 'content', args, isDone, rows: isDone ? 1 : 0 });
  } finally {
    remove();
  }
}

describe('a staff verb', () => {
  test.each(paperVerbs.map((entry) => [entry.verb, entry] as const))(
    '%s for an object of another institute is refused to everybody, changes nothing and logs nothing',
    async (_verb, entry) => {
      for (const role of roles)
        expect([role, await faultsOf(story.database.db, probeOf(entry, east, west.people[role], false))]).toEqual([role, []]);
    },
  );

  test.each(paperVerbs.map((entry) => [entry.verb, entry] as const))(
    '%s for an object of the same institute is logged and changes nothing of another institute; without the right it is refused and not logged',
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

  test('accept-late with a late upload for another institute’s paper is refused, even for a student of both institutes', async () => {
    const { db } = story.database;
    const upload = await db
      .selectFrom('late_uploads')
      .innerJoin('sessions', (on) =>
        on.onRef('sessions.student_id', '=', 'late_uploads.student_id').onRef('sessions.id', '=', 'session_id'),
      )
      .innerJoin('papers', 'papers.id', 'sessions.paper_id')
      .where('sessions.student_id', '=', both.student.id)
      .where('papers.institute_id', '=', east.id)
      .select('late_uploads.id')
      .executeTakeFirstOrThrow();
    const args = ['accept-late', 'west-paper', '--phone', both.student.phone, '--uploads', `${upload.id}`, '--as', west.people.owner.phone];
    expect(await faultsOf(db, { command: 'institute', args, isDone: false, rows: 0 })).toEqual([]);
  });

  test('import loads papers with questions of its own institute, and none with questions of another or of the shared bank', async () => {
    const { db } = story.database;
    expect(await importFaults(db, paperFile('west', 'own-test', ['own-011']), true)).toEqual([]);
    expect(await importFaults(db, paperFile('west', 'new-test', ['motion-021', 'own-012']), true)).toEqual([]);
    expect(await importFaults(db, paperFile('east', 'new-test', ['motion-021']), false)).toEqual([]);
    expect(await importFaults(db, paperFile('west', 'new-test', ['east-question']), false)).toEqual([]);
    expect(await importFaults(db, paperFile('west', 'new-test', ['motion-021'], { mode: 'mock', institute: undefined }), false)).toEqual(
      [],
    );
  });

  test('an import may change a key that no student of its institute has answered, even if another institute has a question of that code', async () => {
    const { db } = story.database;
    expect(await importFaults(db, chapterFile('west', [questionEntry('west', 'east-question', { answer: 1 })]), true)).toEqual([]);
    expect(await importFaults(db, chapterFile('west', [questionEntry('west', 'west-question', { answer: 1 })]), false)).toEqual([]);
  });

  test('import by a person without the right is refused and not logged', async () => {
    const { folder, remove } = writeFiles({ paper: paperFile('west', 'new-test', ['motion-021']) });
    for (const role of roles.filter((name) => !rightsByRole[name].includes('content.manage'))) {
      const args = ['import', folder, '--as', west.people[role].phone];
      expect([role, await faultsOf(story.database.db, { command: 'content', args, isDone: false, rows: 0 })]).toEqual([role, []]);
    }
    remove();
  });
});

/** A database that sends each statement as changed by `patch`. */
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
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: patched as unknown as PostgresPool }) });
  if (isOnCitus) noteSpread(db);
  return db;
}

const verbAt = (verb: PaperVerb['verb'], at: () => TestInstitute, isDone: boolean) => (db: Database) => {
  const entry = paperVerbs.find((one) => one.verb === verb);
  if (!entry) throw new Error(`There is no verb ${verb}`);
  return faultsOf(db, probeOf(entry, at(), west.people.owner, isDone));
};
const toEast = () => east;
const toWest = () => west;

/** A scope removed from a statement of a store, and the part of the walk that must then fail. */
const withoutScope: { store: string; scope: RegExp; without: string; walk: (db: Database) => Promise<string[]> }[] = [
  {
    store: 'scope.store.ts: the paper with a code',
    scope: /("papers" where )"institute_id" = (\$1)/,
    without: '$1$2::bigint is not null',
    walk: verbAt('publish', toEast, false),
  },
  {
    store: 'scope.store.ts: students of an institute',
    scope: /"memberships"\."institute_id" = (\$\d)( and "memberships"\."role" = \$)/,
    without: '$1::bigint is not null$2',
    walk: verbAt('assign', toWest, true),
  },
  {
    store: 'scope.store.ts: who has finished a paper',
    scope: /(select distinct "student_id" from "sessions" where )"paper_id" = (\$1)/,
    without: '$1$2::bigint is not null',
    walk: verbAt('publish', toWest, true),
  },
  {
    store: 'institutes.store.ts: memberships of a person',
    scope: /"users"\."phone" = (\$\d)( order by "memberships")/,
    without: '$1::text is not null$2',
    walk: async (db) => {
      // Without the scope the condition is true for every person, so the name alone finds the owner of west.
      const { people } = west;
      await story.database.db.updateTable('users').set({ name: 'Owner of west' }).where('id', '=', people.owner.id).execute();
      const as = `${east.people.owner.phone}/Owner of west`;
      const args = ['publish', 'own-test', '--anyway', '--as', as, '--institute', 'west'];
      return faultsOf(db, { command: 'institute', args, isDone: false, rows: 0 });
    },
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
  {
    store: 'stored-content.store.ts: keys of questions that were answered',
    scope: /q\.institute_id = (\$2)::bigint/,
    without: '$1::bigint is not null',
    walk: (db) => importFaults(db, chapterFile('west', [questionEntry('west', 'east-question', { answer: 1 })]), true),
  },
];

describe('the walk fails without the scope of', () => {
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
