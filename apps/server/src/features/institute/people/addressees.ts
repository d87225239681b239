import { plainName } from '@abhyas/contract/institute/identity';
import type { Account } from './people.store.ts';

/** Whom of those with a phone a letter to it is for: who has its name; all of them where it has none, or nobody has it. */
export function addressees(accounts: readonly Account[], { phone, name }: { phone: string; name: string | null }): Account[] {
  const ofPhone = accounts.filter((account) => account.phone === phone);
  const named = name === null ? [] : ofPhone.filter((account) => plainName(account.name) === plainName(name));
  return named.length > 0 ? named : ofPhone;
}
