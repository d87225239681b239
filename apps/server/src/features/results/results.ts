import { Problem } from '@abhyas/contract/problem';
import { GRACE_SECONDS } from '@abhyas/exam/clock';
import { withholdingPapers } from '@abhyas/exam/reveal';
import type { Context, StaffContext } from '../../context.ts';
import { inTransaction } from '../../database/transaction.ts';
import { writeAudit } from '../audit/audit.ts';
import {
  findFinishedStudents,
  institutePaper,
  type PaperName,
  pick,
  type StudentNames,
  studentsOf,
  updatePaper,
} from '../institute/institute.ts';
import { notify } from '../notifications/notifications.ts';
import { papersByQuestion } from '../questions/questions.ts';
import { acceptLateAnswers } from '../sessions/sessions.ts';
import * as store from './results.store.ts';

export const { findLateUploads } = store;
export type { WaitingUpload } from './results.store.ts';

/** A question of a published paper that another paper keeps from students who would see it otherwise. */
export interface WithheldQuestion {
  code: string;
  by: string[];
  students: number;
}

/** Questions of the paper that other papers withhold from students it was given to. */
async function withheldQuestions(context: Context, paper_id: number): Promise<WithheldQuestion[]> {
  const shared = await store.findSharedQuestions(context, paper_id);
  const students = await store.findAssigned(context, paper_id);
  const papersOf = await papersByQuestion(
    context,
    students,
    shared.map(({ id }) => id),
  );
  return shared.flatMap(({ id, code, papers }) => {
    const by = new Set<number>();
    const kept = students.filter((student) => {
      const others = withholdingPapers(papersOf(student, id), context.now.getTime()).filter((other) => other.paper_id !== paper_id);
      for (const other of others) by.add(other.paper_id);
      return others.length > 0;
    });
    const codes = papers.filter((other) => by.has(other.id)).map((other) => other.code);
    return kept.length > 0 ? [{ code, by: codes, students: kept.length }] : [];
  });
}

/**
 * Publishes results and opens the paper for review, and tells the students. While somebody sits it, or another paper that holds a question of
 * it, it is refused unless `although_sitting`. Returns how many were told, and what other papers still withhold.
 */
export async function publish(
  context: StaffContext,
  name: PaperName,
  although_sitting: boolean,
): Promise<{ told: number; withheld: WithheldQuestion[] }> {
  return inTransaction(context, async (within) => {
    const paper = await institutePaper(within, name);
    const sitting = although_sitting ? [] : await store.countSitting(within, paper.id, GRACE_SECONDS);
    if (sitting.length > 0) {
      const who = sitting.map(({ code: other, count }) => `${count} at ${other}`).join(', ');
      throw new Problem('not_possible', `Students are sitting a test with these questions: ${who}. To publish all the same, add --anyway.`);
    }
    const published = { results_published_at: within.now, allows_review: true };
    await updatePaper(within, paper.id, published);
    await writeAudit(within, {
      what: 'results.publish',
      object_type: 'paper',
      object_id: paper.id,
      before: pick(paper, published),
      after: published,
    });
    const students = await findFinishedStudents(within, paper.id);
    await notify(within, students, {
      type: 'DetailedTestReportNotification',
      title: 'Results are out',
      message: `The results of ${paper.name} are published.`,
      url: `/test_report/${paper.id}`,
    });
    return { told: students.length, withheld: await withheldQuestions(within, paper.id) };
  });
}

/** Counts a student's late answers of a paper and marks them again; those that came when the key could be seen only where they are named. */
export async function acceptLate(
  context: StaffContext,
  name: PaperName,
  whose: StudentNames,
  named: readonly number[] | null,
): Promise<void> {
  await inTransaction(context, async (within) => {
    const paper = await institutePaper(within, name);
    const [student] = await studentsOf(within, whose);
    const waiting = student ? await store.findLateUploads(within, paper.id, student.id) : [];
    if (!student || waiting.length === 0) throw new Problem('not_possible', 'There are no late answers of this student.');
    const unknown = named?.filter((id) => !waiting.some((upload) => upload.id === id)) ?? [];
    if (unknown.length > 0) throw new Problem('not_possible', `This student has no late upload ${unknown.join(', ')}.`);
    if (!(await acceptLateAnswers(within, student.id, paper.id, named)))
      throw new Problem(
        'not_possible',
        'All late answers of this student came when the key could be seen. Name the uploads that count with --uploads.',
      );
    const after = { student: student.id, ...(named ? { uploads: named } : {}) };
    await writeAudit(within, { what: 'late_answers.accept', object_type: 'paper', object_id: paper.id, after });
    await notify(within, [student.id], {
      type: 'LateAnswersNotification',
      title: 'Late answers accepted',
      message: `Your late answers to ${paper.name} count now.`,
      url: `/test_report/${paper.id}`,
    });
  });
}
