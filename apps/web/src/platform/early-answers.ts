/** What the server sent, with the ms (`performance.now()`) of asking and hearing. */
export interface HeardAnswer {
  response: Response;
  /** The body. */
  text: string;
  sentAt: number;
  receivedAt: number;
}

interface EarlyAnswer {
  coming: Promise<HeardAnswer>;
  /** Once it has come. */
  heard?: HeardAnswer;
}

declare global {
  interface Window {
    /** By address: what the page asked for before its code was there (`early-start.ts`). */
    earlyAnswers?: Map<string, EarlyAnswer>;
  }
}

/** Answers that came within another, by the address that the next screen will ask. */
const enclosed = new Map<string, unknown>();

function take<T>(answers: Map<string, T> | undefined, url: string): T | undefined {
  const answer = answers?.get(url);
  answers?.delete(url);
  return answer;
}

/** Resolves once each of them has come or failed. */
export async function earlyAnswersCome(): Promise<void> {
  await Promise.allSettled([...(globalThis.window?.earlyAnswers?.values() ?? [])].map(({ coming }) => coming));
}

/** The early answer to a call, once; undefined when there is none. */
export const takeEarlyAnswer = (url: string): Promise<HeardAnswer> | undefined => take(globalThis.window?.earlyAnswers, url)?.coming;

/** The same, only if it has come. */
export const takeArrivedAnswer = (url: string): HeardAnswer | undefined =>
  globalThis.window?.earlyAnswers?.get(url)?.heard && take(globalThis.window.earlyAnswers, url)?.heard;

export const takeEnclosedAnswer = (url: string): unknown => take(enclosed, url);

export const keepEnclosedAnswer = (url: string, answer: unknown): void => void enclosed.set(url, answer);

/** Forgets all early answers: they are older than what is being changed now. */
export function forgetEarlyAnswers(): void {
  globalThis.window?.earlyAnswers?.clear();
  enclosed.clear();
}
