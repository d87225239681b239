import type { PaperQuestion, Sitter } from '../sitters.ts';

export interface Upload {
  sitter: Sitter;
  version: number;
  /** Changed answers, in the contract's shape. */
  responses: UploadedAnswer[];
}

export interface UploadedAnswer {
  question_id: number;
  responses: number[];
  rich_response: string | null;
  is_marked: boolean;
  is_visited: boolean;
  verified: boolean;
  version: number;
  question_time_spent: number;
  solution_request_time: number | null;
}

const changedAnswers = 15;
/** Above that of the answers that some sitters have already. */
const firstVersion = 3;

/** Hands out uploads: one sitter after the other, 15 answers after the other, each round over the paper with a higher version. */
export class UploadSource {
  readonly #sitters: readonly Sitter[];
  readonly #questions: readonly PaperQuestion[];
  #handedOut = 0;
  constructor(sitters: readonly Sitter[], questions: readonly PaperQuestion[]) {
    this.#sitters = sitters;
    this.#questions = questions;
  }

  next(): Upload {
    const sitter = this.#sitters[this.#handedOut % this.#sitters.length];
    const version = firstVersion + Math.floor(this.#handedOut / this.#sitters.length);
    this.#handedOut += 1;
    if (!sitter) throw new Error('An upload needs a sitter');
    const first = (version * changedAnswers) % this.#questions.length;
    const changed = this.#questions.slice(first, first + changedAnswers);
    return {
      sitter,
      version,
      responses: changed.map(({ id, question_type }) => ({
        question_id: id,
        responses: question_type === 1 ? [] : [1 + (version % 4)],
        rich_response: question_type === 1 ? String(version) : null,
        is_marked: false,
        is_visited: true,
        verified: false,
        version,
        question_time_spent: version,
        solution_request_time: null,
      })),
    };
  }
}
