import { getMe } from '@abhyas/contract/institute/identity';
import { getStaffToday } from '@abhyas/contract/site/today';
import { markNotificationAsRead } from '@abhyas/contract/institute/notifications';
import * as contract from '@abhyas/contract/institute/people';
import type { ProblemCode } from '@abhyas/contract/problem';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { phoneOf, waitingStatements } from '../../../testing/attempts.ts';
import { boundlessBudgets, tellStory, Visitor } from '../../../testing/story.ts';
import { digestOfTables } from '../../../testing/table-digest.ts';

const story = tellStory();
type Person = Visitor & { id: number };
let owner: Person;
const codeOf = (error: { code: ProblemCode }) => error.code;
const outcomes = ({ rows }: { rows: { name: string; outcome: string }[] }) =>
  Object.fromEntries(rows.map(({ name, outcome }) => [name, outcome]));
const lastLog = async () =>
  story.database.db.selectFrom('audit_log').select(['what', 'after', 'reason']).orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow();
const membershipOf = async ({ id }: { id: number }) =>
  (await story.database.db.selectFrom('memberships').where('user_id', '=', id).select('id').orderBy('id', 'desc').executeTakeFirstOrThrow())
    .id;

beforeAll(async () => {
  owner = await story.staff('school', 'owner');
});

describe('a roster', () => {
  test('is previewed without a change, then imported: new students, an invitation, a new batch; a second import changes nothing', async () => {
    const known = await story.student();
    const { name } = (await known.call(getMe, {})).user;
    const text = `Name,Phone,ID,Batch\nNila Das,9876500001,101,B1\nOmkar,9876500002,102,\n${name},${await phoneOf(story, known)},103,B1\nBad,12,104,B1`;
    const before = await digestOfTables(story.database);
    const preview = await owner.call(contract.previewRoster, { text });
    expect(outcomes(preview)).toEqual({ 'Nila Das': 'new', Omkar: 'new', [String(name)]: 'invited', Bad: 'refused' });
    expect(preview.counts).toEqual({ new: 2, invited: 1, changed: 0, same: 0, refused: 1 });
    expect(await digestOfTables(story.database)).toEqual(before);

    await owner.call(contract.importRoster, { text });
    expect(await lastLog()).toMatchObject({ what: 'roster.import', after: { new: 2, invited: 1, refused: 1 } });
    const { people, invitations, classrooms } = await owner.call(contract.getPeople, { kind: 'students', search: '98765000' });
    expect(people.map(({ name, given_id, classrooms: rooms }) => [name, given_id, rooms])).toEqual([
      ['Nila Das', '101', ['B1']],
      ['Omkar', '102', []],
    ]);
    expect(invitations).toMatchObject([{ name, role: 'student' }]);
    expect(classrooms.find(({ name }) => name === 'B1')).toMatchObject({ students: 1 });
    expect((await owner.call(contract.previewRoster, { text })).counts).toMatchObject({ new: 0, same: 2, invited: 1 });
    expect(
      outcomes(await owner.call(contract.previewRoster, { text: 'Name,Phone,ID,Batch\nOmkar,9876500002,102,B2\nOther,9876500001,,' })),
    ).toEqual({
      Omkar: 'changed',
      Other: 'new',
    });

    expect((await known.call(getMe, {})).user.membership).toBeNull();
    const [invitation] = (await known.call(contract.getInvitations, {})).invitations;
    await known.call(contract.answerInvitation, { id: invitation?.id ?? 0, is_accepted: true });
    expect((await known.call(getMe, {})).user.membership).toMatchObject({ role: 'student' });
    expect(await known.call(contract.answerInvitation, { id: invitation?.id ?? 0, is_accepted: true }).catch(codeOf)).toBe('not_found');
  });

  test('with two children on one phone creates two students, matched by phone and name, and names who shares the phone', async () => {
    const text = 'Name,Phone,ID\nRiya Shah,9876511001,201\nAman Shah,9876511001,202\n riya  SHAH,9876511001,203';
    const { rows } = await owner.call(contract.previewRoster, { text });
    expect(rows.map(({ outcome, detail }) => [outcome, detail])).toEqual([
      ['new', 'shares a phone with Aman Shah'],
      ['new', 'shares a phone with Riya Shah'],
      ['refused', 'Line 2 has the same phone number and name.'],
    ]);
    await owner.call(contract.importRoster, { text });
    const again = await owner.call(contract.previewRoster, {
      text: 'Name,Phone,ID\nriya shah,9876511001,\nAman Shah,9876511001,202\nZoya,9876511001,',
    });
    expect(again.rows.map(({ outcome, detail }) => [outcome, detail])).toEqual([
      ['same', ''],
      ['same', ''],
      ['new', 'shares a phone with Riya Shah and Aman Shah'],
    ]);
    const { people } = await owner.call(contract.getPeople, { kind: 'students', search: '9876511001' });
    expect(people.map(({ name, given_id }) => [name, given_id])).toEqual([
      ['Aman Shah', '202'],
      ['Riya Shah', '201'],
    ]);
  });

  test('of another institute does not reveal who has a phone number, and its invitation is only for the child that it names', async () => {
    const text = 'Name,Phone\nTara Sen,9876512001\nKabir Sen,9876512001';
    await owner.call(contract.importRoster, { text });
    await story.database.db.insertInto('institutes').values({ code: 'other-school', name: 'Other School' }).execute();
    const other = await story.staff('other-school', 'owner');
    const preview = await other.call(contract.previewRoster, { text: 'Name,Phone\nMeera,9876512001\ntara sen,9876512001' });
    expect(preview.rows.map(({ outcome, detail }) => [outcome, detail])).toEqual([
      ['invited', 'This number has an account, which joins once the invitation is accepted.'],
      ['invited', 'This number has an account, which joins once the invitation is accepted.'],
    ]);
    await other.call(contract.importRoster, { text: 'Name,Phone\nTara Sen,9876512001\nKabir Sen,9876512001' });
    const { people } = await owner.call(contract.getPeople, { kind: 'students', search: '9876512001' });
    const [kabir, tara] = await Promise.all(
      people.map(async ({ user_id }) => Object.assign(story.visitor(), { token: await story.tokenOf(user_id) })),
    );
    const idsOf = async (visitor: Visitor | undefined) =>
      (await visitor?.call(contract.getInvitations, {}))?.invitations.map(({ id }) => id) ?? [];
    const [ofKabir, ofTara] = [await idsOf(kabir), await idsOf(tara)];
    expect([ofKabir.length, ofTara.length]).toEqual([1, 1]);
    expect(ofKabir).not.toEqual(ofTara);
    expect(await kabir?.call(contract.answerInvitation, { id: ofTara[0] ?? 0, is_accepted: true }).catch(codeOf)).toBe('not_found');
  });

  test("adds nobody to another person's number: its holder is invited, and may let a second child have a further account", async () => {
    const holder = await story.student();
    const phone = await phoneOf(story, holder);
    const countOf = async () => (await story.database.db.selectFrom('users').where('phone', '=', phone).select('id').execute()).length;
    await owner.call(contract.importRoster, { text: `Name,Phone\nZoya Khan,${phone}` });
    expect(await countOf()).toBe(1);
    const [invitation] = (await holder.call(contract.getInvitations, {})).invitations;
    expect(invitation).toMatchObject({ name: 'Zoya Khan', may_be_other: true, role: 'student' });
    await holder.call(contract.answerInvitation, { id: invitation?.id ?? 0, is_accepted: true, is_other: true });
    expect(await countOf()).toBe(2);
    expect((await holder.call(getMe, {})).user.memberships).toEqual([]);
    const { people } = await owner.call(contract.getPeople, { kind: 'students', search: 'Zoya Khan' });
    expect(people).toMatchObject([{ name: 'Zoya Khan', phone }]);
  });

  test('creates no second account for an invitation in the caller’s own name', async () => {
    const holder = await story.student();
    const { name } = (await holder.call(getMe, {})).user;
    await owner.call(contract.importRoster, { text: `Name,Phone\n${String(name)},${await phoneOf(story, holder)}` });
    const [invitation] = (await holder.call(contract.getInvitations, {})).invitations;
    expect(invitation).toMatchObject({ name, may_be_other: false });
    const id = invitation?.id ?? 0;
    expect(await holder.call(contract.answerInvitation, { id, is_accepted: true, is_other: true }).catch(codeOf)).toBe('not_possible');
    expect((await holder.call(contract.getInvitations, {})).invitations).toHaveLength(1);
  });

  test('allows at most six people on a number, counted over all rosters and invitations, also in parallel', async () => {
    const rosterOf = (phone: string, first: number, count: number) => ({
      text: `Name,Phone\n${Array.from({ length: count }, (_none, at) => `Child ${first + at},${phone}`).join('\n')}`,
    });
    const { rows } = await owner.call(contract.previewRoster, rosterOf('9876513001', 0, 300));
    expect(rows.filter(({ outcome }) => outcome === 'new')).toHaveLength(6);
    expect(rows[6]).toMatchObject({ outcome: 'refused', detail: 'At most 6 people can share a phone number.' });
    expect(rows[5]?.detail).toBe('shares a phone with Child 0, Child 1 and 297 more');
    const both = [rosterOf('9876513001', 0, 4), rosterOf('9876513001', 10, 4)];
    const taken = await Promise.all(both.map((roster) => owner.call(contract.importRoster, roster)));
    expect(taken.reduce((sum, { counts }) => sum + counts.new, 0)).toBe(6);

    const holder = await story.student();
    const phone = await phoneOf(story, holder);
    for (const first of [0, 5]) await owner.call(contract.importRoster, rosterOf(phone, first, 5));
    expect((await holder.call(contract.getInvitations, {})).invitations).toHaveLength(6);
    const invite = { phone, role: 'student', name: 'One more' } as const;
    expect(await owner.call(contract.invitePerson, invite).catch(codeOf)).toBe('not_possible');
  });

  test('with two names that the database considers equal imports only the first; on another person’s number it invites both', async () => {
    const twice = (phone: string) => `Name,Phone\nΑΣ,${phone}\nασ,${phone}\nMeera,98765190${phone.slice(-2)}`;
    const { rows } = await owner.call(contract.importRoster, { text: twice('9876518001') });
    const { people } = await owner.call(contract.getPeople, { kind: 'students', search: '9876518001' });
    const refused = rows.filter(({ outcome }) => outcome === 'refused');
    expect(people.length + refused.length).toBe(2);
    expect(rows.at(-1)?.outcome).toBe('new');
    const holder = await phoneOf(story, await story.student());
    const invited = await owner.call(contract.importRoster, { text: twice(holder) });
    expect(invited.rows.map(({ outcome }) => outcome)).toEqual(['invited', 'invited', 'new']);
  });

  test('can be imported only by staff who manage people', async () => {
    const teacher = await story.staff('school', 'teacher');
    expect(await teacher.call(contract.previewRoster, { text: 'Name,Phone' }).catch(codeOf)).toBe('not_allowed');
    expect((await teacher.call(contract.getPeople, { kind: 'students' })).people.every(({ phone }) => phone === null)).toBe(true);
  });
});

describe('an invitation', () => {
  test('is valid for one number, seven days and one use, and can be revoked', async () => {
    const [asha, ben] = [await story.student(), await story.student()];
    const invite = async (who: Person) =>
      (await owner.call(contract.invitePerson, { phone: await phoneOf(story, who), role: 'invigilator' })).id;
    const id = await invite(asha);
    expect(await ben.call(contract.answerInvitation, { id, is_accepted: true }).catch(codeOf)).toBe('not_found');
    await owner.call(contract.revokeInvitation, { id });
    expect(await asha.call(contract.answerInvitation, { id, is_accepted: true }).catch(codeOf)).toBe('not_found');
    const late = await invite(asha);
    story.pass(7 * 86_400 + 1);
    const later = Object.assign(story.visitor(), { token: await story.tokenOf(asha.id) });
    expect(await later.call(contract.answerInvitation, { id: late, is_accepted: true }).catch(codeOf)).toBe('not_found');
    owner.token = await story.tokenOf(owner.id);
    await later.call(contract.answerInvitation, { id: await invite(asha), is_accepted: true });
    expect((await later.call(getMe, {})).user.membership).toMatchObject({ role: 'invigilator' });
  });

  test.each(['Asha\nRao', 'Asha\u2028Rao', 'Asha\u001B[2JRao', '\tAsha', ' '])('is refused with the name %j', async (name) => {
    const invitation = { phone: '9876500001', role: 'teacher', name } as const;
    await expect(owner.call(contract.invitePerson, invitation)).rejects.toMatchObject({ code: 'invalid_input' });
  });
});

describe('a member of staff', () => {
  test('has a changed role from the next call on, and is signed out when removed; the last owner can be neither demoted nor removed', async () => {
    const teacher = await story.staff('school', 'teacher');
    const id = await membershipOf(teacher);
    await owner.call(contract.setRole, { id, role: 'invigilator' });
    expect(await teacher.call(contract.getPeople, { kind: 'staff' }).catch(codeOf)).toBe('not_allowed');
    await owner.call(contract.removePerson, { id, reason: 'Left' });
    expect(await teacher.call(getStaffToday, {}).catch(codeOf)).toBe('not_signed_in');
    expect(await lastLog()).toMatchObject({ what: 'person.remove', reason: 'Left' });
    const own = await membershipOf(owner);
    const owners = await story.database.db
      .selectFrom('memberships')
      .innerJoin('institutes', 'institutes.id', 'institute_id')
      .where('institutes.code', '=', 'school')
      .where('role', '=', 'owner')
      .where('ended_at', 'is', null)
      .select('memberships.id')
      .execute();
    for (const other of owners.filter((each) => each.id !== own)) await owner.call(contract.removePerson, { id: other.id, reason: 'Sold' });
    expect(await owner.call(contract.setRole, { id: own, role: 'teacher' }).catch(codeOf)).toBe('not_possible');
    expect(await owner.call(contract.removePerson, { id: own, reason: 'Me' }).catch(codeOf)).toBe('not_possible');
  });
});

describe('a removed person', () => {
  test('cannot come back by an invitation that was open; those of other institutes and of others with the number stay open', async () => {
    const teacher = await story.student();
    const phone = await phoneOf(story, teacher);
    await story.database.db.insertInto('institutes').values({ code: 'next-door', name: 'Next Door' }).execute();
    const neighbour = await story.staff('next-door', 'owner');
    await story.database.db.insertInto('users').values({ phone, name: 'Ravi' }).execute();
    const invite = async (role: 'teacher' | 'counsellor', name: string, by = owner) =>
      (await by.call(contract.invitePerson, { phone, role, name })).id;
    const [first, second, brothers, elsewhere] = [
      await invite('teacher', 'Asha'),
      await invite('counsellor', 'Asha'),
      await invite('counsellor', 'Ravi'),
      await invite('teacher', 'Asha', neighbour),
    ];
    await teacher.call(contract.answerInvitation, { id: first, is_accepted: true });
    await owner.call(contract.removePerson, { id: await membershipOf(teacher), reason: 'Left' });
    const later = Object.assign(story.visitor(), { token: await story.tokenOf(teacher.id) });
    expect(await later.call(contract.answerInvitation, { id: second, is_accepted: true }).catch(codeOf)).toBe('not_found');
    expect((await later.call(contract.getInvitations, {})).invitations.map(({ id }) => id)).toEqual([elsewhere]);
    expect((await owner.call(contract.getPeople, { kind: 'staff' })).invitations.map(({ id }) => id)).toContain(brothers);
  });
});

test.each(['removed', 'demoted'])(
  'an owner who is %s while the account of a co-owner is deleted causes no deadlock between the two changes',
  async (how) => {
    await story.database.db.insertInto('institutes').values({ code: how, name: 'Two Owners' }).execute();
    const people = [await story.staff(how, 'owner'), await story.staff(how, 'owner')] as const;
    const [first, second] = await Promise.all(people.map(membershipOf));
    const client = await story.database.pool.connect();
    const lock = (id: number | undefined) => client.query('select from memberships where id = $1 for update', [id]);
    // A deletion locks all owners in the order of their ids.
    await client.query('begin');
    await lock(first);
    const done =
      how === 'removed'
        ? people[0].call(contract.removePerson, { id: second ?? 0, reason: 'Left' })
        : people[0].call(contract.setRole, { id: second ?? 0, role: 'teacher' });
    await vi.waitFor(async () => {
      const { rows } = await client.query(waitingStatements);
      expect(rows).toHaveLength(1);
    });
    await lock(second);
    await client.query('commit');
    client.release();
    expect(await done).toEqual({ success: true });
  },
);

describe('many invitations', () => {
  const told = async ({ id }: { id: number }) =>
    story.database.db
      .selectFrom('notifications')
      .where('student_id', '=', id)
      .where('type', '=', 'InvitationNotification')
      .select('id')
      .execute();

  test('make one notification for each recipient until it is read', async () => {
    const holder = await story.student();
    const phone = await phoneOf(story, holder);
    const roles = ['student', 'teacher', 'invigilator', 'counsellor', 'content_editor'] as const;
    await Promise.all(roles.map((role) => owner.call(contract.invitePerson, { phone, role })));
    for (let time = 0; time < 20; time += 1) {
      const { id } = await owner.call(contract.invitePerson, { phone, role: 'teacher' });
      await owner.call(contract.revokeInvitation, { id });
    }
    const [first, ...more] = await told(holder);
    expect(more).toEqual([]);
    await holder.call(markNotificationAsRead, { id: first?.id ?? 0 });
    await owner.call(contract.invitePerson, { phone, role: 'teacher' });
    expect(await told(holder)).toHaveLength(2);
  });

  test('are limited for an institute by the day: a roster above the limit is refused as a whole, with a message', async () => {
    let left = 1;
    const take = (name: string, _holder: unknown, count = 1) => {
      if (name !== 'invitations') return true;
      left -= count;
      return left >= 0;
    };
    const budgets = { ...boundlessBudgets, take };
    const app = await story.serverWith({}, { budgets });
    const eager = Object.assign(new Visitor(app), { token: owner.token });
    const phones = [await phoneOf(story, await story.student()), await phoneOf(story, await story.student())];
    const count = async () => Number((await story.database.pool.query('select count(*) as count from invitations')).rows[0]?.count);
    const before = await count();
    const refusal = {
      code: 'too_many_requests',
      message: 'Your institute can invite 55,000 people a day. Invite the others tomorrow.',
    };
    await expect(eager.call(contract.importRoster, { text: `Name,Phone\nZoya,${phones[0]}\nOmar,${phones[1]}` })).rejects.toMatchObject(
      refusal,
    );
    expect(await count()).toBe(before);
    left = 1;
    await eager.call(contract.importRoster, { text: `Name,Phone\nZoya,${phones[0]}` });
    await expect(eager.call(contract.invitePerson, { phone: phones[1] ?? '', role: 'teacher' })).rejects.toMatchObject(refusal);
    expect(await count()).toBe(before + 1);
    await app.close();
  });
});
