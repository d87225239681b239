import { sql } from 'kysely';
import type { Database } from '../database/open.ts';
import { budgets, type Ledger, type Spending } from './budgets.ts';

const mostUsedUp = 10_000;

/** The ledger in PostgreSQL, with one statement for a batch, which also deletes expired rows. */
export const ledgerInDatabase = (db: Database): Ledger => ({
  charge: async (spendings: readonly Spending[], now: Date) => {
    // Sorted in the same order everywhere, so that two processes never deadlock.
    const sorted = spendings
      .map((spending, at) => ({ ...spending, at }))
      .toSorted((a, b) => (`${a.budget} ${a.holder}` < `${b.budget} ${b.holder}` ? -1 : 1));
    const { rows } = await sql<{ budget: string; holder: string; spent: number }>`
      with past as (delete from spent_budgets where ends_at <= ${now})
      insert into spent_budgets as s (budget, holder, ends_at, spent)
      select * from unnest(${sorted.map(({ budget }) => budget)}::text[], ${sorted.map(({ holder }) => holder)}::text[],
        ${sorted.map(({ ends_at }) => ends_at.toISOString())}::timestamptz[], ${sorted.map(({ amount }) => amount)}::int[])
      on conflict (budget, holder, ends_at) do update set spent = s.spent + excluded.spent
      returning budget, holder, spent`.execute(db);
    const spentBy = new Map(rows.map(({ budget, holder, spent }) => [`${budget} ${holder}`, spent]));
    return spendings.map(({ budget, holder, amount }) => spentBy.get(`${budget} ${holder}`) ?? amount);
  },
  usedUp: async (now: Date) => {
    const limits = Object.entries(budgets);
    const { rows } = await sql<Spending>`
      select s.budget, s.holder, s.ends_at, s.spent as amount from spent_budgets s
      join unnest(${limits.map(([name]) => name)}::text[], ${limits.map(([, { most }]) => most)}::int[]) as l(budget, most) using (budget)
      where s.ends_at > ${now} and s.spent >= l.most order by s.ends_at desc limit ${mostUsedUp}`.execute(db);
    return rows;
  },
  close: async () => {},
});
