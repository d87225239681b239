import type { Line } from './line.ts';

export interface RawOption {
  lines: Line[];
  isCorrect: boolean;
  /** The line with the option's mark. */
  written?: Line;
}

/** A question as its lines stand in the document. */
export interface RawQuestion {
  /** The number that the document gives; 0 if it gives none. */
  number: number;
  stem: Line[];
  options: RawOption[];
  answer: Line | null;
  solution: Line[];
  topic: string;
  difficulty: string;
  marks: string;
  type: string;
  passage: RawPassage | null;
}

export interface RawPassage {
  number: number;
  lines: Line[];
  range: { from: number; to: number } | null;
}

export const emptyQuestion = (number: number, topic: string): RawQuestion => ({
  number,
  stem: [],
  options: [],
  answer: null,
  solution: [],
  topic,
  difficulty: '',
  marks: '',
  type: '',
  passage: null,
});
