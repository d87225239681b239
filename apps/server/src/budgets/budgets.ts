import { isIPv6 } from 'node:net';
import { every } from '../jobs/every.ts';

/** What a student, a session or an address may spend of a thing within so many seconds. A feature adds its line and takes from it. */
export const budgets = {
  /** Of a student. The busiest page makes one call a second; repeats after an outage come on top. */
  calls: { most: 1200, seconds: 60 },
  /** Of an address, by whoever is not signed in. A hall of 2,000 behind one address signs in within a minute. */
  anonymous_calls: { most: 30_000, seconds: 60 },
  /** Of a student: tests begun, taken over or restarted. */
  begins: { most: 120, seconds: 3600 },
  /** Of a person: codes of the second factor, right ones too. */
  second_factors: { most: 20, seconds: 3600 },
  /** Of a person: words on the product. */
  feedback: { most: 20, seconds: 86_400 },
  /** Of a person: coupons and referral codes entered, good ones too, so that many at once are not more than few. */
  coupons: { most: 60, seconds: 3600 },
  /** Of a person: coupons and referral codes that were none. */
  wrong_coupons: { most: 20, seconds: 3600 },
  /** The same of an address: a hall of 2,000 behind one. */
  wrong_coupons_of_address: { most: 1000, seconds: 3600 },
  /** Of a person: orders made. */
  orders: { most: 20, seconds: 3600 },
  /** Of a person: payments brought, for each of which the provider is asked. */
  payments: { most: 60, seconds: 3600 },
  /** Of a person: looks at an open order for which the provider is asked. */
  payment_looks: { most: 240, seconds: 3600 },
  /** Of a student in a session: stays at questions, one a second for five and a half hours. */
  visits: { most: 20_000, seconds: 86_400 },
  /** Of a person: uploads begun. A class of 200 sheets marked and returned in an hour. */
  uploaded_files: { most: 600, seconds: 3600 },
  /** Codes entered wrongly from an address: a hall of 2,000 in which everybody mistypes once. */
  wrong_codes_of_address: { most: 2000, seconds: 3600 },
  /** Codes entered wrongly for a number. Devices that signed in with it before do not count, and are not held up. */
  wrong_codes_of_number: { most: 50, seconds: 86_400 },
  /** Of an address: applications for jobs and enquiries of institutes. */
  letters: { most: 20, seconds: 3600 },
} as const satisfies Record<string, { most: number; seconds: number }>;

export type BudgetName = keyof typeof budgets;

export interface Spending {
  budget: BudgetName;
  holder: string;
  amount: number;
  /** End of the time that the budget is for. */
  ends_at: Date;
}

/** Where processes add up what each of them has seen spent. */
export interface Ledger {
  /** Adds the spendings and resolves with the totals of all processes, in their order. */
  charge(spendings: readonly Spending[], now: Date): Promise<number[]>;
  /** What is used up for now, by all processes: the amount is the total. */
  usedUp(now: Date): Promise<Spending[]>;
  close(): Promise<void>;
}

export interface Budgets {
  /** Takes from a budget. False when more was asked than is left; then nothing is taken. */
  take(budget: BudgetName, holder: string | number, amount?: number): boolean;
  /** What the holder has spent, as far as this process knows. */
  spent(budget: BudgetName, holder: string | number): number;
  /** Tells the ledger, as happens every two seconds. */
  share(): Promise<void>;
  close(): Promise<void>;
}

/** A household has the last 64 bits of an IPv6 address to itself. */
export const holderOfAddress = (address: string): string =>
  isIPv6(address) && !address.startsWith('::ffff:') ? expandIPv6(address).slice(0, 4).join(':') : address;

function expandIPv6(address: string): string[] {
  const [head = '', tail] = address.split('%')[0]?.split('::') ?? [];
  const groups = (text: string | undefined) => (text ? text.split(':') : []);
  const [before, after] = [groups(head), groups(tail)];
  return [...before, ...Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0'), ...after];
}

const shareMs = 2000;
/** Below this part of a budget a process keeps what was spent to itself: of the students of a hall none is ever written. */
const partWorthSharing = 1 / 20;
const mostHolders = 200_000;

interface Account {
  budget: BudgetName;
  holder: string;
  ends_at: number;
  /** Spent in all processes, as of the last sharing. */
  shared: number;
  /** Spent here since then. */
  own: number;
}

/**
 * Budgets are counted in the process, and written to the ledger in batches: a call costs no write. Processes may together let through a little more
 * than one would, never less.
 */
export function openBudgets(ledger: Ledger, clock: () => Date, onFailure: (error: unknown) => void): Budgets {
  const accounts = new Map<string, Account>();
  const accountOf = (budget: BudgetName, holder: string): Account => {
    const name = `${budget} ${holder}`;
    const now = clock().getTime();
    const ms = budgets[budget].seconds * 1000;
    const known = accounts.get(name);
    if (known && known.ends_at > now && known.ends_at - now <= ms) return known;
    const account = { budget, holder, ends_at: (Math.floor(now / ms) + 1) * ms, shared: 0, own: 0 };
    // Oldest first, should somebody make up holders.
    if (accounts.size >= mostHolders) for (const oldest of accounts.keys()) if (accounts.delete(oldest)) break;
    accounts.set(name, account);
    return account;
  };
  let sharing: Promise<void> | undefined;
  const shareNow = async () => {
    const now = clock();
    for (const [name, { ends_at }] of accounts) if (ends_at <= now.getTime()) accounts.delete(name);
    const worth = [...accounts.values()].filter(({ budget, own }) => own > 0 && own >= budgets[budget].most * partWorthSharing);
    if (worth.length > 0) await charge(worth, now);
    // A process that took no part in it learns here what the others have used up.
    for (const { budget, holder, amount, ends_at } of await ledger.usedUp(now)) {
      const account = accountOf(budget, holder);
      if (account.ends_at === ends_at.getTime()) account.shared = Math.max(account.shared, amount);
    }
  };
  const charge = async (worth: readonly Account[], now: Date) => {
    const charged = worth.map(({ budget, holder, own, ends_at }) => ({ budget, holder, amount: own, ends_at: new Date(ends_at) }));
    const totals = await ledger.charge(charged, now);
    worth.forEach((account, at) => {
      account.own -= charged[at]?.amount ?? 0;
      account.shared = totals[at] ?? account.shared;
    });
  };
  const share = () => (sharing ??= shareNow().finally(() => (sharing = undefined)));
  const stop = every(shareMs, share, onFailure);
  return {
    take: (budget, holder, amount = 1) => {
      const account = accountOf(budget, String(holder));
      if (account.shared + account.own + amount > budgets[budget].most) return false;
      account.own += amount;
      return true;
    },
    spent: (budget, holder) => {
      const { shared, own } = accountOf(budget, String(holder));
      return shared + own;
    },
    share,
    close: async () => {
      stop();
      await share().catch(onFailure);
      await ledger.close();
    },
  };
}
