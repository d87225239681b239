import { say } from '@abhyas/exam/institute/sentence';
import { Problem } from '@abhyas/contract/problem';
import type { StaffContext } from '../../../context.ts';
import { notify } from '../../institute/notifications/notifications.ts';
import * as store from './offline-tests.store.ts';

/** Tests on paper of the institute for a choice, newest first. */
export const namesOfTests = async (context: StaffContext) =>
  (await store.findTests(context, context.actor.institute_id)).map(({ id, name, total_mark, starts_at }) => ({
    id,
    name,
    total_mark,
    start_date: starts_at.toISOString(),
  }));

/**
 * Gives marks to those of a test's students who have them, in the caller's transaction, and notifies them. A total below zero counts as
 * zero, and the remark tells the total. Returns the students. Throws `not_found` and `not_possible`.
 */
export async function giveMarksTogether(
  context: StaffContext,
  id: number,
  totals: ReadonlyMap<number, { total_score: number; max_score: number }>,
): Promise<number[]> {
  const test = await store.findTest(context, context.actor.institute_id, id);
  if (!test) throw new Problem('not_found');
  const most = Math.max(...[...totals.values()].map(({ max_score }) => max_score));
  if (most > test.total_mark)
    throw new Problem('not_possible', `${test.name} has ${test.total_mark} marks, and the answer sheets ${most}.`);
  if (context.now < test.starts_at) throw new Problem('not_possible', 'This test has not begun yet.');
  const students = await store.findStudents(context, id);
  const marked = students.flatMap(({ student_id }) => {
    const total = totals.get(student_id)?.total_score;
    if (total === undefined) return [];
    return [{ student_id, marks: Math.max(0, total), remark: total < 0 ? `The total is ${total}.` : null }];
  });
  await store.upsertMarksTogether(context, id, context.actor.user_id, marked);
  const given = marked.map(({ student_id }) => student_id);
  await notify(context, given, {
    type: 'OfflineTestMarkedNotification',
    title: say`Your test is marked`,
    message: test.name,
    url: `/offline_tests?subject_id=${test.subject_id}`,
  });
  return given;
}
