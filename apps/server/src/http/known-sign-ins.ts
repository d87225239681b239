import { Problem } from '@abhyas/contract/problem';
import { type Budgets, holderOfAddress } from '../budgets/budgets.ts';
import type { SignInKey } from '../context.ts';

const mostKnown = 100_000;

/** The person of each sign-in, remembered from answered calls, so that refusing a call beyond the budget needs no database. */
export class KnownSignIns {
  readonly #holders = new Map<string, string>();
  readonly #budgets: Budgets;
  constructor(budgets: Budgets) {
    this.#budgets = budgets;
  }

  /**
   * Draws a call from the budget of the person if the sign-in is known, otherwise from that of the address. Returns the key of the person's
   * budget if known. Throws `too_many_requests`.
   */
  take(signIn: SignInKey | null, address: string): string | undefined {
    const holder = signIn ? this.#holders.get(nameOf(signIn)) : undefined;
    const isTaken = holder ? this.#budgets.take('calls', holder) : this.#budgets.take('anonymous_calls', holderOfAddress(address));
    if (!isTaken) throw new Problem('too_many_requests');
    return holder;
  }

  learn(signIn: SignInKey, holder: string): void {
    const name = nameOf(signIn);
    if (this.#holders.has(name)) return;
    if (this.#holders.size >= mostKnown) for (const oldest of this.#holders.keys()) if (this.#holders.delete(oldest)) break;
    this.#holders.set(name, holder);
  }
}

/** Key of the budget of a sign-in, used until its person is known. */
export const nameOf = ({ token_hash }: SignInKey): string => token_hash.toString('base64');
