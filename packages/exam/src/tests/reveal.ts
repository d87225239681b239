import { GRACE_SECONDS } from './clock.ts';

/** A paper that contains a question, with the part of one student in it. Times are in ms; null if the window has no beginning or no end. */
export interface HoldingPaper {
  mode: 'institute' | 'mock' | 'previous_paper';
  opens_at: number | null;
  closes_at: number | null;
  is_test_retakable: boolean;
  allows_review: boolean;
  results_published: boolean;
  /** Whether any student has a session in progress that ends at a deadline or with the window. */
  is_under_way: boolean;
  /** Whether the student may begin the paper, apart from its window: given by the institute, free, or opened by Premium. */
  has_access: boolean;
  /** Whether the student has a session of the paper under way. */
  is_sitting: boolean;
  /** Whether the student has finished a session of the paper. */
  has_completed: boolean;
  /** Whether the paper is an institute's and the question is not, so that students may have seen the question elsewhere. */
  is_borrowed: boolean;
  /** Whether the student is a member of the paper's institute. */
  is_member: boolean;
  /** Whether the paper is assigned to a student and has an opening time. */
  is_given: boolean;
}

const isClosed = ({ closes_at }: HoldingPaper, now: number): boolean => closes_at !== null && now >= closes_at;

/** Whether nobody may see the keys of a paper yet: until its window and grace period are over, and while a student is taking the paper. */
const isLive = (paper: HoldingPaper, now: number): boolean =>
  paper.is_under_way ||
  (paper.opens_at !== null && paper.opens_at > now) ||
  (paper.closes_at !== null && now <= paper.closes_at + GRACE_SECONDS * 1000);

/**
 * Whether a paper is over for everybody: window and grace period have passed, and no session is still under way, for example because of an
 * extension.
 */
export const isPaperOver = (paper: HoldingPaper, now: number): boolean => paper.closes_at !== null && !isLive(paper, now);

/** Whether students may still be taking a paper: until its window is over, or without a closing time while somebody takes it. */
export const isBeingTaken = (paper: HoldingPaper, now: number): boolean =>
  paper.closes_at === null ? paper.is_under_way : !isPaperOver(paper, now);

/**
 * Whether an institute's paper withholds a borrowed question from this student. It does so from members, from the moment it is given with
 * an opening time until it is over, and from students who have finished it until it may be reviewed. Without this limit, any copied paper
 * could withhold an answer from everybody.
 */
const isKeptFromMember = (paper: HoldingPaper, now: number): boolean =>
  paper.is_member && (paper.has_completed || (paper.is_given && !isPaperOver(paper, now)));

/** Whether the student may begin the paper now or later, for the first time or as a retake. */
const mayStillBegin = (paper: HoldingPaper, now: number): boolean =>
  paper.has_access && !isClosed(paper, now) && (!paper.has_completed || paper.is_test_retakable);

/** Whether the paper's own rules reveal its answers, apart from this student's access. */
function isReviewable(paper: HoldingPaper, now: number): boolean {
  if (!paper.allows_review || !paper.results_published) return false;
  if (paper.opens_at !== null && paper.opens_at > now) return false;
  if (paper.mode === 'previous_paper' || paper.closes_at === null) return paper.has_completed && !paper.is_under_way;
  return isPaperOver(paper, now);
}

/**
 * Whether this paper's own rules let the student review it: with a window once it is over, even if the student missed it; without a window
 * once the student has completed it. The paper must allow review, its results must be published, and the student must have access.
 */
export const mayReview = (paper: HoldingPaper, now: number): boolean => paper.has_access && isReviewable(paper, now);

/** Whether the paper is a mock without a window, which is always open to every student with access. */
const isSelfPacedMock = ({ mode, opens_at, closes_at }: HoldingPaper, now: number): boolean =>
  mode === 'mock' && closes_at === null && !(opens_at !== null && opens_at > now);

/**
 * The papers that withhold a question from the student: a paper that the student takes; a self-paced mock until the student may review the
 * question somewhere; any other paper until its own rules reveal its answers. Once an institute has published a paper of the student's with
 * the question, a paper that is no longer live withholds it only if the student may still begin it, or has neither finished it nor may see
 * its published review.
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

/** The papers that matter for a question. Other papers have borrowed the question, and neither withhold nor show it to this student. */
const speaking = (papers: readonly HoldingPaper[], now: number): HoldingPaper[] =>
  papers.filter((paper) => !paper.is_borrowed || paper.is_sitting || isKeptFromMember(paper, now) || mayReview(paper, now));

/**
 * Whether any response to this student may contain the question's answer, solution and video. No paper may withhold it, and the student
 * must be able to see one of its papers in review or as a public previous paper. A question in no paper is for practice.
 */
export function mayReveal(papers: readonly HoldingPaper[], now: number): boolean {
  const holding = speaking(papers, now);
  if (holding.length === 0) return true;
  const isOpen = holding.some((paper) => paper.mode === 'previous_paper' || mayReview(paper, now));
  return isOpen && withholdingPapers(holding, now).length === 0;
}

/** Whether practice and search may serve the question with its answer: it is revealed, and it is in no mock without a closing time. */
export function isServedInPractice(papers: readonly HoldingPaper[], now: number): boolean {
  return mayReveal(papers, now) && speaking(papers, now).every((paper) => paper.mode === 'previous_paper' || isPaperOver(paper, now));
}

/** When the last of these papers is over, by the ends of their windows (ms); null if one window has no end. */
export function overAt(papers: readonly HoldingPaper[]): number | null {
  const ends = papers.map(({ closes_at }) => closes_at);
  return ends.reduce<number | null>(
    (last, end) => (last === null || end === null ? null : Math.max(last, end + GRACE_SECONDS * 1000)),
    ends.length === 0 ? null : 0,
  );
}
