import type { Value } from '@abhyas/contract/endpoint';
import type { TodayRow, Waiting } from '@abhyas/contract/site/today';
import type { StaffContext } from '../../../context.ts';
import { classesToday } from '../../classes/class-schedule/class-schedule.ts';
import { testsToday } from '../../exam-office/institute-tests/institute-tests.ts';
import { reportsToday } from '../../exam-office/question-reports/question-reports.ts';

export interface Today {
  running: Value<typeof TodayRow>[];
  next: Value<typeof TodayRow>[];
  waiting: Value<typeof Waiting>[];
}

/** The entries of each feature for today, limited to the actor's rights. */
const sources: readonly ((context: StaffContext) => Promise<Today>)[] = [testsToday, classesToday, reportsToday];

const mostRows = 12;
const timeOf = (moment: string | null) => (moment === null ? Number.POSITIVE_INFINITY : Date.parse(moment));

/** The page of today: running entries sorted by their end, next entries by their beginning, and waiting tasks by their age. */
export async function staffToday(context: StaffContext): Promise<Today> {
  const all: Today[] = [];
  for (const source of sources) all.push(await source(context));
  return {
    running: all.flatMap(({ running }) => running).toSorted((a, b) => timeOf(a.ends_at) - timeOf(b.ends_at)),
    next: all
      .flatMap(({ next }) => next)
      .toSorted((a, b) => timeOf(a.starts_at) - timeOf(b.starts_at))
      .slice(0, mostRows),
    waiting: all.flatMap(({ waiting }) => waiting).toSorted((a, b) => timeOf(a.since) - timeOf(b.since)),
  };
}
