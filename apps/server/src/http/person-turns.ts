/** The most calls of one person that run at once: as many as a browser sends, and fewer than the database has connections. */
export const mostAtOnce = 6;

interface Turns {
  running: number;
  waiting: (() => void)[];
}

/** Runs a few calls of each person at once. Further calls of the person wait for these, so that other people do not wait. */
export class PersonTurns {
  readonly #people = new Map<string, Turns>();
  readonly #most: number;
  constructor(most = mostAtOnce) {
    this.#most = most;
  }

  async run<T>(person: string, work: () => Promise<T>): Promise<T> {
    const own = this.#people.get(person) ?? { running: 0, waiting: [] };
    this.#people.set(person, own);
    if (own.running < this.#most) own.running += 1;
    else await new Promise<void>((begin) => own.waiting.push(begin));
    try {
      return await work();
    } finally {
      const next = own.waiting.shift();
      if (next) next();
      else {
        own.running -= 1;
        if (own.running === 0) this.#people.delete(person);
      }
    }
  }
}
