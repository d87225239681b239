import type { FlowPaper } from '../flow-paper.ts';
import type { PaperQuestion, TestTaker } from '../test-takers.ts';

interface Driving {
  connections: number;
  seconds: number;
}

/** One call as a page makes it; a POST if it has a body. */
export interface Call {
  /** The path, beginning with `/api`. */
  path: string;
  token: string;
  body?: object;
}

/** A live quiz with one question, which a teacher locks and unlocks. The number of the quiz is even while the question is open. */
export interface QuizActs {
  address: string;
  meeting_id: number;
  question_id: number;
  token: string;
  /** The quiz's sequence number before the first act. */
  number: number;
}

/** Work directly on the database. The embedded database can only be reached in the measured server, which has it open. */
export type RawJob =
  | ({ kind: 'raw_uploads'; databaseUrl: string | undefined; testTakers: TestTaker[]; questions: PaperQuestion[] } & Driving)
  | { kind: 'raw_begins'; databaseUrl: string | undefined; paper_id: number; testTakers: TestTaker[]; connections: number };

/** The jobs of a load process. */
export type LoadJob =
  | ({ kind: 'uploads'; address: string; testTakers: TestTaker[]; questions: PaperQuestion[] } & Driving)
  | ({ kind: 'reads'; address: string; path: string; testTakers: TestTaker[] } & Driving)
  | { kind: 'finishes'; address: string; testTakers: TestTaker[]; connections: number }
  | { kind: 'rush'; address: string; paper_id: number; testTakers: TestTaker[] }
  | { kind: 'calls'; address: string; calls: Call[]; clients: number; everyMs?: number }
  /** Opens sockets that stay open for later jobs, subscribed to a channel if there is an identifier. */
  | { kind: 'open_pages'; pages: { address: string; token: string }[]; identifier: string | null }
  | { kind: 'listen'; seconds: number; acts?: QuizActs }
  | { kind: 'flow'; address: string; paper: FlowPaper; concurrency: number; seconds: number }
  | RawJob;

/** The jobs of the measured server besides its calls. */
export type ServerJob = RawJob | { kind: 'end_due' };

export interface LoadAnswer {
  /** The number of calls, students or sessions. */
  count: number;
  seconds: number;
  perSecond: number;
  /** Median milliseconds of one call, student or session; null if these are not timed separately. */
  p50: number | null;
  p99: number | null;
}

/** The result of calls over HTTP. */
export interface CallsAnswer extends LoadAnswer {
  /** kB of the largest answer, compressed as sent. */
  largestKb: number;
}

/** The result of open pages: the number of frames, and the times from an act to its arrival at the last page. */
export interface HeardAnswer extends LoadAnswer {
  messageBytes: number;
}

/** A result with the processor seconds of the load process. */
export interface DrivenAnswer extends LoadAnswer {
  processor: number;
}
