import { SILENT_SECONDS } from '@abhyas/contract/exam-office/hall';
import type { Value } from '@abhyas/contract/endpoint';
import { hasRight, type Right } from '@abhyas/contract/institute/rights';
import type { TodayRow, Waiting } from '@abhyas/contract/site/today';
import type { StaffContext } from '../../../context.ts';
import * as store from './today.store.ts';

const ahead = 7 * 86_400_000;

const count = (number: number) => number.toLocaleString('en-IN');
const students = (number: number) => `${count(number)} ${number === 1 ? 'student' : 'students'}`;

type Row = Value<typeof TodayRow>;

/** The page of a test for this person: its hall while the test runs, otherwise its own page; the list if the person may open neither. */
function actionOf({ actor }: StaffContext, test: store.TestOfToday, isRunning: boolean): Pick<Row, 'action' | 'url'> {
  if (isRunning && hasRight(actor.role, 'hall.read')) return { action: 'Open the hall', url: `/staff/tests/${test.id}/hall` };
  if (!hasRight(actor.role, 'tests.read')) return { action: 'Open', url: '/staff/tests' };
  const isUnready = !isRunning && hasRight(actor.role, 'tests.manage') && lackOf(test) !== null;
  return { action: isUnready ? 'Finish set-up' : 'Open', url: `/staff/tests/${test.id}` };
}

/** The step that is still missing before the test can start; null if none is. */
function lackOf({ given, should_request_otp, has_code }: store.TestOfToday): string | null {
  if (given === 0) return 'No students yet';
  return should_request_otp && !has_code ? 'No code yet' : null;
}

function badgeOf(test: store.TestOfToday, isRunning: boolean): Row['badge'] {
  const needing = test.locked + test.silent;
  if (isRunning) return needing > 0 && !test.is_assignment ? { tone: 'warning', text: `${count(needing)} need you` } : null;
  const lack = lackOf(test);
  return lack === null ? null : { tone: 'danger', text: lack };
}

function rowOf(context: StaffContext, test: store.TestOfToday, isRunning: boolean): Row {
  const { id, name, is_assignment, opens_at, closes_at, ends_at, given, running } = test;
  const end = closes_at ?? ends_at;
  return {
    kind: is_assignment ? 'assignment' : 'test',
    id,
    name,
    starts_at: opens_at?.toISOString() ?? null,
    ends_at: end?.toISOString() ?? null,
    detail: isRunning && !is_assignment ? `${count(running)} of ${students(given)} taking it` : students(given),
    badge: badgeOf(test, isRunning),
    ...actionOf(context, test, isRunning),
  };
}

/** The lines about tests on the page of today. */
export async function testsToday(context: StaffContext) {
  const now = context.now.getTime();
  const tests = await store.findTestsOfToday(context, new Date(now + ahead), new Date(now - SILENT_SECONDS * 1000));
  const isRunning = ({ opens_at, running }: store.TestOfToday) => running > 0 || opens_at === null || opens_at.getTime() <= now;
  return {
    running: tests.filter(isRunning).map((test) => rowOf(context, test, true)),
    next: tests.filter((test) => !isRunning(test)).map((test) => rowOf(context, test, false)),
    waiting: await testsWaiting(context),
  };
}

/** One line for all tests that wait for the same step. If only one test waits, the line names it and leads to it. */
function waitingLine(title: string, tests: readonly { id: number; name: string; number: number; since: Date }[], page: string) {
  const [first] = tests;
  if (!first) return [];
  const others = tests.length - 1;
  return [
    {
      title,
      detail: others === 0 ? first.name : `${first.name} and ${count(others)} more`,
      count: tests.reduce((sum, { number }) => sum + number, 0),
      url: `/staff/tests/${first.id}/${page}`,
      since: first.since.toISOString(),
    },
  ];
}

async function testsWaiting(context: StaffContext): Promise<Value<typeof Waiting>[]> {
  const may = (right: Right) => hasRight(context.actor.role, right);
  const unpublished = may('results.publish') ? await store.findUnpublished(context) : [];
  const late = may('hall.run') ? await store.findLate(context) : [];
  return [
    ...waitingLine(
      'Results to publish',
      unpublished.map(({ closes_at, ...test }) => ({ ...test, number: 1, since: closes_at })),
      'results',
    ),
    ...waitingLine(
      'Late answers to accept',
      late.map(({ students: number, ...test }) => ({ ...test, number })),
      'hall',
    ),
  ];
}
