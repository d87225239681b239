import { isIPv6 } from 'node:net';
import { every, saidAtMostEvery } from '../jobs/every.ts';

/** One gigabyte in kB, because amounts are 32-bit integers. */
const gigabyte = 1024 * 1024;

/** The amount that a student, a session or an address may spend within the given seconds. A feature adds its line, and takes from it. */
export const budgets = {
  /** For a student. The busiest page makes one call a second; repeats after an outage are added. */
  calls: { most: 1200, seconds: 60 },
  /** For an address, by callers without a sign-in. A hall of 2,000 behind one address signs in within a minute. */
  anonymous_calls: { most: 30_000, seconds: 60 },
  /** For a student: tests begun, taken over or restarted. */
  begins: { most: 120, seconds: 3600 },
  /** For a person: codes of the second factor, including right ones. */
  second_factors: { most: 20, seconds: 3600 },
  /** For a person: fetches of their calendar feed, by calendars on several devices that ask every few minutes. */
  calendars: { most: 120, seconds: 3600 },
  /** For a person: links sent to a guardian. */
  guardian_links: { most: 5, seconds: 86_400 },
  /** For a phone number: links that students send there, so that strangers cannot flood it. */
  guardian_links_of_number: { most: 5, seconds: 86_400 },
  /** For a person: e-mails with a link that confirms an address. */
  letter_mails: { most: 5, seconds: 86_400 },
  /** For an e-mail address: links that people send there, so that strangers cannot flood it. */
  letter_mails_of_address: { most: 3, seconds: 86_400 },
  /** For the installation: links that confirm an address, so that many accounts together do not make it a source of spam. */
  letter_mails_of_installation: { most: 20_000, seconds: 86_400 },
  /** For a person: feedback on the product. */
  feedback: { most: 20, seconds: 86_400 },
  /** For a student: doubts asked and notes kept. */
  doubts: { most: 20, seconds: 86_400 },
  /** For a student: reports of answers to doubts. */
  doubt_reports: { most: 10, seconds: 86_400 },
  /** For a person: coupons and referral codes entered, including right ones, so that parallel tries are limited too. */
  coupons: { most: 60, seconds: 3600 },
  /** For a person: wrong coupons and referral codes. */
  wrong_coupons: { most: 20, seconds: 3600 },
  /** For an address: wrong coupons and referral codes, enough for a hall of 2,000. */
  wrong_coupons_of_address: { most: 1000, seconds: 3600 },
  /** For a person: orders made. */
  orders: { most: 20, seconds: 3600 },
  /** For a person: reports of payments, because each one causes a call to the provider. */
  payments: { most: 60, seconds: 3600 },
  /** For a person: views of an open order that ask the provider. */
  payment_looks: { most: 240, seconds: 3600 },
  /** For a student in a session: visits to questions, one a second for five and a half hours. */
  visits: { most: 20_000, seconds: 86_400 },
  /** For a person: uploads begun, enough to return a class of 200 marked sheets within an hour. */
  uploaded_files: { most: 600, seconds: 3600 },
  /** For a student, in kB: bytes stored, except sheets of a running test. */
  student_bytes: { most: 4 * gigabyte, seconds: 86_400 },
  /** For a member of staff, in kB: 400 of the largest files. */
  staff_bytes: { most: 40 * gigabyte, seconds: 86_400 },
  /** For an institute, in kB: 2,000 students with 50 MB each, and the files that its staff share. */
  institute_bytes: { most: 200 * gigabyte, seconds: 86_400 },
  /** For an institute, in kB: pictures of questions, a hundred printed papers of 200 questions. The database stores them. */
  bank_picture_bytes: { most: 2 * gigabyte, seconds: 86_400 },
  /** For the installation: test messages of its first day, which cost money. */
  first_day_messages: { most: 10, seconds: 3600 },
  /** For an address: wrong codes, enough for a hall of 2,000 where everybody mistypes once. */
  wrong_codes_of_address: { most: 2000, seconds: 3600 },
  /** For a phone number: wrong codes. Devices that signed in with the number before do not count, and are not slowed down. */
  wrong_codes_of_number: { most: 50, seconds: 86_400 },
  /** For an institute: people and guardians invited, enough for a roster of 50,000 who all have accounts, and 5,000 more. */
  invitations: { most: 55_000, seconds: 86_400 },
  /** For an address: job applications and enquiries of institutes. */
  letters: { most: 20, seconds: 3600 },
  /** For an address, in kB: resumes of applications, 100 of the largest. */
  resume_bytes_of_address: { most: gigabyte / 2, seconds: 86_400 },
  /** For the installation, in kB: resumes, so that many addresses together do not fill the disk. */
  resume_bytes: { most: 10 * gigabyte, seconds: 86_400 },
} as const satisfies Record<string, { most: number; seconds: number }>;

export type BudgetName = keyof typeof budgets;

/** The end of the present period of a budget, in milliseconds; a new period begins then. */
export function endOf(budget: BudgetName, now: number): number {
  const ms = budgets[budget].seconds * 1000;
  return (Math.floor(now / ms) + 1) * ms;
}

export interface Spending {
  budget: BudgetName;
  holder: string;
  amount: number;
  /** The end of the period that the budget covers. */
  ends_at: Date;
}

/** The sums of the spendings of all processes. */
export interface Ledger {
  /** Adds the spendings, and resolves with the totals of all processes in the same order. */
  charge(spendings: readonly Spending[], now: Date): Promise<number[]>;
  /** The budgets that all processes together have used up; `amount` is the total. */
  usedUp(now: Date): Promise<Spending[]>;
  close(): Promise<void>;
}

export interface Budgets {
  /** Takes from a budget. False if more was requested than is left; then nothing is taken. */
  take(budget: BudgetName, holder: string | number, amount?: number): boolean;
  /** The amount that the holder has spent, as known to this process. */
  spent(budget: BudgetName, holder: string | number): number;
  /** Reports to the ledger, which also happens every two seconds. */
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
/** Milliseconds between two reports of a failure, because every attempt to share fails while the ledger is unreachable. */
const saidEveryMs = 60_000;
/** A process does not report spendings below this part of a budget: students of a hall are then never written to the ledger. */
const partWorthSharing = 1 / 20;
const mostHolders = 200_000;

interface Account {
  budget: BudgetName;
  holder: string;
  ends_at: number;
  /** Spent in all processes, as of the last report. */
  shared: number;
  /** Spent in this process since then. */
  own: number;
}

/**
 * Budgets are counted in the process and reported to the ledger in batches: a call costs no write. Several processes may together allow a
 * little more than one would, never less.
 */
export function openBudgets(ledger: Ledger, clock: () => Date, report: (error: unknown) => void): Budgets {
  const onFailure = saidAtMostEvery(saidEveryMs, clock, report);
  const accounts = new Map<string, Account>();
  const accountOf = (budget: BudgetName, holder: string): Account => {
    const name = `${budget} ${holder}`;
    const now = clock().getTime();
    const ms = budgets[budget].seconds * 1000;
    const known = accounts.get(name);
    if (known && known.ends_at > now && known.ends_at - now <= ms) return known;
    const account = { budget, holder, ends_at: endOf(budget, now), shared: 0, own: 0 };
    // The oldest is deleted, in case a caller invents holders.
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
    // This process may have spent nothing of a budget that the others have used up.
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
