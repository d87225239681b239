import { Problem } from '@abhyas/contract/problem';
import { SHIFT_STUDENTS_PER_PAGE } from '@abhyas/contract/exam-office/results';
import { subjectName } from '@abhyas/exam/bank/subjects';
import type { Context, StaffContext } from '../../../context.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { writeAudit } from '../../institute/audit/audit.ts';
import { countByScore, mergedPageOf, mergedPlaceOf, wholePaper } from '../../tests/ranks/ranks.ts';
import { publishPaperOf, publishResultsOf } from '../results/results.ts';
import * as store from './shift-groups.store.ts';

/** The lowest id of each subject name; scores are stored under it. */
function subjectsOf(ids: readonly number[]): number[] {
  const names = [...new Set(ids.map(subjectName))];
  return names.map((name) => Math.min(...ids.filter((id) => subjectName(id) === name)));
}

/**
 * The student's rank over all shifts of the paper's test. Null until the results of every shift are published, and for a paper that is not
 * a shift.
 */
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

const leastForPercentile = 20;

/** The results of a test in shifts: its shifts, and a page of its students by overall rank. Throws `not_found`. */
export async function shiftGroup(context: StaffContext, id: number, page: number) {
  const shifts = await store.findGroup(context, id);
  const [first] = shifts;
  if (!first) throw new Problem('not_found');
  const papers = [];
  for (const shift of shifts) {
    const scores = await countByScore(context, wholePaper(shift.id));
    papers.push({
      id: shift.id,
      name: shift.name,
      opens_at: shift.opens_at?.toISOString() ?? null,
      is_over: shift.closes_at !== null && shift.closes_at <= context.now,
      appeared: scores.reduce((sum, { count }) => sum + count, 0),
      best_score: scores[0]?.score ?? null,
      results_published_at: shift.results_published_at?.toISOString() ?? null,
      is_paper_published: shift.allows_review && shift.results_published_at !== null,
    });
  }
  const from = page * SHIFT_STUDENTS_PER_PAGE;
  const ids = shifts.map((shift) => shift.id);
  const { subjects, rows } = await mergedPageOf(context, ids, subjectsOf(first.subject_ids), from, from + SHIFT_STUDENTS_PER_PAGE);
  const people = await store.findStudents(
    context,
    rows.map(({ student_id }) => student_id),
  );
  const appearedIn = new Map(papers.map((paper) => [paper.id, paper.appeared]));
  const shown = (paper_id: number, units: number) => ((appearedIn.get(paper_id) ?? 0) < leastForPercentile ? null : units / 1e7);
  return {
    id,
    name: first.group_name,
    papers,
    appeared: papers.reduce((sum, { appeared }) => sum + appeared, 0),
    subjects: subjects.map(subjectName),
    students: rows.map(({ student_id, paper_id, score, rank, units, subject_units }) => ({
      id: student_id,
      name: people.get(student_id)?.name ?? null,
      given_id: people.get(student_id)?.given_id ?? null,
      paper_id,
      score,
      rank,
      percentile: shown(paper_id, units),
      subject_percentiles: subject_units.map((of) => shown(paper_id, of)),
    })),
  };
}

/**
 * Publishes the results, the papers or both of every shift, all or none; published shifts stay as they are. Throws `not_found`, and
 * `not_possible` if a shift is not over or nothing is left to publish.
 */
export async function publishShifts(
  context: StaffContext,
  id: number,
  acts: { results: boolean; paper: boolean },
  although_sitting: boolean,
): Promise<number> {
  return inTransaction(context, async (within) => {
    const named = await store.findGroup(within, id);
    await store.lockPapers(
      within,
      named.map((shift) => shift.id),
    );
    // Read again, because another call may have published them while this one waited.
    const shifts = await store.findGroup(within, id);
    if (shifts.length === 0) throw new Problem('not_found');
    const running = shifts.find(({ closes_at }) => closes_at === null || closes_at > within.now);
    if (running) throw new Problem('not_possible', `${running.name} is not over yet. Publish the results once every shift is over.`);
    let [told, published] = [0, 0];
    for (const { id: paper_id, results_published_at, allows_review } of shifts) {
      const opensPaper = acts.paper && !allows_review;
      if (acts.results && results_published_at === null)
        told += (await publishResultsOf(within, paper_id, opensPaper, although_sitting)).notified_count;
      else if (opensPaper) told += (await publishPaperOf(within, paper_id, although_sitting)).notified_count;
      else continue;
      published += 1;
    }
    if (published === 0) throw new Problem('not_possible', 'All shifts are published already.');
    return told;
  });
}

/** Groups papers of the institute as shifts of one test. They have the same subjects, and none is already a shift of another test. */
export async function createShiftGroup(context: StaffContext, name: string, paper_ids: readonly number[]): Promise<number> {
  return inTransaction(context, async (within) => {
    // Before they are read: a call that waited then sees that they are shifts already.
    await store.lockPapers(within, paper_ids);
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

export const { findShiftsWith: shiftsWith } = store;
