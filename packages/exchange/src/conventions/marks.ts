import type { Line } from './line.ts';

/** The number with which a line begins a question, and the length of the mark. `isNamed` is a mark with a Q. */
export interface QuestionMark {
  number: number;
  length: number;
  isNamed: boolean;
}

const named = /^\s*Q(?:ue(?:s(?:tion)?)?|n)?s?[\s.:-]{0,3}(?:No[\s.:]{0,3})?\(?(\d{1,4})(?:\s?[.):\]-]+|\s|$)\s*/i;
const bare = /^\s*(?:(\d{1,4})\s?[.)](?!\d)|\[(\d{1,4})\]|\((\d{1,4})\))\s*/;

export function questionMarkOf(text: string): QuestionMark | null {
  const head = text.slice(0, 40);
  const withQ = named.exec(head);
  if (withQ) return { number: Number(withQ[1]), length: withQ[0].length, isNamed: true };
  const without = bare.exec(head);
  return without ? { number: Number(without[1] ?? without[2] ?? without[3]), length: without[0].length, isNamed: false } : null;
}

/** How the options of a question are marked: `(a)`, `a)`, `a.`, `[a]`, with letters or digits. */
type Style = '()' | ')' | '.' | '[]';

export interface OptionMark {
  style: Style;
  isDigit: boolean;
  place: number;
  from: number;
  to: number;
  /** A star or a tick before the mark says that the option is correct. */
  isCorrect: boolean;
}

const optionMark =
  /(?<=^|[\s\uFFFC])([*\u2713\u2714]?)(?:\(\s?([A-Ea-e1-5])\s?\)|\[\s?([A-Ea-e1-5])\s?\]|([A-Ea-e1-5])\s?\)|([A-Ea-e])\s?\.(?=\s|\uFFFC|$|[^\s\w])|([1-5])\s?\.(?!\d))\s*/g;

/** Every mark in a line that may begin an option. */
export function optionMarksOf(text: string): OptionMark[] {
  const marks: OptionMark[] = [];
  for (const match of text.slice(0, 5000).matchAll(optionMark)) {
    const [all, sign = '', inRound, inSquare, beforeRound, beforePoint, digitBeforePoint] = match;
    const name = inRound ?? inSquare ?? beforeRound ?? beforePoint ?? digitBeforePoint ?? '';
    const style: Style = inRound ? '()' : inSquare ? '[]' : beforeRound ? ')' : '.';
    const isDigit = /\d/.test(name);
    const place = isDigit ? Number(name) - 1 : name.toLowerCase().charCodeAt(0) - 97;
    marks.push({ style, isDigit, place, from: match.index, to: match.index + all.length, isCorrect: sign !== '' });
  }
  return marks;
}

/** The run of marks that begins with the place `next` and counts on, all in the style of `like` or, without it, of the first mark. */
export function runOfMarks(marks: readonly OptionMark[], next: number, like?: Pick<OptionMark, 'style' | 'isDigit'>): OptionMark[] {
  const run: OptionMark[] = [];
  for (const mark of marks) {
    const same = run[0] ?? like;
    if (mark.place === next + run.length && (!same || (mark.style === same.style && mark.isDigit === same.isDigit))) run.push(mark);
  }
  return run;
}

const directives = {
  answer: /^\s*(?:(?:correct\s+)?(?:answers?|ans|option|key)|answer\s+key|correct)\s*(?:\.\s*[:\-\u2013=]?|[:\-\u2013=]+)\s*/i,
  bareAnswer: /^\s*(?:answer|ans)\s+(?=[([]?[A-Ea-e1-4\d][)\].]?)/i,
  solution: /^\s*(?:detailed\s+)?(?:solutions?|sol|soln|explanation|explain|hints?|rationale)\s*(?:\.\s*[:\-\u2013]?|[:\-\u2013)]+)\s*/i,
  topic: /^\s*(?:topic|sub-?topic|chapter|unit)\s*(?:name)?\s*[:\-\u2013]\s*/i,
  subject: /^\s*subject\s*[:\-\u2013]\s*/i,
  difficulty: /^\s*(?:difficulty(?:\s+level)?|level)\s*[:\-\u2013]\s*/i,
  marks: /^\s*(?:marks?|positive marks|negative marks|points?)\s*[:\-\u2013]\s*/i,
  type: /^\s*(?:question\s+)?type\s*[:\-\u2013]\s*/i,
} as const;
export type Directive = keyof typeof directives;

/** The directive at the beginning of a line, such as `Answer:` or `Topic:`, and the rest of the line as its value. */
export function directiveOf(line: Line): { name: Exclude<Directive, 'bareAnswer'>; value: Line } | null {
  const head = line.text.slice(0, 60);
  for (const [name, pattern] of Object.entries(directives)) {
    const match = pattern.exec(head);
    if (match)
      return { name: (name === 'bareAnswer' ? 'answer' : name) as Exclude<Directive, 'bareAnswer'>, value: line.slice(match[0].length) };
  }
  return null;
}

const passageWords =
  /^\s*(?:(?:linked\s+)?(?:passage|paragraph|comprehension|directions?|instructions?|read the following|the following (?:passage|paragraph))\b)/i;
const rangeOfQuestions =
  /(?:for|answer|questions?|qs?\.?|nos?\.?)[^\d\n]{0,40}(\d{1,4})\s*(?:to|-|\u2013|and|&|,)\s*(?:Q\.?\s*)?(\d{1,4})/i;

/** Whether a line begins a passage, with the questions to which it belongs, if the line names them. */
export function passageMarkOf(text: string): { from: number; to: number } | 'open' | null {
  const head = text.slice(0, 200);
  if (!passageWords.test(head)) return null;
  const [, from, to] = rangeOfQuestions.exec(head) ?? [];
  if (from !== undefined && to !== undefined && Number(to) >= Number(from) && Number(to) - Number(from) < 20)
    return { from: Number(from), to: Number(to) };
  return /^\s*(?:passage|paragraph|comprehension)\b/i.test(head) ? 'open' : null;
}

export const isSectionHeading = (text: string): boolean =>
  /^\s*(?:section|part|general instructions|physics|chemistry|biology|botany|zoology|math(?:s|ematics)?)\b[^.?]{0,60}$/i.test(text);
export const isSubject = (text: string): boolean => /^(?:physics|chemistry|biology|botany|zoology|math(?:s|ematics)?)$/i.test(text);
export const isKeyHeading = (text: string): boolean =>
  /^\s*(?:answer\s*keys?|answers?|keys?|answer\s*sheet)\s*[:\-\u2013]?\s*$/i.test(text);
export const isSolutionHeading = (text: string): boolean =>
  /^\s*(?:(?:hints?|answers?)\s*(?:&|and)\s*)?(?:detailed\s+)?(?:solutions?|explanations?)\s*[:\-\u2013]?\s*$/i.test(text);

/** Pairs of a list of keys: `1. b`, `2-(c)`, `3) 2.5`, `4 : A, C`, several on a line. */
export function keysOfText(text: string): { number: number; key: string }[] {
  const pair =
    /(?:^|[\s,;|])(?:Q\.?\s?)?(\d{1,4})\s?(?:(?:\.(?!\d)|[):\-\u2013=])+\s?|\s)(\(?[A-Ea-e](?:\s?[,&]\s?\(?[A-Ea-e]\)?){0,4}\)?|\([1-4]\)|[+\-\u2212]?\d+(?:\.\d+)?)(?=$|[\s,;|.])/g;
  return [...text.slice(0, 20_000).matchAll(pair)].map(([, number, key]) => ({ number: Number(number), key: key ?? '' }));
}
