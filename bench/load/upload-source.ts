import type { PaperQuestion, TestTaker } from '../test-takers.ts';

export interface Upload {
  testTaker: TestTaker;
  version: number;
  /** Changed answers in the contract's format. */
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
/** Higher than the version of the answers that some test takers have already. */
const firstVersion = 3;

/** Yields uploads: one test taker after another, 15 answers at a time; each round over the paper has a higher version. */
export class UploadSource {
  readonly #testTakers: readonly TestTaker[];
  readonly #questions: readonly PaperQuestion[];
  #handedOut = 0;
  constructor(testTakers: readonly TestTaker[], questions: readonly PaperQuestion[]) {
    this.#testTakers = testTakers;
    this.#questions = questions;
  }

  next(): Upload {
    const testTaker = this.#testTakers[this.#handedOut % this.#testTakers.length];
    const version = firstVersion + Math.floor(this.#handedOut / this.#testTakers.length);
    this.#handedOut += 1;
    if (!testTaker) throw new Error('An upload needs a test taker');
    const first = (version * changedAnswers) % this.#questions.length;
    const changed = this.#questions.slice(first, first + changedAnswers);
    return {
      testTaker,
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
