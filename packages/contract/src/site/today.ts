import { Type } from 'typebox';
import { endpoint, Id, Moment, Nullable } from '../endpoint.ts';

const Address = Type.String({ pattern: '^/staff' });

/** An entry of the list of current and future events: a test, an assignment or a class. */
export const TodayRow = Type.Object({
  kind: Type.Enum(['test', 'assignment', 'class']),
  id: Id,
  name: Type.String(),
  /** Null if the entry has no beginning or end. */
  starts_at: Nullable(Moment),
  ends_at: Nullable(Moment),
  /** A sentence on who takes part. The page itself computes the time left. */
  detail: Type.String(),
  badge: Nullable(Type.Object({ tone: Type.Enum(['warning', 'danger', 'good']), text: Type.String() })),
  /** The label and address of its one action. */
  action: Type.String(),
  url: Address,
});

/** A task that waits for a member of staff. */
export const Waiting = Type.Object({
  title: Type.String(),
  detail: Type.String(),
  count: Type.Integer({ minimum: 1 }),
  url: Address,
  /** When the oldest item of the task began to wait. */
  since: Moment,
});

/** A number about the whole institute, such as its students. */
const Figure = Type.Object({ name: Type.String(), value: Type.String(), detail: Type.String(), url: Address });

export const getStaffToday = endpoint('GET /staff/today', {
  summary: 'List what runs now, what is next, and what waits for the person',
  description: 'Entries that the person’s role may not open are left out.',
  access: { staff: 'console.enter' },
  response: Type.Object({
    figures: Type.Array(Figure),
    running: Type.Array(TodayRow),
    next: Type.Array(TodayRow),
    waiting: Type.Array(Waiting),
  }),
});
