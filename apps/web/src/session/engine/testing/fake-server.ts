import type { Problem } from '@abhyas/contract/problem';
import type { SessionPayload } from '../open-session.ts';
import type { Send } from '../sender.ts';
import type { Upload, UploadAnswer } from '../upload-parts.ts';

/** Ms. */
export const begin = Date.parse('2027-05-02T08:30:00Z');
const questionIds = Array.from({ length: 20 }, (_, at) => 101 + at);

interface Sent {
  question_id: number;
  responses: number[];
  rich_response: string | null;
  version: number;
}

/** A server that keeps what arrives, and a network that can be cut. */
export class FakeServer {
  isCut = false;
  /** Refuses every upload with this. */
  refusal: Problem | null = null;
  /** A question whose responses are refused, with words. */
  unwanted: number | null = null;
  /** The upload arrives, its answer does not. */
  losesAnswers = false;
  /** Seconds left, as opening is told. */
  remaining = 600;
  /** Seconds until an upload arrives. */
  lag = 0;
  writer = 1;
  /** Seconds more that the institute gave. */
  extension = 0;
  /** Of a test by the wall clock. */
  deadline: string | null = null;
  isExamExact = false;
  status: 'IN_PROGRESS' | 'COMPLETE' = 'IN_PROGRESS';
  readonly uploads: Upload[] = [];
  readonly held = new Map<number, Sent & { writer: number }>();

  readonly send: Send = async (upload) => {
    if (this.isCut) throw new TypeError('no network');
    if (this.lag > 0) await new Promise((resolve) => void setTimeout(resolve, this.lag * 1000));
    this.uploads.push(upload);
    if (this.refusal) throw this.refusal;
    const sent = JSON.parse(upload.responses) as Sent[];
    for (const response of sent.filter(({ question_id }) => question_id !== this.unwanted)) {
      const other = this.held.get(response.question_id);
      const isNewer = !other || upload.writer > other.writer || (upload.writer === other.writer && response.version > other.version);
      if (isNewer) this.held.set(response.question_id, { ...response, writer: upload.writer });
    }
    if (upload.isFinishTest) this.status = 'COMPLETE';
    if (this.losesAnswers) throw new TypeError('the answer was lost');
    return {
      success: true,
      kept: sent
        .filter(({ question_id }) => question_id !== this.unwanted)
        .map(({ question_id }) => {
          const { writer = 0, version = 0 } = this.held.get(question_id) ?? {};
          return { question_id, writer, version };
        }),
      refused: sent
        .filter(({ question_id }) => question_id === this.unwanted)
        .map(({ question_id }) => ({ question_id, code: 'invalid_input', message: 'no such option' })),
      visits_kept: 1000,
      server_time: new Date(begin).toISOString(),
      deadline: this.deadline,
      remaining_duration: 600 + this.extension - upload.session_time_spent,
      writer: this.writer,
      session_status: this.status,
    } satisfies UploadAnswer;
  };

  readonly payload = async (): Promise<SessionPayload> => {
    if (this.isCut) throw new TypeError('no network');
    return {
      test_info: {
        name: 'FakeServer test',
        session_id: 5,
        session_status: this.status,
        remaining_duration: this.remaining,
        session_time_spent: 0,
        writer: this.writer,
        current_index: 0,
        is_exam_exact: this.isExamExact,
        time_kind: this.deadline === null ? 'session_time' : 'wall_clock',
        deadline: this.deadline,
      },
      questions: questionIds.map((id) => ({ id, question_type: 0 })),
      question_responses: [...this.held.values()].map((response) => ({
        ...response,
        question_type: 0,
        is_visited: true,
        is_marked: false,
        verified: false,
      })),
    } as unknown as SessionPayload;
  };

  /** Questions whose responses were sent, taken or not. */
  sentQuestions(): number[] {
    return this.uploads.flatMap(({ responses }) => (JSON.parse(responses) as Sent[]).map(({ question_id }) => question_id));
  }

  answerTo(question_id: number): number[] | undefined {
    return this.held.get(question_id)?.responses;
  }
}
