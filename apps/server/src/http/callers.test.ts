import { PassThrough } from 'node:stream';
import cookie from '@fastify/cookie';
import { endpoint, INSTITUTE_HEADER } from '@abhyas/contract/endpoint';
import { endpoints } from '@abhyas/contract/endpoints';
import { getStudentHomeData } from '@abhyas/contract/site/home';
import { getMe, switchUserType } from '@abhyas/contract/institute/identity';
import { invitePerson } from '@abhyas/contract/institute/people';
import { type Right, rightsByRole, roles } from '@abhyas/contract/institute/rights';
import fastify, { type FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBudgets } from '../budgets/budgets.ts';
import { ledgerInDatabase } from '../budgets/ledger.store.ts';
import { authenticate } from '../features/institute/identity/identity.ts';
import { tellStory, Visitor } from '../testing/story.ts';
import { registerApi } from './api.ts';
import { createFailureHandler } from './error-handler.ts';
import { KnownSignIns } from './known-sign-ins.ts';
import { openSecurityLog } from './security-log.ts';
import { type Route, serve } from './serve.ts';

const story = tellStory();
const rights = rightsByRole.operator.concat('children.read');
const actor = Type.Object({ user_id: Type.Integer(), role: Type.String(), institute_id: Type.Integer() });
const pathOf = (right: Right) => `/staff/${right.replace('.', '-')}` as const;
const staffCalls = rights.map((right) =>
  serve(
    endpoint(`GET ${pathOf(right)}`, { access: { staff: right }, response: actor }),
    async (_input, { actor: { user_id, ...rest } }) => ({
      user_id: user_id ?? 0,
      ...rest,
    }),
  ),
);

/** A server with one call for each right, in addition to the contract. */
let app: FastifyInstance;
beforeAll(async () => {
  app = fastify();
  app.setErrorHandler(createFailureHandler(() => new Date()));
  await app.register(cookie);
  const others = Object.values(endpoints).map(
    (entry): Route => ({ endpoint: entry, spends: undefined, signIn: 'first', handle: async () => ({}) }),
  );
  const budgets = openBudgets(
    ledgerInDatabase(story.database.db),
    () => story.now,
    () => {},
  );
  await app.register(
    async (api) =>
      registerApi(api, [...others, ...staffCalls], {
        contextOf: () => ({ db: story.database.db, now: story.now, random: () => 0.5 }),
        hasSuccessor: async () => false,
        authenticate,
        siteUrl: undefined,
        isUnderMaintenance: false,
        isClockRight: () => true,
        budgets,
        known: new KnownSignIns(budgets),
        security: openSecurityLog(app.log),
      }),
    { prefix: '/api' },
  );
});
afterAll(() => app.close());

const at = (visitor: Visitor) => Object.assign(new Visitor(app), { token: visitor.token });
const endMemberships = (user_id: number) =>
  story.database.db.updateTable('memberships').set({ ended_at: story.now }).where('user_id', '=', user_id).execute();

describe('a call of staff', () => {
  test.each(roles)('is answered for %s exactly as the table of rights says, for the institute of the sign-in', async (role) => {
    const person = await story.staff('school', role);
    const { user } = await person.call(getMe, {});
    const caller = at(person);
    for (const right of rights) {
      const response = await caller.send({ method: 'GET', url: `/api${pathOf(right)}` });
      if (rightsByRole[role].includes(right)) {
        expect(response.json(), right).toEqual({ user_id: person.id, role, institute_id: user.institute_id });
      } else {
        expect(response.statusCode, right).toBe(403);
        expect(response.json(), right).toMatchObject({ code: 'not_allowed' });
      }
    }
  });

  test('is refused to a student of no institute, and without a sign-in', async () => {
    const refused = async (visitor: Visitor) => (await visitor.send({ method: 'GET', url: `/api${pathOf('tests.read')}` })).statusCode;
    expect(await refused(at(await story.student()))).toBe(403);
    expect(await refused(new Visitor(app))).toBe(401);
  });

  test('is refused with 401 as soon as the membership has ended', async () => {
    const teacher = await story.staff('school', 'teacher');
    const { user } = await teacher.call(getMe, {});
    await teacher.call(switchUserType, { membership_id: user.membership?.id ?? 0 });
    const caller = at(teacher);
    const status = async () => (await caller.send({ method: 'GET', url: `/api${pathOf('tests.read')}` })).statusCode;
    expect(await status()).toBe(200);
    await endMemberships(teacher.id);
    expect(await status()).toBe(401);
  });

  test('is refused if its body arrives after the membership has ended', async () => {
    const owner = await story.staff('school', 'owner');
    const body = new PassThrough();
    const answer = story.app
      .inject({
        method: 'POST',
        url: `/api${invitePerson.path}`,
        headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' },
        payload: body,
      })
      .then(({ statusCode }) => statusCode);
    body.write('{"phone":"9876543210",');
    // By then the call that was sent first has read its caller.
    await owner.call(getMe, {});
    await endMemberships(owner.id);
    story.pass(2);
    body.end('"role":"owner"}');
    expect(await answer).toBe(403);
  });
});

describe('a person with several memberships', () => {
  test('begins with the oldest membership, and uses another one after switching, on the next sign-in too', async () => {
    const person = await story.student({ institute: 'school', is_institute_student: true });
    story.pass(60);
    await story.join(person.id, 'school', 'teacher');
    const { user } = await person.call(getMe, {});
    expect(user).toMatchObject({ type: 'Student', is_institute_student: true, membership: { role: 'student' } });
    expect(user.memberships.map(({ role }) => role)).toEqual(['student', 'teacher']);
    const teaching = user.memberships[1]?.id ?? 0;
    expect((await person.call(switchUserType, { membership_id: teaching })).user).toMatchObject({
      type: 'Teacher',
      is_institute_student: false,
      membership: { id: teaching },
    });
    expect((await person.call(getMe, {})).user.membership?.id).toBe(teaching);
    await expect(person.call(getStudentHomeData, { type: 'home' })).rejects.toMatchObject({ code: 'not_allowed' });
    const { membership_id } = await story.database.db
      .selectFrom('users')
      .where('id', '=', person.id)
      .select('membership_id')
      .executeTakeFirstOrThrow();
    expect(membership_id).toBe(teaching);
  });

  test('cannot switch to a membership of somebody else', async () => {
    const [one, other] = [await story.staff('school', 'teacher'), await story.staff('school', 'owner')];
    const { user } = await other.call(getMe, {});
    await expect(one.call(switchUserType, { membership_id: user.membership?.id ?? 0 })).rejects.toMatchObject({ code: 'not_found' });
  });

  test('is refused on a page that was opened under another institute, but not on a page of this institute or in a program', async () => {
    const person = await story.student({ institute: 'school' });
    const { user } = await person.call(getMe, {});
    const status = async (institute: number | undefined) => {
      const headers = institute === undefined ? {} : { [INSTITUTE_HEADER]: String(institute) };
      const response = await person.send({
        method: 'POST',
        url: '/api/student_app/get_student_home_data',
        payload: { type: 'home' },
        headers,
      });
      return [response.statusCode, response.json().code];
    };
    expect(await status(undefined)).toEqual([200, undefined]);
    expect(await status(user.institute_id ?? 0)).toEqual([200, undefined]);
    expect(await status(0)).toEqual([409, 'other_institute']);
    expect(await status((user.institute_id ?? 0) + 1)).toEqual([409, 'other_institute']);
  });
});
