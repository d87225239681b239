import { createReportIssue, getReportedQuestions } from '@abhyas/contract/exam-office/question-reports';
import type { Input } from '@abhyas/contract/endpoint';
import { call } from '../platform/call.ts';
import { createListeners } from '../platform/listeners.ts';
import { currentUser } from '../platform/user.ts';

export type Report = Input<typeof createReportIssue>;

const { subscribe, notify } = createListeners();
let reported: ReadonlySet<number> = new Set();
/** The student whose reports are loaded. */
let studentId: number | null = null;

function setReported(ids: Iterable<number>): void {
  reported = new Set(ids);
  notify();
}

/** Asks the server once per visit which questions the student has reported. If the call fails, no question is marked. */
export async function loadReported(): Promise<void> {
  const id = currentUser()?.id ?? null;
  if (id === null || studentId === id) return;
  studentId = id;
  reported = new Set();
  try {
    const { question_ids } = await call(getReportedQuestions, {});
    if (studentId === id) setReported([...question_ids, ...reported]);
  } catch {
    studentId = null;
  }
}

export const subscribeReported = subscribe;
export const isReported = (question_id: number): boolean => reported.has(question_id);

/** Sends a report and marks its question. */
export async function sendReport(report: Report): Promise<void> {
  await call(createReportIssue, report);
  setReported([...reported, report.question_id]);
}
