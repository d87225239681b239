import { Problem } from '@abhyas/contract/problem';
import { subjectName } from '@abhyas/exam/subjects';
import type { Context, StaffContext } from '../../context.ts';
import { inTransaction } from '../../database/transaction.ts';
import { writeAudit } from '../audit/audit.ts';
import { mergedPlaceOf } from '../ranks/ranks.ts';
import * as store from './shift-groups.store.ts';

/** The lowest id of each subject name, under which scores are kept. */
function subjectsOf(ids: readonly number[]): number[] {
  const names = [...new Set(ids.map(subjectName))];
  return names.map((name) => Math.min(...ids.filter((id) => subjectName(id) === name)));
}

/** The student's rank over all shifts of the paper's test, once the results of each are out; null before that, and where it stands alone. */
export async function mergedStandingOf(context: Context, paper_id: number, student_id: number) {
  const shifts = await store.findShiftsWith(context, paper_id);
  const own = shifts.find(({ id }) => id === paper_id);
  if (!own || shifts.some(({ results_published_at }) => results_published_at === null)) return null;
  const ids = shifts.map(({ id }) => id);
  return mergedPlaceOf(context, ids, paper_id, student_id, subjectsOf(own.subject_ids));
}

export async function shiftGroups(context: StaffContext) {
  const rows = await store.findGroups(context);
  const groups = new Map(rows.map(({ group_id, group_name }) => [group_id, group_name]));
  return [...groups].map(([id, name]) => ({
    id,
    name,
    papers: rows
      .filter(({ group_id }) => group_id === id)
      .map((row) => ({
        id: row.id,
        code: row.code,
        name: row.name,
        results_published_at: row.results_published_at?.toISOString() ?? null,
      })),
  }));
}

/** Names papers of the institute as shifts of one test. They hold the same subjects, and none of them is a shift of another test. */
export async function createShiftGroup(context: StaffContext, name: string, paper_ids: readonly number[]): Promise<number> {
  return inTransaction(context, async (within) => {
    const papers = await store.findPapers(within, paper_ids);
    const [first] = papers;
    if (!first || papers.length !== new Set(paper_ids).size) throw new Problem('not_found');
    const taken = papers.find(({ is_shift }) => is_shift);
    if (taken) throw new Problem('not_possible', `${taken.name} is a shift of a test already.`);
    if (papers.some(({ is_assignment }) => is_assignment)) throw new Problem('not_possible', 'Assignments are not held in shifts.');
    const subjectsAs = ({ subject_ids }: typeof first) => [...new Set(subject_ids.map(subjectName))].toSorted().join();
    if (papers.some((paper) => subjectsAs(paper) !== subjectsAs(first)))
      throw new Problem('not_possible', 'The shifts of one test have the same subjects.');
    const id = await store.insertGroup(within, name.trim(), paper_ids);
    if (id === undefined) throw new Problem('not_possible', `There is a test in shifts with the name ${name.trim()} already.`);
    await writeAudit(within, {
      what: 'shift_group.create',
      object_type: 'shift_group',
      object_id: id,
      after: { name: name.trim(), papers: paper_ids },
    });
    return id;
  });
}

export async function removeShiftGroup(context: StaffContext, id: number): Promise<void> {
  await inTransaction(context, async (within) => {
    const before = await store.deleteGroup(within, id);
    if (!before) throw new Problem('not_found');
    await writeAudit(within, { what: 'shift_group.remove', object_type: 'shift_group', object_id: id, before });
  });
}
