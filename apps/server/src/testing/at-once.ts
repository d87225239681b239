import { Problem, type ProblemCode } from '@abhyas/contract/problem';

/** What became of calls that were made at once: the answers, and the codes of the refusals. */
export async function outcomesOf<T>(calls: readonly Promise<T>[]): Promise<{ answers: T[]; refusals: ProblemCode[] }> {
  const outcomes = await Promise.allSettled(calls);
  return {
    answers: outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : [])),
    refusals: outcomes.flatMap((outcome) => {
      if (outcome.status === 'fulfilled') return [];
      if (outcome.reason instanceof Problem) return [outcome.reason.code];
      throw outcome.reason;
    }),
  };
}
