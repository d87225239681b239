import { Socket } from 'node:net';

/**
 * Sends all that is written before the event loop goes on in one packet: the begin of a transaction and its first statement, or several
 * statements that do not wait for each other. A packet of its own wakes the database for each.
 */
export class TurnSocket extends Socket {
  #isHeld = false;

  #hold(): void {
    if (this.#isHeld) return;
    this.#isHeld = true;
    super.cork();
    process.nextTick(() => {
      this.#isHeld = false;
      super.uncork();
    });
  }

  override cork(): void {
    this.#hold();
    super.cork();
  }

  override write(...values: unknown[]): boolean {
    this.#hold();
    return super.write(...(values as [string]));
  }
}
