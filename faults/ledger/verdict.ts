import { answersThatMayStand, answerText, type Entry, type Given, type Ledger, nothingGiven } from './ledger.ts';
import { markIndependently, type MarkedSection, type PaperQuestion } from './marks.ts';

/** A session as the database stores it at the end of a run. */
export interface FoundSession {
  student: number;
  session: number;
  paper: number;
  status: string;
  deadline: Date | null;
  finishedAt: Date | null;
  finishedBy: string | null;
  total: number | null;
  max: number | null;
  isOverLimit: boolean;
  responses: (Given & { question: number; result: number | null; marks: number | null; updatedAt: Date })[];
  late: { receivedAt: Date; answers: (Given & { question: number })[] }[];
  /** The times at which an end of the session was written. */
  ends: Date[];
}

export interface FoundPaper {
  sections: MarkedSection[];
  questions: PaperQuestion[];
}

export interface Verdict {
  acknowledged: number;
  /** Answers that arrived after the end and are kept beside the session. */
  late: number;
  lost: number;
  /** Changes that the students made. */
  changes: number;
  sessions: number;
  finished_once: number;
  wrong_marks: number;
  faults: string[];
}

export const graceMs = 60_000;

/** The time after which answers to a session are late. */
function endOf({ deadline, finishedAt, finishedBy }: FoundSession): number {
  if (finishedBy === 'clock' && deadline) return deadline.getTime() + graceMs;
  return finishedAt?.getTime() ?? Number.POSITIVE_INFINITY;
}

type Place = 'counted' | 'late' | 'lost';

function placeOf(session: FoundSession, question: number, entries: readonly Entry[]): Place {
  const stored = answerText(session.responses.find((response) => response.question === question) ?? nothingGiven);
  const certain = entries.filter(({ isHeld, isAcknowledged }) => isHeld || isAcknowledged);
  const wanted = answersThatMayStand(entries, certain);
  if (wanted.size === 0 || wanted.has(stored)) return 'counted';
  // A confirmed answer counts; only an answer that was still on the device may be late.
  const confirmed = answersThatMayStand(
    entries,
    entries.filter(({ isAcknowledged }) => isAcknowledged),
  );
  if (confirmed.size > 0 && !confirmed.has(stored)) return 'lost';
  const isKept = session.late.some(
    ({ receivedAt, answers }) =>
      receivedAt.getTime() >= endOf(session) && answers.some((answer) => answer.question === question && wanted.has(answerText(answer))),
  );
  return isKept ? 'late' : 'lost';
}

function faultOfEnd({ status, deadline, finishedAt, finishedBy, ends }: FoundSession): string | null {
  if (status !== 'COMPLETE') return 'is not finished';
  if (ends.length !== 1) return `was finished ${ends.length} times`;
  if (finishedBy === 'clock' && deadline && finishedAt?.getTime() !== deadline.getTime()) return 'did not end at its deadline';
  if (deadline && finishedAt && finishedAt > deadline) return 'ended after its deadline';
  return null;
}

/** Faults of time: an answer that arrived after deadline and grace period must not count. */
function faultsOfTime({ deadline, responses }: FoundSession): string[] {
  if (deadline === null) return [];
  const isLate = ({ updatedAt }: { updatedAt: Date }) => updatedAt.getTime() > deadline.getTime() + graceMs;
  return responses.filter(isLate).map(({ question }) => `counts an answer to question ${question} that came after the end`);
}

function faultsOfMarks(session: FoundSession, { sections, questions }: FoundPaper): string[] {
  const answers = new Map(session.responses.map(({ question, options, text }) => [question, { options: [...options], text }]));
  const marks = markIndependently(sections, questions, answers);
  const faults: string[] = [];
  if (session.total !== marks.total) faults.push(`has ${session.total} marks, not ${marks.total}`);
  if (session.max !== marks.max) faults.push(`is out of ${session.max}, not ${marks.max}`);
  if (session.isOverLimit !== marks.isOverLimit) faults.push('is flagged wrongly');
  for (const { question, result, marks: given } of session.responses) {
    const right = marks.results.get(question);
    if (right?.result !== result || right.marks !== given)
      faults.push(`question ${question}: ${result} with ${given} marks, not ${right?.result} with ${right?.marks}`);
  }
  return faults;
}

/** Compares the database with the students' records. */
export function judge(
  ledgers: ReadonlyMap<number, Ledger>,
  sessions: readonly FoundSession[],
  papers: ReadonlyMap<number, FoundPaper>,
): Verdict {
  const count = { changes: 0, acknowledged: 0, late: 0, lost: 0, finished_once: 0, wrong_marks: 0 };
  const verdict: Verdict = { ...count, sessions: sessions.length, faults: [] };
  for (const [student, ledger] of ledgers) {
    const own = sessions.filter((session) => session.student === student);
    verdict.changes += ledger.entries.length;
    verdict.acknowledged += ledger.entries.filter(({ isAcknowledged }) => isAcknowledged).length;
    verdict.lost += ledger.unshown.length;
    verdict.faults.push(...ledger.unshown.map((what) => `student ${student}: ${what}`));
    verdict.faults.push(...ledger.ignored.map((what) => `student ${student}: ${what}`));
    verdict.faults.push(...ledger.refusals.map((what) => `student ${student} was refused: ${what}`));
    const [session] = own;
    if (ledger.hasBegun && !session) verdict.faults.push(`student ${student} was told that the test has begun, and has no session`);
    if (own.length > 1) verdict.faults.push(`student ${student} has ${own.length} sessions of one test`);
    for (const [question, entries] of ledger.byQuestion()) {
      const place = session ? placeOf(session, question, entries) : 'lost';
      if (place === 'late') verdict.late += 1;
      if (place !== 'lost') continue;
      verdict.lost += 1;
      const stored = session?.responses.find((response) => response.question === question);
      verdict.faults.push(
        `student ${student}, session ${session?.session}, question ${question}: "${stored ? answerText(stored) : 'nothing'}" is stored; the student gave ${entries.map(({ device, writer, version, answer, isHeld, isAcknowledged }) => `[device ${device} ${writer}.${version} "${answer}"${isHeld ? ' held' : ''}${isAcknowledged ? ' acknowledged' : ''}]`).join(' ')}`,
      );
    }
  }
  for (const session of sessions) {
    const faultOfFinish = faultOfEnd(session);
    if (faultOfFinish === null) verdict.finished_once += 1;
    else verdict.faults.push(`session ${session.session} of student ${session.student} ${faultOfFinish}`);
    verdict.faults.push(...faultsOfTime(session).map((fault) => `session ${session.session} of student ${session.student} ${fault}`));
    const paper = papers.get(session.paper);
    const faults = paper ? faultsOfMarks(session, paper) : ['is of no known paper'];
    if (session.status !== 'COMPLETE' || faults.length === 0) continue;
    verdict.wrong_marks += 1;
    verdict.faults.push(...faults.map((fault) => `session ${session.session} of student ${session.student} ${fault}`));
  }
  return verdict;
}
