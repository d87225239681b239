import { hasRight } from '@abhyas/contract/institute/rights';
import { Problem } from '@abhyas/contract/problem';
import { endedBefore } from '@abhyas/exam/tests/clock';
import type { StaffContext } from '../../../context.ts';
import type { institutePaper } from '../../institute/scope/scope.ts';
import { presentContent } from '../../tests/papers/papers.ts';
import { isAssignedToOthers } from '../assignments/assignments.ts';
import { isInUnfinishedTest } from '../paper-drafts/paper-drafts.ts';
import { isUnderWay } from '../question-statistics/question-statistics.ts';
import { findGivenBySheets } from './answer-sheets.store.ts';

type Paper = Awaited<ReturnType<typeof institutePaper>>;

/** Whether the test is given on the screen and not over. A test on paper has no window, and only its sheets give it to students. */
async function isHeldOnScreen(context: StaffContext, { id, opens_at, closes_at, results_published_at }: Paper): Promise<boolean> {
  if (closes_at !== null) return closes_at > endedBefore(context.now) || (await isUnderWay(context, id));
  if (results_published_at !== null) return false;
  return opens_at !== null || (await isAssignedToOthers(context, id, await findGivenBySheets(context, id)));
}

/**
 * Whether marks of sheets would reveal keys of a test that is not over: this one, or another one with one of its questions. A sheet with a
 * single answer tells whether that answer is right.
 */
export async function areMarksSecret(context: StaffContext, paper: Paper): Promise<boolean> {
  if (await isHeldOnScreen(context, paper)) return true;
  const { placeById } = await presentContent(context, paper.id);
  return isInUnfinishedTest(context, [...placeById.keys()], paper.id);
}

/** Whether the actor may see the marks of sheets now. */
export const maySeeMarks = async (context: StaffContext, paper: Paper): Promise<boolean> =>
  hasRight(context.actor.role, 'keys.read') || !(await areMarksSecret(context, paper));

/** Throws `not_possible` for staff from whom the marks of the sheets are kept now. */
export async function requireMarks(context: StaffContext, paper: Paper): Promise<void> {
  if (!(await maySeeMarks(context, paper)))
    throw new Problem(
      'not_possible',
      'The marks would reveal keys of a test that is not over. Enter the sheets after its end, or ask somebody who may read keys.',
    );
}
