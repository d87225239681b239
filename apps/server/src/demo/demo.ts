import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Insertable, sql } from 'kysely';
import type { Tables } from '../database/tables.ts';
import type { Context } from '../context.ts';
import { inTransaction } from '../database/transaction.ts';
import { foldersOfBank, importContent } from '../features/bank/content/content.ts';
import { correctKey } from '../features/exam-office/key-corrections/key-corrections.ts';
import { addDemoResults } from './reports.ts';
import { placeDemoClasses, renewDemoClass } from './classes.ts';
import { placeDemoGuardian } from './guardian.ts';
import { placeDemoHall, renewDemoHall, reportDemoHall } from './hall.ts';
import { placeDemoChallenges } from './key-challenges.ts';
import { placeDemoNewcomers } from './newcomers.ts';
import { addDemoQuestions } from './bank.ts';
import { addDemoPapers, placeOpenWeek } from './papers.ts';
import { addDemoPrintedPaper } from './printed-paper.ts';
import { placeDemoPayments } from './payments.ts';
import { practiseBefore } from './practice.ts';
import { addDemoSheets } from './sheets.ts';
import { addDemoShifts } from './shifts.ts';
import { addReportedQuestions, studyBefore } from './study.ts';
import { createInstitute } from '../features/institute/institutes/institutes.ts';
import { SettingFault } from '../settings.ts';

interface DemoPerson {
  phone: string;
  name: string;
  /** The description in the list of sign-ins. */
  what: string;
  course?: 'MED' | 'ENG' | 'MED_ENG';
  isPremium?: boolean;
  /** The person's membership of the demo's institute, if any. */
  membership?: Pick<Insertable<Tables['memberships']>, 'role'> &
    Partial<
      Pick<
        Insertable<Tables['memberships']>,
        'institute_given_id' | 'is_higher_education' | 'has_only_test_board_access' | 'is_institute_student'
      >
    >;
  /** A second membership there, to which the person switches. */
  also?: 'guardian';
}

/** One person of each main kind; the README lists them. */
export const demoPeople: readonly DemoPerson[] = [
  { phone: '9000000001', name: 'Asha Rao', course: 'ENG', what: 'JEE, free' },
  { phone: '9000000002', name: 'Dev Mehta', course: 'MED_ENG', what: 'JEE and NEET, Premium', isPremium: true },
  { phone: '9000000003', name: 'Meera Nair', course: 'MED', what: 'NEET, free' },
  {
    phone: '9000000004',
    name: 'Kabir Khan',
    course: 'ENG',
    what: 'student of an institute',
    membership: { role: 'student', is_institute_student: true, institute_given_id: 'VC-101' },
  },
  {
    phone: '9000000005',
    name: 'Tara Sen',
    course: 'ENG',
    what: 'institute tests only',
    membership: { role: 'student', is_institute_student: true, has_only_test_board_access: true, institute_given_id: 'VC-102' },
  },
  {
    phone: '9000000006',
    name: 'Ishaan Roy',
    course: 'ENG',
    what: 'higher education',
    membership: { role: 'student', is_higher_education: true },
  },
  {
    phone: '9000000007',
    name: 'Riya Shah',
    course: 'ENG',
    what: 'student of an institute with live classes',
    membership: { role: 'student', institute_given_id: 'VC-103' },
  },
  {
    phone: '9000000008',
    name: 'Aman Verma',
    course: 'ENG',
    what: 'the same, in the same batch',
    membership: { role: 'student', institute_given_id: 'VC-104' },
  },
  { phone: '9000000009', name: 'Ila Pillai', course: 'MED', what: 'NEET, on a phone that two children share' },
  { phone: '9000000009', name: 'Om Pillai', course: 'ENG', what: 'JEE, on the same phone' },
  { phone: '9000000011', name: 'Vidya Iyer', what: 'owner of the institute', membership: { role: 'owner' } },
  { phone: '9000000012', name: 'Arjun Das', what: 'teacher of the institute', membership: { role: 'teacher' } },
  { phone: '9000000013', name: 'Farah Ali', what: 'invigilator of the institute', membership: { role: 'invigilator' } },
  { phone: '9000000014', name: 'Nisha Shah', what: 'guardian of two students of the institute', membership: { role: 'guardian' } },
  { phone: '9000000015', name: 'Charu Menon', what: 'counsellor of the institute', membership: { role: 'counsellor' } },
  {
    phone: '9000000016',
    name: 'Hema Kulkarni',
    what: 'teacher of the institute, and guardian of Ira Kulkarni',
    membership: { role: 'teacher' },
    also: 'guardian',
  },
  {
    phone: '9000000017',
    name: 'Ira Kulkarni',
    course: 'ENG',
    what: 'new student of the institute, with notifications and missed tests',
    membership: { role: 'student', institute_given_id: 'VC-105' },
  },
];

/** Accounts of the stand-in for Google. One of them has never signed in. */
export const demoGoogleAccounts = [
  { subject: 'demo-riya', name: 'Riya Sharma' },
  { subject: 'demo-imran', name: 'Imran Qureshi' },
] as const;

const phoneWithHistory = '9000000002';
export const demoInstitute = { code: 'demo-institute', name: 'Vidya Classes', owner_phone: '9000000011' };
/** The number of the database's lock; its value has no meaning. */
const demoLock = 481_516;
const premium = { phone: phoneWithHistory, until: new Date('2099-12-31T00:00:00Z') };

function hashOfFolder(folder: string): string {
  const hash = createHash('sha256');
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.md'))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
  for (const name of names) hash.update(name.slice(folder.length)).update(readFileSync(name));
  return hash.digest('hex');
}

/** Marks a new database as the demo's. Throws if it contains rows that no demo wrote. */
async function claim({ db }: Context): Promise<string | null> {
  const mark = await db.selectFrom('installation').selectAll().executeTakeFirst();
  if (mark?.is_demo) return mark.demo_content;
  const isUsed = await db
    .selectNoFrom((is) =>
      is.or([is.exists(is.selectFrom('users').select('id')), is.exists(is.selectFrom('questions').select('id'))]).as('isUsed'),
    )
    .executeTakeFirstOrThrow();
  if (mark || isUsed.isUsed)
    throw new SettingFault('DATABASE_URL names a database that the demo did not make. Use an empty one, or run with real providers.');
  await db.insertInto('installation').values({ is_demo: true, demo_content: null }).execute();
  return null;
}

/** Throws for a database that a demo made: its people sign in with publicly known numbers. */
export async function refuseDemoDatabase({ db }: Context): Promise<void> {
  const mark = await db.selectFrom('installation').where('is_demo', '=', true).select('is_demo').executeTakeFirst();
  if (mark) throw new SettingFault('DATABASE_URL names a database that a demo made. Name another one for a real installation.');
}

/** Fills the demo's database: students, and content unless it is loaded already. `report` is called with the name of each long step. */
export async function prepareDemo(context: Context, contentFolder: string, report: (what: string) => void): Promise<void> {
  const hash = hashOfFolder(contentFolder);
  const places = [...foldersOfBank, 'institute-papers'].map((name) => join(contentFolder, name));
  await inTransaction(context, async (within) => {
    // Of several servers that start on one database, one loads and the others wait.
    await sql`select pg_advisory_xact_lock(${demoLock})`.execute(within.db);
    if ((await claim(within)) === hash) {
      await placeNow(within);
      return;
    }
    report('Loading the demo questions …');
    const known = await within.db.selectFrom('institutes').where('code', '=', demoInstitute.code).select('id').executeTakeFirst();
    const institute_id = known?.id ?? (await createInstitute(within, demoInstitute));
    const actor = { user_id: null, role: 'operator' as const, institute_id: null, reason: 'The content of the demo.' };
    const { faults, kept } = await importContent({ ...within, actor }, places, contentFolder, {
      isStrict: true,
      keepsAnswered: true,
      correctKey: async (of, code, keys) => {
        await correctKey(of, code, { keys, correction: null, reason: 'The key in the bank was wrong.' });
      },
    });
    if (faults.length > 0) throw new Error(faults.map(({ file, line, what }) => `${file}:${line}: ${what}`).join('\n'));
    for (const { file, what } of kept) report(`${file}: ${what}.`);
    const practising = await insertPeople(within, institute_id);
    if (practising !== null) await studyBefore(within, practising);
    if (practising !== null) await practiseAsDemo(within, practising);
    await addReportedQuestions(within, institute_id, contentFolder);
    await assignInstitutePapers(within, institute_id);
    if (practising !== null) {
      await addDemoResults(within, practising, institute_id);
      await addDemoShifts(within, institute_id);
      await addDemoPapers(within, institute_id);
      await addDemoPrintedPaper(within, institute_id);
      await addDemoQuestions(within, institute_id);
    }
    await placeDemoClasses(within, institute_id);
    await placeDemoHall(within, institute_id);
    await placeDemoGuardian(within, institute_id);
    await placeDemoNewcomers(within, institute_id);
    await placeOpenWeek(within, institute_id);
    if (practising !== null) await addDemoSheets(within, institute_id);
    await placeDemoChallenges(within, institute_id);
    await placeDemoPayments(within, premium);
    await within.db.updateTable('installation').set({ demo_content: hash }).execute();
  });
}

/** Keeps the demo running: the simulated students report in their test, and the test and the class begin again once they are over. */
export async function keepDemoAlive(context: Context): Promise<void> {
  const known = await context.db.selectFrom('institutes').where('code', '=', demoInstitute.code).select('id').executeTakeFirst();
  if (!known) return;
  await reportDemoHall(context, known.id);
  await inTransaction(context, async (within) => {
    await renewDemoClass(within, known.id);
    await renewDemoHall(within, known.id);
  });
}

/** Places the demo's dated rows around the moment of the start, in a database with its content. */
async function placeNow(context: Context): Promise<void> {
  const known = await context.db.selectFrom('institutes').where('code', '=', demoInstitute.code).select('id').executeTakeFirst();
  if (!known) return;
  await insertPeople(context, known.id);
  await placeDemoClasses(context, known.id);
  await placeDemoHall(context, known.id);
  await placeDemoGuardian(context, known.id);
  await placeDemoNewcomers(context, known.id);
  await placeOpenWeek(context, known.id);
  await placeDemoChallenges(context, known.id);
  await placeDemoPayments(context, premium);
}

/** Adds missing people with their memberships, and leaves the others as they are. Returns the person who gets a history. */
async function insertPeople({ db, now }: Context, institute_id: number): Promise<number | null> {
  const phones = demoPeople.map(({ phone }) => phone);
  // The owner was made together with the institute, without a name.
  const { rows: named } = await sql<{ id: number; phone: string }>`
    update users u set name = d.name from unnest(${phones}::text[], ${demoPeople.map(({ name }) => name)}::text[]) as d(phone, name)
    where u.phone = d.phone and u.name is null and not exists (select from users o where o.phone = u.phone and o.id <> u.id)
    returning u.id, u.phone`.execute(db);
  const there = await db.selectFrom('users').where('phone', 'in', phones).select('phone').execute();
  const missing = demoPeople.filter((person) => !there.some(({ phone }) => phone === person.phone));
  const made =
    missing.length === 0
      ? []
      : await db
          .insertInto('users')
          .values(
            missing.map(({ phone, name, course = null, isPremium }) => ({
              phone,
              name,
              course,
              premium_until: isPremium ? premium.until : null,
            })),
          )
          .returning(['id', 'phone'])
          .execute();
  const added = [...named, ...made];
  const memberships = added.flatMap(({ id, phone }) => {
    const { membership, also } = demoPeople.find((person) => person.phone === phone) ?? {};
    return [membership, also && { role: also }].flatMap((each) =>
      each
        ? [
            {
              is_institute_student: false,
              has_only_test_board_access: false,
              is_higher_education: false,
              institute_given_id: null,
              ...each,
              user_id: id,
              institute_id,
              joined_at: now,
            },
          ]
        : [],
    );
  });
  if (memberships.length > 0)
    await db
      .insertInto('memberships')
      .values(memberships)
      .onConflict((on) => on.doNothing())
      .execute();
  const practising = added.find(({ phone }) => phone === phoneWithHistory);
  return practising?.id ?? null;
}

/** Gives one person a history of practice, and so a mistake book. */
async function practiseAsDemo(context: Context, id: number): Promise<void> {
  const person = demoPeople.find(({ phone }) => phone === phoneWithHistory);
  if (!person) throw new Error(`The demo has nobody with the number ${phoneWithHistory}`);
  await practiseBefore(context, {
    id,
    name: person.name,
    phone: person.phone,
    course: person.course ?? null,
    has_premium_access: person.isPremium === true,
    consent: 'given',
    deletion_due_at: null,
    language: null,
    referral_code: null,
    memberships: [],
    membership: null,
    type: 'Student',
    institute_id: null,
    is_institute_student: false,
    has_only_test_board_access: false,
    is_higher_education: false,
    reach: 'account',
  });
}

/** Assigns every paper of the demo's institute to each of its students. */
async function assignInstitutePapers({ db }: Context, institute_id: number): Promise<void> {
  await db
    .insertInto('paper_assignments')
    .columns(['paper_id', 'student_id'])
    .expression((is) =>
      is
        .selectFrom('papers')
        .innerJoin('memberships', 'memberships.institute_id', 'papers.institute_id')
        .where('papers.institute_id', '=', institute_id)
        .where('memberships.role', '=', 'student')
        .where('memberships.ended_at', 'is', null)
        .select(['papers.id', 'memberships.user_id as student_id']),
    )
    .onConflict((on) => on.doNothing())
    .execute();
}
