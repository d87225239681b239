import type { Problem } from '@abhyas/contract/problem';
import type { LocalVisit } from '@abhyas/exam/tests/session';
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
  question_time_spent: number;
}

/** A server that stores every upload, and a network that can be cut. */
export class FakeServer {
  isCut = false;
  /** The problem with which the server refuses every upload; null if it accepts them. */
  refusal: Problem | null = null;
  /** The question whose responses the server refuses with a message. */
  unwanted: number | null = null;
  /** Whether uploads arrive, but their responses are lost. */
  losesAnswers = false;
  /** Seconds left, as the opening reports them. */
  remaining = 600;
  /** Seconds that an upload needs to arrive. */
  lag = 0;
  writer = 1;
  /** Seconds by which the institute extended the test. */
  extension = 0;
  /** Only tests that run by the wall clock have a deadline. */
  deadline: string | null = null;
  isExamExact = false;
  status: 'IN_PROGRESS' | 'COMPLETE' = 'IN_PROGRESS';
  readonly uploads: Upload[] = [];
  readonly held = new Map<number, Sent & { writer: number }>();
  private readonly visits = new Map<string, LocalVisit>();

  readonly send: Send = async (upload) => {
    if (this.isCut) throw new TypeError('no network');
    if (this.lag > 0) await new Promise((resolve) => void setTimeout(resolve, this.lag * 1000));
    this.uploads.push(upload);
    if (this.refusal) throw this.refusal;
    const sent = JSON.parse(upload.responses) as Sent[];
    for (const response of sent.filter(({ question_id }) => question_id !== this.unwanted)) {
      const other = this.held.get(response.question_id);
      const isNewer = !other || upload.writer > other.writer || (upload.writer === other.writer && response.version > other.version);
      const question_time_spent = Math.max(response.question_time_spent, other?.question_time_spent ?? 0);
      const winner = isNewer ? { ...response, writer: upload.writer } : other;
      this.held.set(response.question_id, { ...winner, question_time_spent });
    }
    for (const visit of JSON.parse(upload.visits ?? '[]') as LocalVisit[]) this.visits.set(`${upload.writer} ${visit.number}`, visit);
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
        session_time_spent: Math.max(0, ...this.uploads.map((upload) => upload.session_time_spent)),
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

  /** Seconds at each answered question: by its response, and by its visits. */
  times(): { byResponse: number; byVisits: number }[] {
    const visits = [...this.visits.values()];
    return [...this.held.values()].map(({ question_id, question_time_spent }) => ({
      byResponse: question_time_spent,
      byVisits: visits.filter((visit) => visit.question_id === question_id).reduce((total, { seconds }) => total + seconds, 0),
    }));
  }

  /** Questions whose responses were sent, accepted or not. */
  sentQuestions(): number[] {
    return this.uploads.flatMap(({ responses }) => (JSON.parse(responses) as Sent[]).map(({ question_id }) => question_id));
  }

  answerTo(question_id: number): number[] | undefined {
    return this.held.get(question_id)?.responses;
  }
}
