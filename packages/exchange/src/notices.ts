import { beginningOf } from '@abhyas/exam/institute/cut-text';
import { most, type Notice, type ReadItem } from './reading.ts';

/** The notices of one question; the same sentence is kept once. */
export class Notices {
  readonly list: Notice[] = [];

  #add(kind: Notice['kind'], code: string, sentence: string): void {
    if (this.list.length < most.notices && !this.list.some((notice) => notice.sentence === sentence))
      this.list.push({ kind, code, sentence: beginningOf(sentence, 300) });
  }

  fault(code: string, sentence: string): void {
    this.#add('fault', code, sentence);
  }

  loss(code: string, sentence: string): void {
    this.#add('loss', code, sentence);
  }

  note(code: string, sentence: string): void {
    this.#add('note', code, sentence);
  }
}

/** An item about the whole file. */
export const itemOfFile = (place: string, notice: Notice, source = ''): ReadItem => ({
  about: 'file',
  place,
  source: beginningOf(source, most.source),
  question: null,
  passage: null,
  pictures: [],
  notices: [notice],
});

/** An item of a question that the product cannot hold. */
export const itemWithFault = (place: string, source: string, code: string, sentence: string): ReadItem => ({
  ...itemOfFile(place, { kind: 'fault', code, sentence }, source),
  about: 'question',
});
