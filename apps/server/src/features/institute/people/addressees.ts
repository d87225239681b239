import { plainName } from '@abhyas/contract/institute/identity';
import type { Account } from './people.store.ts';

/**
 * The accounts that a letter to a phone number addresses: the accounts with the letter's name, or all if it has no name or no account has
 * that name.
 */
export function addressees(accounts: readonly Account[], { phone, name }: { phone: string; name: string | null }): Account[] {
  const ofPhone = accounts.filter((account) => account.phone === phone);
  const named = name === null ? [] : ofPhone.filter((account) => plainName(account.name) === plainName(name));
  return named.length > 0 ? named : ofPhone;
}
