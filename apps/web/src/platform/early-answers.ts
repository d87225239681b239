export interface EarlyAnswer {
  response: Response;
  /** Ms, as `performance.now()` tells them. */
  sentAt: number;
  receivedAt: number;
}

declare global {
  interface Window {
    /** By address: what the page asked for before its code was there (`early-start.ts`). */
    earlyAnswers?: Map<string, Promise<EarlyAnswer>>;
  }
}

/** The early answer to a call, once; undefined when there is none. */
export function takeEarlyAnswer(url: string): Promise<EarlyAnswer> | undefined {
  const answer = globalThis.window?.earlyAnswers?.get(url);
  globalThis.window?.earlyAnswers?.delete(url);
  return answer;
}

/** Keeps an answer for the call that will ask for it. Whoever takes it learns of its failure. */
export function keepEarlyAnswer(url: string, answer: Promise<EarlyAnswer>): void {
  answer.catch(() => undefined);
  globalThis.window.earlyAnswers ??= new Map();
  globalThis.window.earlyAnswers.set(url, answer);
}

/** Forgets all early answers: they are older than what is being changed now. */
export function forgetEarlyAnswers(): void {
  globalThis.window?.earlyAnswers?.clear();
}
