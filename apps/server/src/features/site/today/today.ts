import type { Answer, Value } from '@abhyas/contract/endpoint';
import { hasRight } from '@abhyas/contract/institute/rights';
import type { getStaffToday, TodayRow, Waiting } from '@abhyas/contract/site/today';
import { indianDay, startOfIndianDay } from '@abhyas/exam/institute/indian-day';
import type { StaffContext } from '../../../context.ts';
import { classesToday } from '../../classes/class-schedule/class-schedule.ts';
import { testsToday } from '../../exam-office/institute-tests/institute-tests.ts';
import { reportsToday } from '../../exam-office/question-reports/question-reports.ts';
import { doubtsToday } from '../../practice/doubts/doubts.ts';
import * as store from './today.store.ts';

type Figure = Answer<typeof getStaffToday>['figures'][number];

export interface Today {
  running: Value<typeof TodayRow>[];
  next: Value<typeof TodayRow>[];
  waiting: Value<typeof Waiting>[];
}

/** The entries of each feature for today, limited to the actor's rights. */
const sources: readonly ((context: StaffContext) => Promise<Today>)[] = [testsToday, classesToday, doubtsToday, reportsToday];

const mostRows = 12;
const timeOf = (moment: string | null) => (moment === null ? Number.POSITIVE_INFINITY : Date.parse(moment));

const weekMs = 7 * 86_400_000;
const counted = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

/** The figures of the institute that the actor may read. Figures without data are left out. */
async function figuresOf(context: StaffContext): Promise<Figure[]> {
  const { role } = context.actor;
  const figures: Figure[] = [];
  if (hasRight(role, 'people.read')) {
    const { students, batches } = await store.countPeople(context);
    if (students > 0)
      figures.push({
        name: 'Students',
        value: String(students),
        detail: `in ${counted(batches, 'batch', 'batches')}`,
        url: '/staff/people',
      });
  }
  if (hasRight(role, 'results.read')) {
    const { tests, attempts, percent } = await store.sumResults(context, new Date(context.now.getTime() - weekMs));
    if (attempts > 0 && percent !== null)
      figures.push({
        name: 'Mean result, 7 days',
        value: `${percent}%`,
        detail: `${counted(attempts, 'attempt')} at ${counted(tests, 'test')}`,
        url: '/staff/tests',
      });
  }
  if (hasRight(role, 'classes.read')) {
    const today = indianDay(context.now);
    const { classes, teachers } = await store.countClasses(context, startOfIndianDay(today), startOfIndianDay(today + 1));
    if (classes > 0)
      figures.push({ name: 'Classes today', value: String(classes), detail: `by ${counted(teachers, 'teacher')}`, url: '/staff/classes' });
  }
  return figures;
}

/** The page Today: the institute's figures, running entries by end, next entries by beginning, waiting tasks by age. */
export async function staffToday(context: StaffContext): Promise<Today & { figures: Figure[] }> {
  const all: Today[] = [];
  for (const source of sources) all.push(await source(context));
  return {
    figures: await figuresOf(context),
    running: all.flatMap(({ running }) => running).toSorted((a, b) => timeOf(a.ends_at) - timeOf(b.ends_at)),
    next: all
      .flatMap(({ next }) => next)
      .toSorted((a, b) => timeOf(a.starts_at) - timeOf(b.starts_at))
      .slice(0, mostRows),
    waiting: all.flatMap(({ waiting }) => waiting).toSorted((a, b) => timeOf(a.since) - timeOf(b.since)),
  };
}
