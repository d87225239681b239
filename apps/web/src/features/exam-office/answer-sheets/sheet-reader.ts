import type { Answer, Input } from '@abhyas/contract/endpoint';
import type { addAnswerSheets, getAnswerSheets } from '@abhyas/contract/exam-office/answer-sheets';

type Test = Answer<typeof getAnswerSheets>;
export type SheetToAdd = Input<typeof addAnswerSheets>['sheets'][number];

/** A request to the worker: a picture, with the test whose sheets are loaded. */
export interface Question {
  file_name: string;
  picture: Blob | ImageBitmap;
  test: Pick<Test, 'id' | 'draft_id' | 'sections'>;
}

export type Reading = { kind: 'sheet'; sheet: SheetToAdd } | { kind: 'unread'; message: string };

/** Reads pictures of sheets in a worker, one at a time. */
export class SheetReader {
  private readonly worker = new Worker(new URL('./sheet-worker.ts', import.meta.url), { type: 'module', name: 'answer sheets' });

  read(question: Question): Promise<Reading> {
    return new Promise((resolve, reject) => {
      this.worker.onmessage = ({ data }: MessageEvent<Reading>) => resolve(data);
      this.worker.onerror = () => reject(new Error('The reader of answer sheets has stopped'));
      const moved = question.picture instanceof Blob ? [] : [question.picture];
      this.worker.postMessage(question, moved);
    });
  }

  end(): void {
    this.worker.terminate();
  }
}
