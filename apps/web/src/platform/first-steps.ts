import type { Answer } from '@abhyas/exam/bank/question';

/** The steps of a student under 18 before a guardian agreed. They are stored on the device only, not on the server. */
export interface FirstSteps {
  /** Verified answers, by question. */
  answers: Record<number, Answer>;
  /** The result of the short test; null before it. */
  tested: { right: number; of: number } | null;
}

const KEY = 'first-steps';
const none: FirstSteps = { answers: {}, tested: null };

export function firstSteps(student_id: number): FirstSteps {
  try {
    return { ...none, ...(JSON.parse(localStorage.getItem(`${KEY}/${student_id}`) ?? '{}') as Partial<FirstSteps>) };
  } catch {
    return none;
  }
}

/** Stores the changed parts. If the browser stores nothing, only the page has them. */
export function keepFirstSteps(student_id: number, changed: Partial<FirstSteps>): void {
  try {
    localStorage.setItem(`${KEY}/${student_id}`, JSON.stringify({ ...firstSteps(student_id), ...changed }));
  } catch {
    // The page still has them.
  }
}

/** Removes the steps of every person, on logout and once a guardian has agreed. */
export function forgetFirstSteps(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(`${KEY}/`)) localStorage.removeItem(key);
  } catch {
    // The browser stores nothing.
  }
}
