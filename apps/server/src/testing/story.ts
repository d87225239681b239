import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Answer, Endpoint, Input } from '@abhyas/contract/endpoint';
import { login, requestOtp, updateProfile } from '@abhyas/contract/institute/identity';
import { Problem, type ProblemCode } from '@abhyas/contract/problem';
import type { Role } from '@abhyas/contract/institute/rights';
import { endpoint } from '@abhyas/contract/endpoint';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { Type } from 'typebox';
import { afterAll, beforeAll, inject } from 'vitest';
import { buildApp, type Parts } from '../app.ts';
import type { Budgets } from '../budgets/budgets.ts';
import { makeToken, signInKeyOf } from '../http/token.ts';
import type { Database, OpenDatabase } from '../database/open.ts';
import { type Announcements, announcementsOfDatabase, announcementsOfProcess } from '../database/listen.ts';
import { openFolderStorage } from '../integrations/storage/folder-storage.ts';
import { asAnotherCaller } from './one-connection.ts';
import { openTestDatabase } from './test-database.ts';

const pathOf = (route: Endpoint, fields: Record<string, unknown>) => `/api${route.path.replace('{id}', String(fields['id']))}`;

/** A person with a browser, which keeps the token and makes calls of the contract. */
export class Visitor {
  token: string | undefined;
  /** Every body that reached this visitor. */
  readonly received: string[] = [];
  /** Cookies of the sign-in in this browser: the request for a code, and the device. */
  readonly cookies = new Map<string, string>();
  readonly #app: FastifyInstance;
  constructor(app: FastifyInstance) {
    this.#app = app;
  }

  /** A raw request, for inputs that the contract's types do not allow. */
  async send(options: InjectOptions) {
    const authorization = this.token ? { authorization: `Bearer ${this.token}` } : {};
    const cookies = this.cookies.size > 0 ? { cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ') } : {};
    const response = await this.#app.inject({ ...options, headers: { ...authorization, ...cookies, ...options.headers } });
    this.received.push(response.body);
    // The token is sent as a program sends it.
    for (const { name, value } of response.cookies) if (/-(request|device|google)$/.test(name)) this.cookies.set(name, value);
    return response;
  }

  /** Makes a call of the contract; throws a refusal as a Problem. */
  async call<E extends Endpoint>(route: E, input: Input<E>): Promise<Answer<E>> {
    const { id, ...rest } = input as Record<string, unknown>;
    const hasId = route.path.includes('{id}');
    // The site sends the same header.
    const fields: Record<string, unknown> = { ...rest, ...(hasId || id === undefined ? {} : { id }), app_version: '1' };
    const url = pathOf(route, { id });
    const response = await this.send(
      route.method === 'GET'
        ? { method: 'GET', url, query: Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)])) }
        : { method: 'POST', url, payload: fields },
    );
    const body: unknown = response.json();
    if (response.statusCode === 200) return body as Answer<E>;
    const { code, message } = body as { code: ProblemCode; message: string };
    throw new Problem(code, message);
  }
}

/** Signs in with the code that the demo returns. */
export const requestDemoOtp = endpoint('POST /authentications/request_otp', {
  access: 'anyone',
  body: requestOtp.body,
  response: Type.Object({ demo_otp: Type.String() }),
});

export interface Story {
  app: FastifyInstance;
  database: OpenDatabase;
  /** The time on every clock of the server. */
  now: Date;
  pass(seconds: number): void;
  visitor(): Visitor;
  /** Opens another server on the same database. */
  serverWith(settings: Partial<Parts['settings']>, parts?: Partial<Parts>): Promise<FastifyInstance>;
  /** Delays of wrong guesses, in ms. */
  waited: number[];
  /** Adds a person to an institute as a member, and returns the institute's id. */
  join(user_id: number, institute: string, role: Role, flags?: StudentFlags): Promise<number>;
  /** A signed-in person with a name and a membership of an institute. */
  staff(institute: string, role: Role): Promise<Visitor & { id: number }>;
  /** A signed-in and registered student. */
  student(columns?: StudentColumns): Promise<Visitor & { id: number }>;
  /** Creates another token of a person, without a code. */
  tokenOf(user_id: number): Promise<string>;
  idOf(table: 'papers' | 'topics' | 'chapters' | 'questions' | 'institutes', code: string): Promise<number>;
}

interface StudentFlags {
  is_institute_student?: boolean;
  has_only_test_board_access?: boolean;
  is_higher_education?: boolean;
}

interface StudentColumns extends StudentFlags {
  course?: 'MED' | 'ENG' | 'MED_ENG';
  premium_until?: Date | null;
  /** Code of the student's institute; the flags belong to that membership. */
  institute?: string;
}

/** Gives the student every paper of the institute. */
async function assignAll(db: Database, institute_id: number, student_id: number): Promise<void> {
  await db
    .insertInto('paper_assignments')
    .columns(['paper_id', 'student_id'])
    .expression((is) =>
      is
        .selectFrom('papers')
        .where('institute_id', '=', institute_id)
        .select((of) => ['id', of.val(student_id).as('student_id')]),
    )
    .execute();
}

/** The secret of the test codes in every story. */
export const storySecret = Buffer.from('a secret of stories');

const begin = new Date('2027-01-10T04:00:00Z');
let lastPhone = 7_000_000_000;

/** Without limits, for walks that make more calls than a person can. */
export const boundlessBudgets: Budgets = { take: () => true, spent: () => 0, share: async () => {}, close: async () => {} };

function announcementsFor({ pool }: OpenDatabase): Announcements {
  const { connectionString } = pool.options;
  if (connectionString !== undefined) return announcementsOfDatabase(connectionString, () => {});
  // The embedded database's listeners are called within the transaction of the announcing call, but read like another caller.
  return { listen: (hear) => announcementsOfProcess.listen((subject) => asAnotherCaller(() => hear(subject))) };
}

/** Opens a server with its own database for the tests of a file, with the given parts replaced. */
export function tellStory(whole: Partial<Parts> = {}): Story {
  const story = { now: begin } as Story;
  const files = mkdtempSync(join(tmpdir(), 'story-'));
  beforeAll(async () => {
    story.database = await openTestDatabase(inject('template'));
    story.app = await story.serverWith({});
  });
  afterAll(async () => {
    await story.app.close();
    await story.database.close();
    rmSync(files, { recursive: true, force: true });
  });
  story.waited = [];
  story.serverWith = async (settings, parts = {}) => {
    const app = await buildApp({
      db: story.database.db,
      settings: {
        siteFolder: undefined,
        siteUrl: undefined,
        logLevel: 'silent',
        isUnderMaintenance: false,
        trustProxy: false,
        ...settings,
      },
      codeSender: { isShownOnPage: true, send: async () => {}, sendLink: async () => {}, sendLetter: async () => {} },
      secret: storySecret,
      storage: openFolderStorage(files, storySecret, '/api'),
      announcements: announcementsFor(story.database),
      clock: () => story.now,
      random: () => 0.5,
      // Tests share the machine, so the lag of the event loop is meaningless.
      mostLag: 0,
      wait: async (ms) => void story.waited.push(ms),
      ...whole,
      ...parts,
    });
    await app.ready();
    return app;
  };
  story.pass = (seconds) => {
    story.now = new Date(story.now.getTime() + seconds * 1000);
  };
  story.visitor = () => new Visitor(story.app);
  story.student = async ({ course = 'ENG', institute, premium_until = null, ...flags } = {}) => {
    const { db } = story.database;
    const visitor = story.visitor();
    lastPhone += 1;
    const phone_number = String(lastPhone);
    const { demo_otp } = await visitor.call(requestDemoOtp, { phone_number });
    const { token, user } = await visitor.call(login, { phone_number, otp: demo_otp });
    visitor.token = token;
    await visitor.call(updateProfile, { name: 'Asha', course, is_onboarding: true });
    await db.updateTable('users').set({ premium_until }).where('id', '=', user.id).execute();
    if (institute) {
      const institute_id = await story.join(user.id, institute, 'student', flags);
      await assignAll(db, institute_id, user.id);
    }
    return Object.assign(visitor, { id: user.id });
  };
  story.join = async (user_id, institute, role, flags = {}) => {
    const { db } = story.database;
    const { id: institute_id } = await db.selectFrom('institutes').where('code', '=', institute).select('id').executeTakeFirstOrThrow();
    await db
      .insertInto('memberships')
      .values({ user_id, institute_id, role, ...flags, joined_at: story.now })
      .execute();
    return institute_id;
  };
  story.staff = async (institute, role) => {
    const visitor = await story.student();
    await story.join(visitor.id, institute, role);
    return visitor;
  };
  story.tokenOf = async (user_id) => {
    const token = makeToken(user_id);
    const key = signInKeyOf(token);
    if (!key) throw new Error('The sign-in gave no token');
    const expires_at = new Date(story.now.getTime() + 3_600_000);
    await story.database.db
      .insertInto('sign_ins')
      .values({ ...key, created_at: story.now, expires_at })
      .execute();
    return token;
  };
  story.idOf = async (table, code) =>
    (await story.database.db.selectFrom(table).where('code', '=', code).select('id').executeTakeFirstOrThrow()).id;
  return story;
}
