import { getMe } from '@abhyas/contract/identity';
import { expect, test } from 'vitest';
import { phoneOf, staff } from '../../testing/attempts.ts';
import { tellStory } from '../../testing/story.ts';
import { writeAudit } from '../audit/audit.ts';

const story = tellStory();
const log = () => story.database.db.selectFrom('audit_log').selectAll().orderBy('id').execute();

test('an institute is made with its first owner, by number, and the log says so', async () => {
  const person = await story.student();
  expect(await staff(story, 'create', 'far-school', 'Far School', '--owner', await phoneOf(story, person))).toMatchObject({ exit: 0 });
  const { user } = await person.call(getMe, {});
  expect(user).toMatchObject({ type: 'Admin', membership: { role: 'owner', institute_name: 'Far School' } });
  expect(await log()).toEqual([
    expect.objectContaining({
      institute_id: user.institute_id,
      user_id: null,
      role: 'operator',
      what: 'institute.create',
      object_id: user.institute_id,
      after: { code: 'far-school', name: 'Far School', owner: person.id },
      at: story.now,
    }),
  ]);
});

test('a code that is taken makes no institute, and nothing is logged', async () => {
  const before = await log();
  expect(await staff(story, 'create', 'school', 'Again', '--owner', '9123456789')).toEqual({
    said: 'There is an institute with this code already.',
    exit: 1,
  });
  expect(await log()).toEqual(before);
  expect(await story.database.db.selectFrom('users').where('phone', '=', '9123456789').select('id').execute()).toEqual([]);
});

test('the log is written in the transaction of the act, and never changed', async () => {
  const context = {
    db: story.database.db,
    now: story.now,
    random: () => 0.5,
    actor: { user_id: null, role: 'operator', institute_id: null } as const,
  };
  const entry = { what: 'test.nothing', object_type: 'test', object_id: null };
  await expect(writeAudit(context, entry)).rejects.toThrow('outside its transaction');
  for (const change of ["update audit_log set what = 'nothing'", 'delete from audit_log'])
    await expect(story.database.pool.query(change)).rejects.toThrow('append-only');
});
