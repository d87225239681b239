import { type getHall, hallStatuses, SILENT_SECONDS } from '@abhyas/contract/exam-office/hall';
import { type SeatVerdict, seatVerdicts } from '@abhyas/exam/tests/seat-verdict';
import type { Answer } from '@abhyas/contract/endpoint';

export type Hall = Answer<typeof getHall>;

/** The state of a student in the hall. The server does not send `silent`; it is computed from the time of the last upload. */
export type HallState = 'no_code' | 'locked' | 'silent' | 'running' | 'not_begun' | 'finished';

export interface HallStudent {
  id: number;
  name: string;
  given_id: string | null;
  classroom: string | null;
  photo_url: string | null;
  state: HallState;
  /** Seconds since 1970 of the student's last upload. */
  heard: number | null;
  ends: number | null;
  answered: number;
  left: number;
  late: number;
  /** Why the seat is slow, as the student's page proved. */
  seat: SeatVerdict;
}

/** States that need the teacher come first. */
const order: readonly HallState[] = ['locked', 'no_code', 'silent', 'running', 'not_begun', 'finished'];

const states: Record<number, HallState> = {
  [hallStatuses.not_begun]: 'not_begun',
  [hallStatuses.running]: 'running',
  [hallStatuses.locked]: 'locked',
  [hallStatuses.finished]: 'finished',
  [hallStatuses.no_code]: 'no_code',
};

/** The students of the hall, read from the columns of the response; `now` is in seconds. */
export function studentsOf(hall: Hall, now: number): HallStudent[] {
  return (hall.students ?? []).map(({ id, name, given_id, classroom, photo_url }, at) => {
    const heard = hall.heard[at] ?? null;
    const told = states[hall.status[at] ?? 0] ?? 'not_begun';
    const isSilent = told === 'running' && heard !== null && now - heard > SILENT_SECONDS && !hall.test.is_assignment;
    return {
      id,
      name: name ?? 'Without a name',
      given_id,
      classroom,
      photo_url,
      state: isSilent ? 'silent' : told,
      heard,
      ends: hall.ends[at] ?? null,
      answered: hall.answered[at] ?? 0,
      left: hall.left[at] ?? 0,
      late: hall.late[at] ?? 0,
      seat: told === 'finished' || told === 'not_begun' ? 'healthy' : (seatVerdicts[hall.seat[at] ?? 0] ?? 'healthy'),
    };
  });
}

export const needsHelp = ({ state }: HallStudent): boolean => state === 'locked' || state === 'no_code' || state === 'silent';

/** Sorts students who need the teacher first, among them the longest silent first; then by name. */
export const inOrder = (students: readonly HallStudent[]): HallStudent[] =>
  students.toSorted(
    (a, b) =>
      order.indexOf(a.state) - order.indexOf(b.state) ||
      (needsHelp(a) ? (a.heard ?? 0) - (b.heard ?? 0) : 0) ||
      a.name.localeCompare(b.name) ||
      a.id - b.id,
  );

/** Students in the given order; new students come last. */
export function inHeldOrder(students: readonly HallStudent[], held: readonly number[]): HallStudent[] {
  const places = new Map(held.map((id, at) => [id, at]));
  const placeOf = ({ id }: HallStudent) => places.get(id) ?? held.length;
  return students.toSorted((a, b) => placeOf(a) - placeOf(b));
}

export const filters = ['begun', 'running', 'silent', 'slow', 'locked', 'left', 'finished', 'late'] as const;
export type Filter = (typeof filters)[number];

export const isIn: Record<Filter, (student: HallStudent) => boolean> = {
  begun: ({ state }) => state !== 'not_begun' && state !== 'no_code',
  running: ({ state }) => state === 'running',
  silent: ({ state }) => state === 'silent',
  slow: ({ seat }) => seat !== 'healthy',
  locked: ({ state }) => state === 'locked' || state === 'no_code',
  left: ({ left }) => left > 0,
  finished: ({ state }) => state === 'finished',
  late: ({ late }) => late > 0,
};

const fewest = 3;

/** The classroom in which most silent students are, because its network may be down; null if there is none. */
export function findingOf(students: readonly HallStudent[]): { classroom: string; count: number; of: number } | null {
  const silent = students.filter(({ state }) => state === 'silent');
  const counts = new Map<string, number>();
  for (const { classroom } of silent) if (classroom) counts.set(classroom, (counts.get(classroom) ?? 0) + 1);
  const [most] = [...counts].toSorted((a, b) => b[1] - a[1]);
  if (!most || most[1] < fewest || most[1] * 2 < silent.length) return null;
  return { classroom: most[0], count: most[1], of: silent.length };
}

/** The part that most slow seats suffer from; '' without a slow seat. */
export function seatsInWords(students: readonly HallStudent[]): string {
  const counts = seatVerdicts.map((verdict) => [verdict, students.filter(({ seat }) => seat === verdict).length] as const);
  const [most] = counts.filter(([verdict, count]) => verdict !== 'healthy' && count > 0).toSorted((a, b) => b[1] - a[1]);
  return most ? `${most[0] === 'unclear' ? 'unclear why' : `by ${most[0]}`}` : '';
}
