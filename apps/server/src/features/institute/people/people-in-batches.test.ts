import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import type { StaffContext } from '../../../context.ts';
import { tellStory } from '../../../testing/story.ts';
import { insertMembers } from '../classrooms/classrooms.store.ts';
import { notify } from '../notifications/notifications.ts';
import * as store from './people.store.ts';

const story = tellStory();
let within: StaffContext;
let ids: number[];
let room: number;
const gone = [9_000_000_001, 9_000_000_002];

beforeAll(async () => {
  const owner = await story.staff('school', 'owner');
  const { institute_id } = await story.database.db
    .selectFrom('memberships')
    .where('user_id', '=', owner.id)
    .select('institute_id')
    .executeTakeFirstOrThrow();
  within = {
    db: story.database.db,
    now: story.now,
    random: () => 0.5,
    actor: { user_id: owner.id, institute_id, role: 'owner' },
  } as unknown as StaffContext;
  ids = await Promise.all(Array.from({ length: 5 }, async () => (await story.student()).id));
  room = (await store.findOrInsertClassrooms(within, ['Batch'])).get('Batch') ?? 0;
});

/** Removes people with this role from the classroom, and returns their ids. */
async function leaveRoom(role: 'student' | 'teacher'): Promise<number[]> {
  const rows = await story.database.db
    .deleteFrom('classroom_members')
    .where('classroom_id', '=', room)
    .where('role', '=', role)
    .returning('user_id')
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/** Statements that write rows for many people. `write` runs one for a batch and returns the people that got a row. */
const statements: [name: string, write: (batch: readonly number[]) => Promise<number[]>][] = [
  [
    'notifications',
    async (batch) => {
      await notify(within, batch, { type: 'TestNotification', title: 'T', message: 'M', url: null });
      const rows = await story.database.db
        .deleteFrom('notifications')
        .where('type', '=', 'TestNotification')
        .returning('student_id')
        .execute();
      return rows.map(({ student_id }) => student_id);
    },
  ],
  [
    'places in classrooms, by a roster',
    async (batch) => {
      await store.addToClassrooms(
        within,
        batch.map((user_id) => ({ user_id, classroom_id: room })),
      );
      return leaveRoom('student');
    },
  ],
  [
    'places in a classroom',
    async (batch) => {
      const members = batch.map((user_id) => ({ user_id, role: 'teacher' as const }));
      await insertMembers(within, room, members, story.now);
      return leaveRoom('teacher');
    },
  ],
];

test.each(statements)('%s are written once for each existing person, even if the batch names one twice', async (_name, write) => {
  const batches = fc.array(
    fc.oneof(
      fc.nat(4).map((at) => ({ at })),
      fc.nat(1).map((at) => ({ gone: at })),
    ),
    { maxLength: 12 },
  );
  await fc.assert(
    fc.asyncProperty(batches, async (batch) => {
      const named = batch.map((one) => ('at' in one ? ids[one.at] : gone[one.gone]) ?? 0);
      const there = [...new Set(named)].filter((id) => ids.includes(id));
      expect((await write(named)).toSorted((a, b) => a - b)).toEqual(there.toSorted((a, b) => a - b));
    }),
    { numRuns: 20 },
  );
});
