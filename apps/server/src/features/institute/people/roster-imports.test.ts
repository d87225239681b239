import { getNotifications } from '@abhyas/contract/institute/notifications';
import * as contract from '@abhyas/contract/institute/people';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { openJobQueue } from '../../../jobs/jobs.ts';
import { phoneOf } from '../../../testing/attempts.ts';
import { boundlessBudgets, tellStory, type Visitor } from '../../../testing/story.ts';
import { peopleJobs } from './people.jobs.ts';
import { forgetImports, importRosterPart } from './roster-imports.ts';

const story = tellStory({ budgets: boundlessBudgets });
const context = () => ({ db: story.database.db, now: story.now, random: () => 0.5 });
let owner: Visitor & { id: number };
beforeAll(async () => {
  owner = await story.staff('school', 'owner');
});
afterEach(async () => {
  await story.database.pool.query('delete from roster_imports');
});

/** A roster with one row more than a call takes: new students with numbers from `first` on, and the given rows after the 1,200th. */
function rosterOf(first: number, rows: readonly string[] = []): string {
  const lines = Array.from(
    { length: contract.ROSTER_ROWS_AT_ONCE + 1 - rows.length },
    (_, at) => `Child ${at},${first + at},R${first + at},B1`,
  );
  return ['Name,Phone,ID,Batch', ...lines.slice(0, 1200), ...rows, ...lines.slice(1200)].join('\n');
}
const workOff = async () => (await openJobQueue(story.database.pool, peopleJobs)).workOff(context);
const studentsWith = async (search: string) => (await owner.call(contract.getPeople, { kind: 'students', search })).total;
const notTaken = async (id: number, by: Visitor = owner) =>
  by.send({ method: 'GET', url: `/api${contract.getRosterNotTaken.path.replace('{id}', String(id))}` });

test('a large roster is imported by a job in parts, with its progress, and the rows that were not imported are a file with reasons', async () => {
  const stranger = await story.student();
  const rows = ['Bad,12,,B1', `Zoya,${await phoneOf(story, stranger)},,B1`, '=Cmd,12,,'];
  const text = rosterOf(9_100_000_000, rows);
  const answer = await owner.call(contract.importRoster, { text });
  expect(answer.counts).toEqual({ new: 4998, invited: 1, changed: 0, same: 0, refused: 2 });
  expect(answer.rows.filter(({ outcome }) => outcome === 'new')).toHaveLength(contract.ROSTER_ROWS_SHOWN);
  const imports = async () => (await owner.call(contract.getRosterImports, {})).imports;
  expect(await imports()).toMatchObject([{ id: answer.import_id, row_count: 5001, done: 2, new: 0, finished_at: null }]);
  expect(await studentsWith('910000')).toBe(0);

  await importRosterPart.work(context(), { import_id: answer.import_id ?? 0 });
  expect(await imports()).toMatchObject([{ done: 1002, new: 1000 }]);
  await workOff();
  expect(await imports()).toMatchObject([{ done: 5001, new: 4998, invited: 1, refused: 2, finished_at: story.now.toISOString() }]);
  expect(await studentsWith('910000')).toBe(4998);
  expect((await owner.call(contract.getPeople, { kind: 'students' })).classrooms).toMatchObject([{ name: 'B1', students: 4998 }]);
  const { notifications } = await owner.call(getNotifications, {});
  expect(notifications[0]).toMatchObject({
    title: 'The roster is imported',
    message: '4998 students were added, 0 changed, 1 invited. 2 rows were not imported; the page People has them as a file.',
  });
  expect((await notTaken(answer.import_id ?? 0)).body.replace('\uFEFF', '').split('\r\n')).toEqual([
    'Name,Phone,Roll number,Batch,Course,Line,Reason',
    'Bad,12,,B1,,1202,A phone number has ten digits and begins with 6 to 9.',
    '"\'=Cmd",12,,,,1204,A phone number has ten digits and begins with 6 to 9.',
  ]);
  const log = await story.database.db.selectFrom('audit_log').selectAll().where('what', '=', 'roster.import').execute();
  expect(log).toMatchObject([{ user_id: owner.id, role: 'owner', after: { new: 4998, refused: 2 } }]);
});

test('while a large roster is imported, a second large one is refused, and a small one is accepted', async () => {
  await owner.call(contract.importRoster, { text: rosterOf(9_200_000_000) });
  await expect(owner.call(contract.importRoster, { text: rosterOf(9_300_000_000) })).rejects.toMatchObject({
    code: 'not_possible',
    message: 'A roster is being imported. Wait until it is done.',
  });
  expect(await owner.call(contract.importRoster, { text: 'Name,Phone\nMina,9811112222' })).toMatchObject({
    counts: { new: 1 },
    import_id: null,
  });
});

test('a part that fails stores nothing and is imported at the next try; rows that changed meanwhile are judged again', async () => {
  const { import_id } = await owner.call(contract.importRoster, { text: rosterOf(9_400_000_000) });
  const work = { import_id: import_id ?? 0 };
  await story.database.pool.query("create function fail() returns trigger as 'begin raise exception ''disk full''; end' language plpgsql");
  await story.database.pool.query('create trigger failing before update on roster_imports for each row execute function fail()');
  const tried = story.database.db.transaction().execute((db) => importRosterPart.work({ ...context(), db }, work));
  await expect(tried).rejects.toThrow('disk full');
  await story.database.pool.query('drop function fail() cascade');
  expect(await studentsWith('940000')).toBe(0);
  await story.database.pool.query("insert into users (name, phone) values ('Another Child', '9400000000')");
  await workOff();
  const [done] = (await owner.call(contract.getRosterImports, {})).imports;
  expect(done).toMatchObject({ new: 5000, invited: 1, done: 5001 });
});

test('imports belong to their institute, and are deleted with their rows after seven days', async () => {
  const { import_id } = await owner.call(contract.importRoster, { text: rosterOf(9_500_000_000, ['Bad,12,,']) });
  await story.database.db.insertInto('institutes').values({ code: 'rostering', name: 'Rostering' }).execute();
  const other = await story.staff('rostering', 'owner');
  expect((await other.call(contract.getRosterImports, {})).imports).toEqual([]);
  expect((await notTaken(import_id ?? 0, other)).json()).toMatchObject({ code: 'not_found' });
  story.pass(7 * 86_400);
  await forgetImports(context());
  expect((await story.database.pool.query('select from roster_rows')).rows).toEqual([]);
  expect((await owner.call(contract.getRosterImports, {})).imports).toEqual([]);
});
