import { getMe, switchUserType } from '@abhyas/contract/institute/identity';
import { CompiledQuery } from 'kysely';
import type { Database } from '../database/open.ts';
import type { Tables } from '../database/tables.ts';
import { attempt, response } from './attempts.ts';
import type { Story } from './story.ts';
import { type DigestedTable, selectTables, statementOfDigests } from './table-digest.ts';
import { isRowOfInstitute, tableOwners } from './table-owners.ts';
import { haveWork, idAt, makeInstitute, type Person, type TestInstitute } from './two-institutes.ts';

export const tables = Object.keys(tableOwners) as (keyof Tables)[];

/** A digest of every table except budgets, which refused calls change too: of all rows or, for an institute, of its own. */
export async function digestIn(db: Database, of?: TestInstitute): Promise<Record<string, string>> {
  const conditions = new Map(tables.map((name) => [name as string, of ? isRowOfInstitute(name)?.replaceAll('$1', String(of.id)) : 'true']));
  const { rows: all } = await db.executeQuery<DigestedTable>(CompiledQuery.raw(selectTables, [['tries']]));
  const text = statementOfDigests(
    all.filter(({ name }) => conditions.get(name)),
    (name) => conditions.get(name) ?? 'false',
  );
  const { rows } = await db.executeQuery<{ name: string; digest: string }>(CompiledQuery.raw(text, [0]));
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
}

/** Rows of a table that belong to this institute only. */
export async function rowsOf({ database }: Story, table: keyof Tables, institute: TestInstitute): Promise<{ id?: number }[]> {
  const condition = isRowOfInstitute(table)?.replaceAll('$1', String(institute.id)) ?? 'false';
  const { rows } = await database.pool.query<{ id?: number }>(`select * from "${table}" where ${condition} limit 200`);
  return rows;
}

/** Moves the ids of the tables apart, so that an id of one table never exists in another. */
async function spreadIds({ database }: Story) {
  const { rows } = await database.pool.query<{ name: string }>(
    "select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'id' and is_identity = 'YES' order by 1",
  );
  for (const [at, { name }] of rows.entries())
    await database.pool.query("select setval(pg_get_serial_sequence($1, 'id'), $2, false)", [name, (at + 1) * 1_000_000]);
}

/** The person under the membership of an institute. */
export async function under(institute: TestInstitute, person: Person): Promise<Person> {
  const { user } = await person.call(getMe, {});
  const membership = user.memberships.find(({ institute_id }) => institute_id === institute.id);
  await person.call(switchUserType, { membership_id: membership?.id ?? 0 });
  return person;
}

async function makePerson(story: Story): Promise<Person> {
  const visitor = await story.student({ premium_until: new Date('2099-01-01') });
  const { user } = await visitor.call(getMe, {});
  return Object.assign(visitor, { phone: user.phone ?? '' });
}

export interface TwoInstitutes {
  east: TestInstitute;
  west: TestInstitute;
  /** A student and a teacher who are members of both institutes. */
  both: { student: Person; teacher: Person };
}

/** Two institutes with the same kinds of content, people and attempts, and a student who has taken the tests of both. */
export async function makeTwoInstitutes(story: Story): Promise<TwoInstitutes> {
  await spreadIds(story);
  const east = await makeInstitute(story, 'east');
  const west = await makeInstitute(story, 'west');
  const [student, teacher] = [await makePerson(story), await makePerson(story)];
  for (const { code } of [east, west]) {
    await story.join(student.id, code, 'student');
    await story.join(teacher.id, code, 'teacher');
  }
  const both = { student, teacher };
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
  return { east, west, both };
}
