import { getMe } from '@abhyas/contract/institute/identity';
import { beforeEach, expect, test } from 'vitest';
import { tellStory } from '../testing/story.ts';
import { type Budgets, budgets, holderOfAddress, type Ledger, openBudgets } from './budgets.ts';
import { ledgerInDatabase } from './ledger.store.ts';

const story = tellStory();
const { most, seconds } = budgets.begins;
const failures: unknown[] = [];
const process = (ledger: Ledger = ledgerInDatabase(story.database.db)) =>
  openBudgets(
    ledger,
    () => story.now,
    (failure) => failures.push(failure),
  );
const takeAll = (from: Budgets, holder: string, amount: number) =>
  Array.from({ length: amount }, () => from.take('begins', holder)).filter(Boolean).length;
const stored = () => story.database.db.selectFrom('spent_budgets').select(['holder', 'spent']).execute();

beforeEach(() => story.database.db.deleteFrom('spent_budgets').execute());

test('spending takes from the budget of its holder only, and the budget is full again after its period', () => {
  const own = process();
  expect(takeAll(own, 'asha', most + 5)).toBe(most);
  expect(own.take('begins', 'asha')).toBe(false);
  expect(own.take('begins', 'ben')).toBe(true);
  expect(own.take('calls', 'asha')).toBe(true);
  story.pass(seconds);
  expect(own.take('begins', 'asha', most)).toBe(true);
  expect(own.take('begins', 'asha')).toBe(false);
});

test('a process that spent nothing learns that a budget is used up', async () => {
  const [busy, idle] = [process(), process()];
  expect(takeAll(busy, 'asha', most)).toBe(most);
  await busy.share();
  await idle.share();
  expect(idle.spent('begins', 'asha')).toBe(most);
  expect(idle.take('begins', 'asha')).toBe(false);
  expect(idle.take('begins', 'ben')).toBe(true);
});

test('a request that exceeds the rest of a budget takes nothing', () => {
  const own = process();
  expect(own.take('begins', 'asha', most + 1)).toBe(false);
  expect(own.spent('begins', 'asha')).toBe(0);
});

test('processes share a budget through the database', async () => {
  const [one, two] = [process(), process()];
  takeAll(one, 'asha', 80);
  takeAll(two, 'asha', 30);
  await one.share();
  await two.share();
  expect(two.spent('begins', 'asha')).toBe(110);
  expect(takeAll(two, 'asha', 50)).toBe(10);
  expect(await stored()).toEqual([{ holder: 'asha', spent: 110 }]);
});

test('a holder who spends little is never written to the ledger', async () => {
  const own = process();
  for (let student = 0; student < 2000; student += 1) takeAll(own, `student ${student}`, 5);
  await own.share();
  expect(await stored()).toEqual([]);
});

test('expired budgets are deleted with the next batch', async () => {
  const own = process();
  takeAll(own, 'asha', 50);
  await own.share();
  story.pass(seconds);
  takeAll(own, 'ben', 50);
  await own.share();
  expect(await stored()).toEqual([{ holder: 'ben', spent: 50 }]);
});

test('while the ledger is unavailable, a process counts alone and reports later', async () => {
  let isAway = true;
  const real = ledgerInDatabase(story.database.db);
  const own = process({ ...real, charge: (...batch) => (isAway ? Promise.reject(new Error('away')) : real.charge(...batch)) });
  takeAll(own, 'asha', 50);
  await expect(own.share()).rejects.toThrow('away');
  expect(takeAll(own, 'asha', most)).toBe(most - 50);
  isAway = false;
  await own.share();
  expect(await stored()).toEqual([{ holder: 'asha', spent: most }]);
});

test('a student has a limit of calls a minute, across all tokens; each minute has a new limit', async () => {
  const student = await story.student();
  const tokens = [student.token, await story.tokenOf(student.id)];
  const call = (at: number) => {
    student.token = tokens[at % 2];
    return student.call(getMe, {}).then(
      () => 'answered',
      ({ code }: { code: string }) => code,
    );
  };
  story.pass(60);
  const said = await Promise.all(Array.from({ length: budgets.calls.most + 50 }, (_, at) => call(at)));
  expect(said.filter((word) => word === 'answered').length).toBeLessThanOrEqual(budgets.calls.most + 1);
  expect(said.filter((word) => word === 'too_many_requests').length).toBeGreaterThanOrEqual(49);
  story.pass(60);
  expect(await call(0)).toBe('answered');
});

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['::ffff:192.0.2.7', '::ffff:192.0.2.7'],
])('the address %s uses the budget of %s', (address, holder) => {
  expect(holderOfAddress(address)).toBe(holder);
});

test('the failure to share budgets is reported once a minute, however often it occurs', async () => {
  failures.length = 0;
  const away = () => Promise.reject(new Error('away'));
  const own = process({ charge: away, usedUp: away, close: async () => {} });
  const failed = async () => {
    await own.close();
    return failures.length;
  };
  expect([await failed(), await failed(), await failed()]).toEqual([1, 1, 1]);
  story.pass(61);
  expect(await failed()).toBe(2);
  failures.length = 0;
});
