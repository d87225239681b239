import type { Context } from '../../context.ts';
import { inTransaction } from '../../database/transaction.ts';
import { institutePaper, type PaperWindow, StaffFault, studentsOf, updatePaper } from '../institute/institute.ts';
import * as store from './assignments.store.ts';

/** Gives a paper to students of its institute, all or those with the given numbers, and sets its window. Returns how many it went to. */
export async function assign(context: Context, code: string, phones: readonly string[] | null, window: PaperWindow): Promise<number> {
  return inTransaction(context, async (within) => {
    const paper = await institutePaper(within, code);
    const [opens_at, closes_at] = [window.opens_at ?? paper.opens_at, window.closes_at ?? paper.closes_at];
    if (opens_at && closes_at && closes_at <= opens_at) throw new StaffFault('The test would close before it opens.');
    const students = await studentsOf(within, paper, phones);
    await store.insertAssignments(
      within,
      paper.id,
      students.map(({ id }) => id),
    );
    await updatePaper(within, paper.id, window);
    return students.length;
  });
}

const mostExtensionSeconds = 24 * 3600;

/** More minutes for a paper, for all its students or those with the given numbers; reaches tests that are running. */
export async function extend(context: Context, code: string, minutes: number, phones: readonly string[] | null): Promise<number> {
  return inTransaction(context, async (within) => {
    const paper = await institutePaper(within, code);
    if (paper.time_kind !== 'wall_clock') throw new StaffFault(`The time of ${code} counts only while it is open; it cannot be extended.`);
    const students = phones && (await studentsOf(within, paper, phones));
    const ids = students && students.map(({ id }) => id);
    const longest = await store.findLongestExtension(within, paper.id, ids);
    if (longest === undefined) throw new StaffFault(`${code} was not given to these students.`);
    if (longest + minutes * 60 > mostExtensionSeconds) throw new StaffFault('Nobody can be given more than a day.');
    return store.extend(within, paper.id, minutes * 60, ids);
  });
}

/** What the staff should know of each student's attempt at a paper: how far it is, late answers, and how often the test was left. */
export async function attemptsAt(context: Context, code: string): Promise<store.StudentAttempt[]> {
  return store.findAttempts(context, (await institutePaper(context, code)).id);
}
