const mostKnown = 100_000;

/** Whose budget a sign-in draws on, learnt from calls that were answered: a refusal of one call too many asks no database. */
export class KnownSignIns {
  readonly #holders = new Map<string, string>();

  holderOf(token: string): string | undefined {
    return this.#holders.get(token);
  }

  learn(token: string, holder: string): void {
    if (this.#holders.has(token)) return;
    if (this.#holders.size >= mostKnown) for (const oldest of this.#holders.keys()) if (this.#holders.delete(oldest)) break;
    this.#holders.set(token, holder);
  }
}
