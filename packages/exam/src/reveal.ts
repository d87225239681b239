/** A paper that holds the question. Moments in ms; null where the paper has no such end of its window. */
export interface PaperWindow {
  opens_at: number | null;
  closes_at: number | null;
  allows_review: boolean;
  results_published: boolean;
}

const isWindowOver = (paper: PaperWindow, now: number): boolean => paper.closes_at !== null && now >= paper.closes_at;

/**
 * Whether a question may leave with its answer, solution and video, for one student. Never while a running test of theirs holds it. Every
 * paper that holds it must agree: one that closes, when it has, review is allowed and results are published; a self-paced one, which never
 * closes and publishes at once, when the student has completed it and review is allowed.
 */
export function mayReveal(
  question: { papers: readonly PaperWindow[]; running_session_has_it: boolean; completed: boolean },
  now: number,
): boolean {
  if (question.running_session_has_it) return false;
  return question.papers.every((paper) =>
    paper.closes_at === null
      ? question.completed && paper.allows_review
      : isWindowOver(paper, now) && paper.allows_review && paper.results_published,
  );
}

/** Whether practice may serve the question, answer and all: no paper holds it, or every one is over, in review and published. A paper without window is always open. */
export function isServedInPractice(papers: readonly PaperWindow[], now: number): boolean {
  return papers.every((paper) => isWindowOver(paper, now) && paper.allows_review && paper.results_published);
}
