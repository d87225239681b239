import type { PaperQuestion, Sitter } from '../sitters.ts';

interface Driving {
  connections: number;
  seconds: number;
}

/** What a load process, or for the embedded database the measured server, is asked to drive. Answered with calls a second. */
export type LoadJob =
  | ({ kind: 'uploads'; address: string; sitters: Sitter[]; questions: PaperQuestion[] } & Driving)
  | ({ kind: 'raw_uploads'; databaseUrl: string | undefined; sitters: Sitter[]; questions: PaperQuestion[] } & Driving)
  | ({ kind: 'reads'; address: string; path: string; sitters: Sitter[] } & Driving);

export interface LoadAnswer {
  perSecond: number;
}
