import { GRACE_SECONDS } from './clock.ts';

/** A paper that holds a question, and one student's part in it. Moments in ms; null where the paper has no such end of its window. */
export interface HoldingPaper {
  mode: 'institute' | 'mock' | 'previous_paper';
  opens_at: number | null;
  closes_at: number | null;
  is_test_retakable: boolean;
  allows_review: boolean;
  results_published: boolean;
  /** Somebody's session of it that ends by a deadline or with its window is under way. */
  is_under_way: boolean;
  /** The paper is the student's to begin, its window aside: given by the institute, free, or opened by Premium. */
  has_access: boolean;
  /** The student has a session of it under way. */
  is_sitting: boolean;
  /** The student has finished a session of it. */
  has_completed: boolean;
  /** The paper is an institute's and the question is not: anybody may have met it elsewhere. */
  is_borrowed: boolean;
  /** The student is a member of the paper's institute. */
  is_member: boolean;
  /** It was given to somebody, and has an opening time. */
  is_given: boolean;
}

const isClosed = ({ closes_at }: HoldingPaper, now: number): boolean => closes_at !== null && now >= closes_at;

/** Whether a paper is to come, in its window or its grace, or somebody sits it: its keys are nobody's yet. */
const isLive = (paper: HoldingPaper, now: number): boolean =>
  paper.is_under_way ||
  (paper.opens_at !== null && paper.opens_at > now) ||
  (paper.closes_at !== null && now <= paper.closes_at + GRACE_SECONDS * 1000);

/** Whether a paper is over for everybody: its window closed, the grace passed, and no session of it under way, as an extension leaves one. */
export const isPaperOver = (paper: HoldingPaper, now: number): boolean => paper.closes_at !== null && !isLive(paper, now);

/**
 * Whether an institute's paper keeps a question that it has borrowed from this student: from its members alone, from the moment it is given with an
 * opening time until it is over; from who has finished it, as long as it may not be reviewed. Else copies would take answers away from everybody.
 */
const isKeptFromMember = (paper: HoldingPaper, now: number): boolean =>
  paper.is_member && (paper.has_completed || (paper.is_given && !isPaperOver(paper, now)));

/** Whether the student could begin the paper now or later: a first attempt, or another where it can be retaken. */
const mayStillBegin = (paper: HoldingPaper, now: number): boolean =>
  paper.has_access && !isClosed(paper, now) && (!paper.has_completed || paper.is_test_retakable);

/** Whether the paper's own rules, without regard to this student's access, let its answers be seen. */
function isReviewable(paper: HoldingPaper, now: number): boolean {
  if (!paper.allows_review || !paper.results_published) return false;
  if (paper.opens_at !== null && paper.opens_at > now) return false;
  if (paper.mode === 'previous_paper' || paper.closes_at === null) return paper.has_completed && !paper.is_under_way;
  return isPaperOver(paper, now);
}

/**
 * Whether the student may see this paper in review, as far as the paper itself goes: one with a window when it is over, also to who missed it;
 * one without when this student has completed it. Review must be allowed, results published, and the paper the student's to begin.
 */
export const mayReview = (paper: HoldingPaper, now: number): boolean => paper.has_access && isReviewable(paper, now);

/** Always there, to anybody who may begin it. */
const isSelfPacedMock = ({ mode, opens_at, closes_at }: HoldingPaper, now: number): boolean =>
  mode === 'mock' && closes_at === null && !(opens_at !== null && opens_at > now);

/**
 * The papers among those that hold a question which keep it from the student: any that the student sits; a self-paced mock until this student
 * may review it somewhere; another until its own rules let its answers be seen. Where an institute has published a paper of the student's that
 * holds the question, one that is live for nobody keeps it only while this student may still begin it, or from who has not finished it where it
 * is kept from review.
 */
export function withholdingPapers<P extends HoldingPaper>(papers: readonly P[], now: number): P[] {
  const reviewed = papers.filter((paper) => mayReview(paper, now));
  const isPublished = reviewed.some(({ mode }) => mode === 'institute');
  return papers.filter((paper) => {
    if (paper.is_sitting) return true;
    if (paper.is_borrowed && !isKeptFromMember(paper, now)) return false;
    if (paper.mode === 'previous_paper' || isReviewable(paper, now)) return false;
    if (isSelfPacedMock(paper, now) && paper.allows_review) return reviewed.length === 0;
    if (!isPublished || isLive(paper, now)) return true;
    return mayStillBegin(paper, now) || !(paper.has_completed || (paper.allows_review && paper.results_published));
  });
}

/** Papers that say anything of a question: others have borrowed it, and neither keep it from this student nor show it. */
const speaking = (papers: readonly HoldingPaper[], now: number): HoldingPaper[] =>
  papers.filter((paper) => !paper.is_borrowed || paper.is_sitting || isKeptFromMember(paper, now) || mayReview(paper, now));

/**
 * Whether a question may leave with its answer, solution and video, for one student, whatever the call. No paper that holds it may withhold it,
 * and one of them must be open to the student: in review, or public as a previous paper is. Without papers it is a question of practice.
 */
export function mayReveal(papers: readonly HoldingPaper[], now: number): boolean {
  const holding = speaking(papers, now);
  if (holding.length === 0) return true;
  const isOpen = holding.some((paper) => paper.mode === 'previous_paper' || mayReview(paper, now));
  return isOpen && withholdingPapers(holding, now).length === 0;
}

/** Whether practice and search may serve the question, answer and all: revealed, and in no mock without a closing time, which withholds for ever. */
export function isServedInPractice(papers: readonly HoldingPaper[], now: number): boolean {
  return mayReveal(papers, now) && speaking(papers, now).every((paper) => paper.mode === 'previous_paper' || isPaperOver(paper, now));
}

/** When the last of these papers is over, as far as their windows say; null where one has no end. */
export function overAt(papers: readonly HoldingPaper[]): number | null {
  const ends = papers.map(({ closes_at }) => closes_at);
  return ends.reduce<number | null>(
    (last, end) => (last === null || end === null ? null : Math.max(last, end + GRACE_SECONDS * 1000)),
    ends.length === 0 ? null : 0,
  );
}
