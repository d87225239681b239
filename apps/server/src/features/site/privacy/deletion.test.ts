// Contents: requesting and cancelling · rows that stay · deletions beside other calls · late payments · files · failures
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sendFeedback } from '@abhyas/contract/institute/feedback';
import { getMe } from '@abhyas/contract/institute/identity';
import { beginUpload, getSignedUrl } from '@abhyas/contract/institute/stored-files';
import { askForDeletion, keepAccount } from '@abhyas/contract/site/privacy';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Context } from '../../../context.ts';
import { openFolderStorage } from '../../../integrations/storage/folder-storage.ts';
import type { Storage } from '../../../integrations/storage/storage.ts';
import { openJobQueue } from '../../../jobs/jobs.ts';
import { concurrently, whileUncommitted } from '../../../testing/attempts.ts';
import { pdfOf, sendForm, sendParts } from '../../../testing/files.ts';
import { makeTwoInstitutes, tables } from '../../../testing/isolation.ts';
import { bringHook, order, sellPlan, standInWithHeldHooks } from '../../../testing/payments.ts';
import { codeOf, countRows, exported } from '../../../testing/privacy.ts';
import { boundlessBudgets, storySecret, tellStory, type Visitor } from '../../../testing/story.ts';
import type { Person, TestInstitute } from '../../../testing/two-institutes.ts';
import { settleUnsettled } from '../../payments/payments/payments.ts';
import { privacyJobs } from './privacy.jobs.ts';

const folder = mkdtempSync(join(tmpdir(), 'deletion-'));
const storage = openFolderStorage(folder, storySecret, '/api');
const { provider, hooks } = standInWithHeldHooks();
const story = tellStory({ budgets: boundlessBudgets, storage, payments: provider });
afterAll(() => rmSync(folder, { recursive: true }));
let east: TestInstitute;
let west: TestInstitute;
let both: { student: Person };
beforeAll(async () => {
  ({ east, west, both } = await makeTwoInstitutes(story));
});

describe('a deletion', () => {
  const context = () => ({ db: story.database.db, now: story.now, random: () => 0.5 });
  /** Deletes the accounts that are due, as the jobs of a server with this storage do; their files are removed afterwards. */
  async function runJob(at: Storage = storage) {
    const jobs = privacyJobs(at);
    const queue = await openJobQueue(story.database.pool, jobs);
    for (const job of jobs) if ('schedule' in job) await job.work(context());
    await queue.workOff(context);
  }
  const dayS = 86_400;

  test('waits seven days and can be cancelled', async () => {
    const student = await story.student();
    const due = new Date(story.now.getTime() + 60_000 + 7 * dayS * 1000).toISOString();
    expect((await student.call(askForDeletion, await codeOf(story, student))).user.deletion_due_at).toBe(due);
    story.pass(7 * dayS - 1);
    await runJob();
    expect((await student.call(getMe, {})).user.deletion_due_at).toBe(due);
    expect((await student.call(keepAccount, {})).user.deletion_due_at).toBe(null);
    story.pass(2);
    await runJob();
    expect((await student.call(getMe, {})).user.id).toBe(student.id);
  });

  test('is refused without a fresh code, and for an institute’s only owner', async () => {
    const student = await story.student();
    await expect(student.call(askForDeletion, { otp: '000000' })).rejects.toMatchObject({ status: 422 });
    await expect(east.people.owner.call(askForDeletion, { otp: '000000' })).rejects.toMatchObject({ code: 'not_possible' });
  });

  test('leaves a student’s invoices, marks in institutes and ranks under a random number, and all data of others', async () => {
    const { student } = east.people;
    const { pool } = story.database;
    const scores = async () =>
      (await pool.query('select paper_id, subject_id, score, max_score, is_ranked from session_scores order by 1, 2, 3, 4, 5')).rows;
    const slots = async () => (await pool.query('select * from paper_score_counts order by 1, 2, 3, 4')).rows;
    const othersBefore = await countRows(story, both.student.id);
    const [scoresBefore, slotsBefore] = [await scores(), await slots()];
    const keptSessions = await pool.query(
      "select id from sessions where student_id = $1 and status = 'COMPLETE' and paper_id is not null",
      [student.id],
    );
    expect(keptSessions.rows.length).toBeGreaterThan(0);
    const { files } = await exported(story, student);
    await student.call(askForDeletion, await codeOf(story, student));
    story.pass(7 * dayS + 1);
    const keys = (await pool.query<{ storage_key: string }>('select storage_key from stored_files where user_id = $1', [student.id])).rows;
    expect([...files.keys()].filter((path) => path.startsWith('files/'))).toHaveLength(keys.length);
    await runJob();

    expect((await student.send({ method: 'GET', url: `/api${getMe.path}` })).statusCode).toBe(401);
    for (const { storage_key } of keys) expect(await storage.find(storage_key)).toBeUndefined();
    const found: string[] = [];
    for (const table of tables) {
      const { rows } = await pool.query<{ line: string }>(`select to_jsonb(t)::text as line from "${table}" t`);
      if (rows.some(({ line }) => new RegExp(`: "?(${student.phone}|${student.id})"?[,}]`).test(line))) found.push(table);
    }
    expect(found).toEqual([]);
    const gone = await pool.query("select * from users where name = 'Deleted account'");
    const number = Number(gone.rows[0]?.id);
    expect(number).toBeGreaterThan(2 ** 46);
    expect(gone.rows).toEqual([expect.objectContaining({ phone: null, age: null, course: null, exam: null })]);
    const left = Object.fromEntries(Object.entries(await countRows(story, number)).filter(([, count]) => count > 0));
    expect(Object.keys(left).toSorted()).toEqual([
      'consents',
      'coupon_uses',
      'invoices',
      'memberships',
      'paper_assignments',
      'payment_orders',
      'refunds',
      'responses',
      'session_scores',
      'sessions',
      'users',
    ]);
    expect((await pool.query('select id from sessions where student_id = $1', [number])).rows).toEqual(keptSessions.rows);
    expect([await scores(), await slots()]).toEqual([scoresBefore, slotsBefore]);
    expect(await countRows(story, both.student.id)).toEqual(othersBefore);
    expect((await both.student.call(getMe, {})).user.id).toBe(both.student.id);
  });

  /** A student who asked for deletion seven days ago, and the key of a sheet that they handed in. */
  async function dueStudent() {
    const student = await story.student({ institute: 'east' });
    const key = `kept/institutes/1/${randomUUID()}.pdf`;
    await storage.write(key, 'application/pdf', pdfOf(1));
    await story.database.pool.query(
      `insert into stored_files (institute_id, user_id, storage_key, file_name, extension, status, bytes, sha256, created_at, recorded_at)
       select id, $1, $2, 'a.pdf', 'pdf', 'STORED', 1, '\\x00', $3, $3 from institutes where code = 'east'`,
      [student.id, key, story.now],
    );
    await student.call(askForDeletion, await codeOf(story, student));
    story.pass(7 * dayS + 1);
    return { student, key, isFileThere: async () => (await storage.find(key)) !== undefined };
  }
  const isThere = async ({ id }: { id: number }) =>
    (await story.database.pool.query('select from users where id = $1', [id])).rowCount === 1;
  const setDue = ({ id }: { id: number }, due: Date | null) =>
    story.database.pool.query('update users set deletion_due_at = $2 where id = $1', [id, due]);

  test(concurrently('removes no file and no row if it is cancelled at the same moment'), async () => {
    const { student, isFileThere } = await dueStudent();
    const takeBack = (within: Context) => sql`update users set deletion_due_at = null where id = ${student.id}`.execute(within.db);
    await whileUncommitted(story, takeBack, () => runJob());
    expect([await isThere(student), await isFileThere()]).toEqual([true, true]);
  });

  test(concurrently('is carried out if it begins before it is cancelled, and the person gets 401'), async () => {
    const { student, isFileThere } = await dueStudent();
    const jobs = privacyJobs(storage);
    const queue = await openJobQueue(story.database.pool, jobs);
    const remove = async (within: Context) => {
      for (const job of jobs) if ('schedule' in job) await job.work(within);
    };
    const answer = await whileUncommitted(story, remove, () => student.call(keepAccount, {}).catch((refusal: unknown) => refusal));
    expect(answer).toMatchObject({ status: 401 });
    await queue.workOff(context);
    expect([await isThere(student), await isFileThere()]).toEqual([false, false]);
  });

  test.each([
    ['a letter', (student: Visitor) => student.call(sendFeedback, { rating: 3, feedbackMessage: 'Good.' })],
    ['a form for a file', (student: Visitor) => student.call(getSignedUrl, { file_extension: 'pdf' })],
  ])(concurrently('answers %s of the person with 401 if the call waited for it'), async (_what, ask) => {
    const { student } = await dueStudent();
    const [, job] = privacyJobs(storage);
    const remove = async (within: Context) => job && 'schedule' in job && job.work(within);
    const answer = await whileUncommitted(story, remove, () => ask(student).catch((refusal: unknown) => refusal));
    expect(answer).toMatchObject({ status: 401 });
  });

  test.each(['its hook', 'the job that asks the provider'])(
    'leaves an order open whose late payment is refunded in full, once, when the server learns of it by %s',
    async (heard) => {
      hooks.length = 0;
      await sellPlan(story, `late-${heard.length}`);
      const student = await story.student();
      const { id } = await order(student);
      const { provider_order_id } = (await story.database.pool.query('select provider_order_id from payment_orders where id = $1', [id]))
        .rows[0];
      await setDue(student, story.now);
      await runJob();
      expect(await isThere(student)).toBe(false);
      await provider.standIn?.pay(provider_order_id, 'paid', story.now);
      if (heard === 'its hook') for (const hook of hooks) expect((await bringHook(story, hook)).statusCode).toBe(200);
      story.pass(300);
      await settleUnsettled(context(), provider, () => {});
      for (const hook of [...hooks, ...hooks]) expect((await bringHook(story, hook)).statusCode).toBe(200);
      const rowsOf = async (text: string) => (await story.database.pool.query(text, [id])).rows;
      expect(await rowsOf('select status, amount, reason from refunds where order_id = $1')).toEqual([
        { status: 'PROCESSED', amount: 400_000, reason: 'account deleted' },
      ]);
      expect(await rowsOf('select id from invoices where order_id = $1')).toEqual([]);
      expect(await rowsOf('select id from subscriptions where order_id = $1')).toEqual([]);
    },
  );

  test('removes the files once the account is deleted, and tries again while the storage is unavailable', async () => {
    const { student, isFileThere } = await dueStudent();
    let isAway = true;
    const remove = (key: string) => (isAway ? Promise.reject(new Error('The storage is away')) : storage.remove(key));
    const away = { ...storage, remove };
    await expect(runJob(away)).rejects.toThrow('The storage is away');
    expect([await isThere(student), await isFileThere()]).toEqual([false, true]);
    isAway = false;
    await story.database.pool.query("update jobs.job set start_after = now() where name = 'remove-files-of-account'");
    await runJob(away);
    expect(await isFileThere()).toBe(false);
  });

  test('removes an upload in parts, and an uploaded file that was not recorded', async () => {
    const student = await story.student({ institute: 'east' });
    const { id } = await student.call(beginUpload, { file_extension: 'pdf', bytes: 10 });
    await sendParts(student, id, pdfOf(1).subarray(0, 10), [1]);
    const { presigned_aws_data } = await student.call(getSignedUrl, { file_extension: 'pdf' });
    await sendForm(student, presigned_aws_data, pdfOf(1));
    await student.call(askForDeletion, await codeOf(story, student));
    const { rows } = await story.database.pool.query<{ storage_key: string; upload_id: string | null }>(
      'select storage_key, upload_id from stored_files where user_id = $1 order by id',
      [student.id],
    );
    story.pass(7 * dayS + 1);
    await runJob();
    expect(await storage.find(rows[1]?.storage_key ?? '')).toBeUndefined();
    const uploads: string[] = [];
    for await (const page of storage.listUploads('institutes/')) uploads.push(...page.map(({ upload_id }) => upload_id));
    expect(uploads).not.toContain(rows[0]?.upload_id);
  });

  test(concurrently('waits, for an owner, while the other owner is being removed, and then keeps the institute’s last owner'), async () => {
    const other = await story.staff('east', 'owner');
    const { owner } = east.people;
    await setDue(owner, story.now);
    const end = (within: Context) =>
      sql`update memberships set ended_at = ${story.now} where user_id = ${other.id} and role = 'owner'`.execute(within.db);
    await whileUncommitted(story, end, () => runJob());
    expect(await isThere(owner)).toBe(true);
    await setDue(owner, null);
  });

  test('is reported if it fails, and does not block other deletions', async () => {
    const [first, second] = [await story.student(), await story.student()];
    for (const person of [first, second]) await person.call(askForDeletion, await codeOf(story, person));
    // A row of a table that the list of personal data does not know.
    await story.database.pool.query(
      `create table not_listed (user_id bigint references users (id)); insert into not_listed values (${first.id})`,
    );
    story.pass(7 * dayS + 1);
    await expect(runJob()).rejects.toThrow('1 accounts could not be deleted');
    expect([await isThere(first), await isThere(second)]).toEqual([true, false]);
    await story.database.pool.query('drop table not_listed');
    await runJob();
    expect(await isThere(first)).toBe(false);
  });

  test('leaves the classes, tests and files of a teacher to the institute', async () => {
    const { teacher } = west.people;
    teacher.token = await story.tokenOf(teacher.id);
    await teacher.call(askForDeletion, await codeOf(story, teacher));
    story.pass(7 * dayS + 1);
    const shared = async () => (await story.database.pool.query('select id, title, stored_file_id from shared_files order by id')).rows;
    const before = await shared();
    expect(before.length).toBeGreaterThan(0);
    await runJob();
    expect(await shared()).toEqual(before);
    const { rows } = await story.database.pool.query('select from users where id = $1', [teacher.id]);
    expect(rows).toEqual([]);
    // The audit log is append-only: it still has the id, which now belongs to nobody.
    const acts = await story.database.pool.query('select from audit_log where user_id = $1', [teacher.id]);
    expect(acts.rows.length).toBeGreaterThan(0);
  });
});
