import { getAuditLog } from '@abhyas/contract/institute/audit';
import { getMe, updateProfile } from '@abhyas/contract/institute/identity';
import * as contract from '@abhyas/contract/reports/guardians';
import { getNotifications } from '@abhyas/contract/institute/notifications';
import { removePerson } from '@abhyas/contract/institute/people';
import { beforeAll, describe, expect, test } from 'vitest';
import type { SignedInContext } from '../../../context.ts';
import { concurrently, phoneOf, whileUncommitted } from '../../../testing/attempts.ts';
import { tellStory, type Visitor } from '../../../testing/story.ts';
import { answerRequest } from './guardians.ts';

type Person = Visitor & { id: number };
const story = tellStory();
const notThere = { code: 'not_found', status: 404 };
const notPossible = { code: 'not_possible', status: 409 };
const year = 366 * 86_400;
let owner: Person;
beforeAll(async () => {
  owner = await story.staff('school', 'owner');
});

const child = () => story.student({ institute: 'school' });
const mother = async (person: Person) => ({ phone: await phoneOf(story, person), name: 'Sunita Rao', relation: 'mother' as const });
const childrenOf = async (person: Visitor) => (await person.call(contract.getChildren, {})).children;
const requestsOf = async (person: Visitor) => (await person.call(contract.getGuardianRequests, {})).requests;
const statesOf = async (student: Visitor) => (await student.call(contract.getGuardians, {})).guardians.map(({ state }) => state);
const lastOf = (list: { guardians: { id: number }[] }) => list.guardians.at(-1)?.id ?? 0;
const accept = (person: Visitor, id: number) => person.call(contract.answerGuardianRequest, { id, is_accepted: true });
async function log() {
  const { entries } = await (await again(owner)).call(getAuditLog, {});
  return entries.map(({ what, role, reason }) => ({ what, role, reason }));
}
/** The same person with a new sign-in, because the story can last longer than a sign-in. */
const again = async (person: Person) => Object.assign(story.visitor(), { id: person.id, token: await story.tokenOf(person.id) });

/** A student and a guardian who have both agreed. */
async function agreed() {
  const [student, parent] = [await child(), await story.student()];
  const id = lastOf(await student.call(contract.nameGuardian, await mother(parent)));
  await accept(parent, id);
  return { student, parent, id };
}

describe('a guardian', () => {
  test('invited by the institute gets the request after the student has agreed, and sees the child once both have agreed', async () => {
    const [student, parent] = [await child(), await story.student()];
    const invited = await owner.call(contract.inviteGuardian, { id: student.id, ...(await mother(parent)) });
    const id = lastOf(invited);
    expect(invited.guardians).toMatchObject([{ state: 'asks_student', is_named_by_student: false, shows_practice: false }]);
    expect(await requestsOf(parent)).toEqual([]);
    await expect(accept(parent, id)).rejects.toMatchObject(notThere);
    expect((await student.call(getNotifications, {})).notifications[0]).toMatchObject({ url: '/profile' });
    await student.call(contract.answerGuardian, { id, is_accepted: true });
    expect(await statesOf(student)).toEqual(['asks_guardian']);
    expect(await requestsOf(parent)).toMatchObject([{ id, student_name: 'Asha', institute_name: 'School', relation: 'mother' }]);
    await expect(parent.call(contract.getChildren, {})).rejects.toMatchObject({ code: 'not_allowed' });
    const { membership_id } = await accept(parent, id);
    expect((await parent.call(getMe, {})).user).toMatchObject({ type: 'Guardian', membership: { id: membership_id, role: 'guardian' } });
    expect(await childrenOf(parent)).toMatchObject([{ id, name: 'Asha', institute_name: 'School', last_result: null }]);
    expect((await log()).slice(0, 3)).toEqual([
      { what: 'guardian.accept', role: 'guardian', reason: null },
      { what: 'guardian.allow', role: 'student', reason: null },
      { what: 'guardian.invite', role: 'owner', reason: null },
    ]);
  });

  test('named by the student agrees or declines; a person without an account gets the request at the first sign-in', async () => {
    const student = await child();
    const phone = '6200000001';
    const id = lastOf(await student.call(contract.nameGuardian, { phone, name: 'Arun Rao', relation: 'father' }));
    const parent = await story.student();
    await story.database.db.updateTable('users').set({ phone, name: null, course: null }).where('id', '=', parent.id).execute();
    expect(await requestsOf(parent)).toMatchObject([{ id }]);
    await accept(parent, id);
    expect((await parent.call(getMe, {})).user).toMatchObject({ name: 'Arun Rao', type: 'Guardian' });
    const other = await story.student();
    const second = lastOf(await student.call(contract.nameGuardian, await mother(other)));
    await other.call(contract.answerGuardianRequest, { id: second, is_accepted: false });
    await expect(accept(other, second)).rejects.toMatchObject(notThere);
    expect(await statesOf(student)).toEqual(['agreed']);
    expect((await other.call(getMe, {})).user.type).toBe('Student');
  });

  test('gets one request, valid for seven days; then the student can send another', async () => {
    const [student, parent] = [await child(), await story.student()];
    const id = lastOf(await student.call(contract.nameGuardian, await mother(parent)));
    await expect(student.call(contract.nameGuardian, await mother(parent))).rejects.toMatchObject(notPossible);
    story.pass(7 * 86_400);
    expect(await statesOf(await again(student))).toEqual(['expired']);
    await expect(accept(await again(parent), id)).rejects.toMatchObject(notThere);
    expect(lastOf(await (await again(student)).call(contract.nameGuardian, await mother(parent)))).toBe(id);
    await accept(await again(parent), id);
    owner.token = await story.tokenOf(owner.id);
  });

  test('can only read about their own children and end a guardianship, and needs no second factor, unlike staff', async () => {
    const { parent } = await agreed();
    const app = await story.serverWith({}, { requiresSecondFactor: true });
    const get = async (person: Visitor, url: string) =>
      (await app.inject({ method: 'GET', url: `/api${url}`, headers: { authorization: `Bearer ${person.token}` } })).statusCode;
    expect(await get(parent, '/guardian/children')).toBe(200);
    for (const url of ['/staff/people?kind=students', '/staff/audit', '/users/guardians']) expect(await get(parent, url), url).toBe(403);
    expect(await get(owner, '/staff/people?kind=students')).toBe(403);
    await app.close();
  });
});

test('if an institute often invites and removes guardians, the student gets one notification until it is read', async () => {
  const [student, parent] = [await child(), await story.student()];
  for (let time = 0; time < 10; time += 1) {
    const { guardians } = await owner.call(contract.inviteGuardian, { id: student.id, ...(await mother(parent)) });
    const end = { id: student.id, guardianship_id: guardians[0]?.id ?? 0, reason: 'Mistyped' };
    if (time < 9) await owner.call(contract.endGuardianForStaff, end);
  }
  const told = (await student.call(getNotifications, {})).notifications.filter(({ title }) => title === 'May a guardian see your results?');
  expect(told).toHaveLength(1);
});

describe('consent', () => {
  test('withdrawn by the student hides everything at the next call; a guardian who leaves is no longer a member', async () => {
    const { student, parent, id } = await agreed();
    await student.call(contract.endGuardian, { id });
    expect(await childrenOf(parent)).toEqual([]);
    await expect(parent.call(contract.getChild, { id })).rejects.toMatchObject(notThere);
    await expect(student.call(contract.endGuardian, { id })).rejects.toMatchObject(notThere);
    await parent.call(contract.leaveAsGuardian, {});
    expect((await parent.call(getMe, {})).user.type).toBe('Student');
  });

  test('also ends if the guardian or the institute ends it, and the audit log contains the institute’s reason', async () => {
    const first = await agreed();
    await first.parent.call(contract.endAsGuardian, { id: first.id });
    expect(await childrenOf(first.parent)).toEqual([]);
    const second = await agreed();
    const end = { id: second.student.id, guardianship_id: second.id, reason: ' Asked by the family ' };
    const { guardians } = await owner.call(contract.endGuardianForStaff, end);
    expect(guardians).toEqual([]);
    expect(await childrenOf(second.parent)).toEqual([]);
    expect((await log())[0]).toEqual({ what: 'guardian.end', role: 'owner', reason: 'Asked by the family' });
    await expect(owner.call(contract.endGuardianForStaff, end)).rejects.toMatchObject(notThere);
    expect((await log())[0]).toEqual({ what: 'guardian.end', role: 'owner', reason: 'Asked by the family' });
  });

  test('given by a minor pauses when the student comes of age, until the student agrees again', async () => {
    const student = await child();
    await student.call(updateProfile, { age: 17, is_onboarding: false });
    await story.database.db.updateTable('users').set({ consented_at: story.now }).where('id', '=', student.id).execute();
    const parent = await story.student();
    const id = lastOf(await student.call(contract.nameGuardian, await mother(parent)));
    await accept(parent, id);
    expect(await childrenOf(parent)).toMatchObject([{ is_paused: false }]);
    story.pass(year);
    owner.token = await story.tokenOf(owner.id);
    const [grown, guardian] = [await again(student), await again(parent)];
    expect(await childrenOf(guardian)).toMatchObject([{ name: 'Asha', is_paused: true, attendance: null, next_test: null }]);
    expect(await guardian.call(contract.getChild, { id })).toMatchObject({ is_paused: true, results: [], practice: null });
    expect(await statesOf(grown)).toEqual(['paused']);
    await grown.call(contract.answerGuardian, { id, is_accepted: true });
    expect(await childrenOf(guardian)).toMatchObject([{ is_paused: false }]);
    expect(await statesOf(grown)).toEqual(['agreed']);
  });

  test('ends with the student’s membership, and does not begin again with the next one', async () => {
    const { student, parent, id } = await agreed();
    const { user } = await student.call(getMe, {});
    await owner.call(removePerson, { id: user.membership?.id ?? 0, reason: 'Left' });
    expect(await childrenOf(parent)).toEqual([]);
    await expect(parent.call(contract.getChild, { id })).rejects.toMatchObject(notThere);
    await story.database.db.updateTable('memberships').set({ ended_at: null }).where('user_id', '=', student.id).execute();
    expect(await statesOf(await again(student))).toEqual([]);
    expect(await childrenOf(parent)).toEqual([]);
  });

  test('ends with the guardian’s membership', async () => {
    const { student, parent } = await agreed();
    const { user } = await parent.call(getMe, {});
    await owner.call(removePerson, { id: user.membership?.id ?? 0, reason: 'Asked by the family' });
    expect(await statesOf(student)).toEqual([]);
  });
});

describe('children', () => {
  test('can be several for one guardian, and one child can have several guardians', async () => {
    const [asha, ben, parent, other] = [await child(), await child(), await story.student(), await story.student()];
    for (const student of [asha, ben]) await accept(parent, lastOf(await student.call(contract.nameGuardian, await mother(parent))));
    await accept(other, lastOf(await asha.call(contract.nameGuardian, { ...(await mother(other)), relation: 'guardian' })));
    expect(await childrenOf(parent)).toHaveLength(2);
    expect(await childrenOf(other)).toHaveLength(1);
    expect(await statesOf(asha)).toEqual(['agreed', 'agreed']);
    const [first] = (await asha.call(contract.getGuardians, {})).guardians;
    await asha.call(contract.endGuardian, { id: first?.id ?? 0 });
    expect(await childrenOf(parent)).toHaveLength(1);
    expect(await childrenOf(other)).toHaveLength(1);
  });

  test(concurrently('are at most ten for one guardian at one institute, also if the guardian agrees to two at once'), async () => {
    const parent = await story.student();
    const asked: number[] = [];
    for (let count = 0; count <= contract.MOST_CHILDREN; count += 1)
      asked.push(lastOf(await (await child()).call(contract.nameGuardian, await mother(parent))));
    const [tenth = 0, eleventh = 0] = asked.splice(contract.MOST_CHILDREN - 1);
    for (const id of asked) await accept(parent, id);
    const caller = { id: parent.id, phone: await phoneOf(story, parent) };
    const refusal = await whileUncommitted(
      story,
      (within) => answerRequest({ ...within, caller } as SignedInContext, tenth, true),
      () => accept(parent, eleventh).catch((problem: unknown) => problem),
    );
    expect(refusal).toMatchObject(notPossible);
    expect(await childrenOf(parent)).toHaveLength(contract.MOST_CHILDREN);
  });

  test('are not found by any call if they belong to another guardian or another institute', async () => {
    const { student, id } = await agreed();
    const { parent } = await agreed();
    await story.database.db
      .insertInto('institutes')
      .values({ code: 'rival', name: 'Rival' })
      .onConflict((on) => on.doNothing())
      .execute();
    const abroad = await story.student();
    await story.join(abroad.id, 'rival', 'guardian');
    for (const person of [parent, abroad]) {
      await expect(person.call(contract.getChild, { id })).rejects.toMatchObject(notThere);
      await expect(person.call(contract.endAsGuardian, { id })).rejects.toMatchObject(notThere);
    }
    expect(await childrenOf(abroad)).toEqual([]);
    const foreignOwner = await story.staff('rival', 'owner');
    await expect(foreignOwner.call(contract.getGuardiansForStaff, { id: student.id })).rejects.toMatchObject(notThere);
    const invitation = { id: student.id, phone: '6200000002', name: 'X', relation: 'other' as const };
    await expect(foreignOwner.call(contract.inviteGuardian, invitation)).rejects.toMatchObject(notThere);
    const stranger = await child();
    for (const act of [contract.endGuardian, contract.answerGuardian, contract.showPracticeToGuardian] as const)
      await expect(stranger.call(act, { id, is_accepted: true, is_shown: true } as never)).rejects.toMatchObject(notThere);
    expect(await statesOf(student)).toEqual(['agreed']);
  });
});

describe('naming', () => {
  test('is refused for the student’s own number, for a fifth guardian and for an eleventh in one week', async () => {
    const student = await child();
    await expect(student.call(contract.nameGuardian, await mother(student))).rejects.toMatchObject(notPossible);
    const name = (phone: number) => student.call(contract.nameGuardian, { phone: String(phone), name: 'Someone', relation: 'other' });
    for (const phone of [6_300_000_001, 6_300_000_002, 6_300_000_003, 6_300_000_004]) await name(phone);
    await expect(name(6_300_000_005)).rejects.toMatchObject({ ...notPossible, message: expect.stringContaining('4 guardians') });
    for (let named = 4; named < 10; named += 1) {
      await student.call(contract.endGuardian, { id: lastOf(await student.call(contract.getGuardians, {})) });
      await name(6_300_000_010 + named);
    }
    await student.call(contract.endGuardian, { id: lastOf(await student.call(contract.getGuardians, {})) });
    await expect(name(6_300_000_030)).rejects.toMatchObject({ ...notPossible, message: expect.stringContaining('next week') });
    expect(await statesOf(student)).toHaveLength(3);
  });

  test('has the same answer for a number with an account and a number without one', async () => {
    const student = await child();
    const known = await student.call(contract.nameGuardian, await mother(await story.student()));
    const unknown = await student.call(contract.nameGuardian, { phone: '6200000009', name: 'Sunita Rao', relation: 'mother' });
    const plain = ({ id: _id, phone: _phone, ...rest }: (typeof known.guardians)[number]) => rest;
    expect(unknown.guardians.map(plain)).toEqual([...known.guardians, ...known.guardians].map(plain));
  });

  test('is for students of an institute; a minor without consent cannot name a guardian', async () => {
    const alone = await story.student();
    expect(await alone.call(contract.getGuardians, {})).toEqual({ guardians: [] });
    const guardian = { phone: '6200000003', name: 'Sunita Rao', relation: 'mother' as const };
    await expect(alone.call(contract.nameGuardian, guardian)).rejects.toMatchObject(notThere);
    const minor = await child();
    await minor.call(updateProfile, { age: 15, is_onboarding: false });
    await expect(minor.call(contract.nameGuardian, guardian)).rejects.toMatchObject({ code: 'consent_needed' });
  });
});
