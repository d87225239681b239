// Contents: choosing among the people of a phone number at sign-in · naming one of them in a command
import { createHash, randomBytes } from 'node:crypto';
import { plainName } from '@abhyas/contract/institute/identity';
import { Problem } from '@abhyas/contract/problem';
import type { CallContext, Context } from '../../../context.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { checkCode, deviceOf, type Keys, refuseGuess, requireGuessAllowed, useCheckedCode } from './codes.ts';
import * as codes from './codes.store.ts';
import * as store from './identity.store.ts';
import { isDeleted } from './persons.ts';
import { beginSignIn } from './sign-ins.ts';

const ticketMinutes = 5;
const hashOf = (ticket: string) => createHash('sha256').update(ticket).digest();

/** First names; full names if two people have the same first name. */
export function shownNames(names: readonly (string | null)[]): (string | null)[] {
  const first = (name: string | null) => name?.trim().split(/\s+/)[0] ?? null;
  const isDouble = (name: string | null) => names.filter((other) => plainName(first(other)) === plainName(first(name))).length > 1;
  return names.map((name) => (isDouble(name) ? name : first(name)));
}

/** Exchanges a correct code for the people of its number, and for a ticket with which one of them signs in. */
export async function exchangeCode(context: CallContext, keys: Keys, phone: string, otp: string, given: string | undefined) {
  const code = await checkCode(context, keys, phone, otp, given);
  const ticket = randomBytes(24).toString('base64url');
  const people = await inTransaction(context, async (within) => {
    await useCheckedCode(within, code);
    await codes.storeTicket(within, code.id, hashOf(ticket), new Date(context.now.getTime() + ticketMinutes * 60_000));
    return store.findPeople(within, phone);
  });
  code.rememberDevice();
  const names = shownNames(people.map(({ name }) => name));
  return { success: true as const, ticket, people: people.map(({ id, course }, at) => ({ id, name: names[at] ?? null, course })) };
}

/**
 * Signs in one of the people of a number. An unknown, expired or used ticket and a person of another number get the same answer, that of a
 * wrong code.
 */
export async function loginAs(
  context: CallContext,
  keys: Keys,
  { phone_number, ticket, user_id }: { phone_number: string; ticket: string; user_id: number },
) {
  requireGuessAllowed(context, phone_number, deviceOf(context, keys.secret, phone_number) !== null);
  const refusal = new Problem('code_expired');
  return beginSignIn(context, async (within) => {
    if (!(await codes.useTicket(within, phone_number, hashOf(ticket), user_id))) throw refusal;
    return { user_id, membership_id: await store.findChosenMembership(within, user_id) };
  }).catch(async (error: unknown) => {
    if (error !== refusal) throw error;
    // Unknown tickets could be used to lock any number, and expired ones to lock theirs for ever: both count against the address.
    const isGiven = await codes.hasTicket(context, phone_number, hashOf(ticket));
    return refuseGuess(context, keys, isGiven ? phone_number : null, refusal);
  });
}

/** A person in a command: a phone number, or the number and a name if several people have it. */
export const personPattern = /^\d{10}(\/.+)?$/;

/** A person in a command by the number of the account, as of somebody who signs in with Google and has set no phone number. */
export const accountPattern = /^account:(\d{1,15})$/;

/**
 * The people that `9000000001`, or `9000000001/Asha Rao`, names. Throws `not_possible`, with their names, if several people match the
 * number and the text names none of them.
 */
export function namedAmong<P extends { name: string | null }>(people: readonly P[], text: string, idOf: (person: P) => number): P[] {
  const [phone = '', ...rest] = text.split('/');
  const name = rest.join('/');
  const named = name === '' ? [...people] : people.filter((person) => plainName(person.name) === plainName(name));
  if (new Set(named.map(idOf)).size < 2) return named;
  const names = [...new Set(named.map((person) => person.name ?? 'without a name'))].join(', ');
  throw new Problem('not_possible', `Several people have the number ${phone}: ${names}. Name one of them as ${phone}/NAME.`);
}

export const phoneIn = (text: string): string => text.split('/')[0] ?? '';

/** The account that a command names. Throws `not_found`, or `not_possible` if several match. */
export async function personNamed(context: Context, text: string): Promise<number> {
  const account = accountPattern.exec(text)?.[1];
  if (account !== undefined) {
    const user = isDeleted(Number(account)) ? undefined : await store.findUser(context, Number(account));
    if (!user) throw new Problem('not_found', 'There is no account with this number.');
    return user.id;
  }
  const [person] = namedAmong(await store.findPeople(context, phoneIn(text)), text, ({ id }) => id);
  if (!person) throw new Problem('not_found', 'Nobody has this number.');
  return person.id;
}

/** Like `personNamed`, but creates an account for a number that has none. */
export async function findOrInsertPerson(context: Context, text: string): Promise<number> {
  const isNew = !text.includes('/') && (await store.findPeople(context, text)).length === 0;
  return isNew ? store.insertUser(context, text) : personNamed(context, text);
}
