import type { FlowPaper } from '../flow-paper.ts';
import type { PaperQuestion, TestTaker } from '../test-takers.ts';

interface Driving {
  connections: number;
  seconds: number;
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

/** The same from the load process, with the processor seconds that it took. */
export interface DrivenAnswer extends LoadAnswer {
  processor: number;
}
