/** An API response, with the ms (`performance.now()`) of the request and of the response's arrival. */
export interface HeardAnswer {
  response: Response;
  /** The body of the answer. */
  text: string;
  sentAt: number;
  receivedAt: number;
}

interface EarlyAnswer {
  coming: Promise<HeardAnswer>;
  /** Set once the answer has arrived. */
  heard?: HeardAnswer;
}

declare global {
  interface Window {
    /** API responses that the page's head requested before the site's code was loaded (`early-start.ts`), by address. */
    earlyAnswers?: Map<string, EarlyAnswer>;
  }
}

/** Answers that were part of another one, by the address that the next screen calls. */
const enclosed = new Map<string, unknown>();

function take<T>(answers: Map<string, T> | undefined, url: string): T | undefined {
  const answer = answers?.get(url);
  answers?.delete(url);
  return answer;
}

/** Resolves once every early answer has arrived or failed. */
export async function earlyAnswersCome(): Promise<void> {
  await Promise.allSettled([...(globalThis.window?.earlyAnswers?.values() ?? [])].map(({ coming }) => coming));
}

/** Removes and returns the early response to a call, so that it is used only once; undefined if there is none. */
export const takeEarlyAnswer = (url: string): Promise<HeardAnswer> | undefined => take(globalThis.window?.earlyAnswers, url)?.coming;

/** Takes the early answer if it has arrived; otherwise undefined. */
export const takeArrivedAnswer = (url: string): HeardAnswer | undefined =>
  globalThis.window?.earlyAnswers?.get(url)?.heard && take(globalThis.window.earlyAnswers, url)?.heard;

export const takeEnclosedAnswer = (url: string): unknown => take(enclosed, url);

export const keepEnclosedAnswer = (url: string, answer: unknown): void => void enclosed.set(url, answer);

/** Discards all early answers, because they are older than the change that is being sent. */
export function forgetEarlyAnswers(): void {
  globalThis.window?.earlyAnswers?.clear();
  enclosed.clear();
}
