import { Type } from 'typebox';
import { endpoint, Id, Moment, Nullable } from '../endpoint.ts';

const Address = Type.String({ pattern: '^/staff' });

/** What stands in the list of now and next: a test, an assignment, a class. */
export const TodayRow = Type.Object({
  kind: Type.Enum(['test', 'assignment', 'class']),
  id: Id,
  name: Type.String(),
  /** Null where it has no beginning or end. */
  starts_at: Nullable(Moment),
  ends_at: Nullable(Moment),
  /** In words: who is at it. The time left is the page's own. */
  detail: Type.String(),
  badge: Nullable(Type.Object({ tone: Type.Enum(['warning', 'danger', 'good']), text: Type.String() })),
  /** The one thing to do with it, and its address. */
  action: Type.String(),
  url: Address,
});

/** What waits for somebody to settle it. */
export const Waiting = Type.Object({
  title: Type.String(),
  detail: Type.String(),
  count: Type.Integer({ minimum: 1 }),
  url: Address,
  /** Since when the oldest of it waits. */
  since: Moment,
});

export const getStaffToday = endpoint('GET /staff/today', {
  summary: 'What runs now, what comes next and what waits for the person',
  description: 'What somebody’s role may not open is left out.',
  access: { staff: 'console.enter' },
  response: Type.Object({ running: Type.Array(TodayRow), next: Type.Array(TodayRow), waiting: Type.Array(Waiting) }),
});
