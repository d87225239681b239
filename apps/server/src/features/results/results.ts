import { Problem } from '@abhyas/contract/problem';
import type { StaffContext } from '../../context.ts';
import { inTransaction } from '../../database/transaction.ts';
import { writeAudit } from '../audit/audit.ts';
import { findFinishedStudents, institutePaper, pick, studentsOf, updatePaper } from '../institute/institute.ts';
import { notify } from '../notifications/notifications.ts';
import { acceptLateAnswers } from '../sessions/sessions.ts';

/** Publishes results and opens the paper for review, and tells the students. */
export async function publish(context: StaffContext, code: string): Promise<number> {
  return inTransaction(context, async (within) => {
    const paper = await institutePaper(within, code);
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
    return students.length;
  });
}

/** Counts a student's late answers of a paper and marks them again. */
export async function acceptLate(context: StaffContext, code: string, phone: string): Promise<void> {
  await inTransaction(context, async (within) => {
    const paper = await institutePaper(within, code);
    const [student] = await studentsOf(within, [phone]);
    if (!student || !(await acceptLateAnswers(within, student.id, paper.id)))
      throw new Problem('not_possible', 'There are no late answers of this student.');
    const after = { student: student.id };
    await writeAudit(within, { what: 'late_answers.accept', object_type: 'paper', object_id: paper.id, after });
    await notify(within, [student.id], {
      type: 'LateAnswersNotification',
      title: 'Late answers accepted',
      message: `Your late answers to ${paper.name} count now.`,
      url: `/test_report/${paper.id}`,
    });
  });
}
