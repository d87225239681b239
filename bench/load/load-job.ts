import type { FlowPaper } from '../flow-paper.ts';
import type { PaperQuestion, TestTaker } from '../test-takers.ts';

interface Driving {
  connections: number;
  seconds: number;
}

/** One call as a page makes it; a POST where it has a body. */
export interface Call {
  /** From `/api` on. */
  path: string;
  token: string;
  body?: object;
}

/** A live quiz, its number even while its one question is open, and the teacher who locks and unlocks it. */
export interface QuizActs {
  address: string;
  meeting_id: number;
  question_id: number;
  token: string;
  /** Of the quiz before the first act. */
  number: number;
}

/** Work straight on the database. The embedded one can only be reached in the measured server, which holds it. */
export type RawJob =
  | ({ kind: 'raw_uploads'; databaseUrl: string | undefined; testTakers: TestTaker[]; questions: PaperQuestion[] } & Driving)
  | { kind: 'raw_begins'; databaseUrl: string | undefined; paper_id: number; testTakers: TestTaker[]; connections: number };

/** What a load process is asked to drive. */
export type LoadJob =
  | ({ kind: 'uploads'; address: string; testTakers: TestTaker[]; questions: PaperQuestion[] } & Driving)
  | ({ kind: 'reads'; address: string; path: string; testTakers: TestTaker[] } & Driving)
  | { kind: 'finishes'; address: string; testTakers: TestTaker[]; connections: number }
  | { kind: 'rush'; address: string; paper_id: number; testTakers: TestTaker[] }
  | { kind: 'calls'; address: string; calls: Call[]; clients: number; everyMs?: number }
  /** Sockets that stay open for the jobs to come, subscribed where there is an identifier. */
  | { kind: 'open_pages'; pages: { address: string; token: string }[]; identifier: string | null }
  | { kind: 'listen'; seconds: number; acts?: QuizActs }
  | { kind: 'flow'; address: string; paper: FlowPaper; concurrency: number; seconds: number }
  | RawJob;

/** What the measured server is asked to do besides its calls. */
export type ServerJob = RawJob | { kind: 'end_due' };

export interface LoadAnswer {
  /** Calls, students or sessions. */
  count: number;
  seconds: number;
  perSecond: number;
  /** Milliseconds that one took; null where they are not timed one by one. */
  p50: number | null;
  p99: number | null;
}

/** Of calls over HTTP. */
export interface CallsAnswer extends LoadAnswer {
  /** kB of the largest answer, compressed as it was sent. */
  largestKb: number;
}

/** Of what open pages hear: frames counted, and the times from an act to the last page. */
export interface HeardAnswer extends LoadAnswer {
  messageBytes: number;
}

/** The same from the load process, with the processor seconds that it took. */
export interface DrivenAnswer extends LoadAnswer {
  processor: number;
}
