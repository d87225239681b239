import { canBeTyped, readNumber } from '@abhyas/exam/bank/numeric-entry';
import type { AcceptedAnswer } from '@abhyas/exam/bank/question';
import { videoSource } from '@abhyas/exam/classes/video';
import { brand } from '../institute/brand.ts';
import type { QuestionEntry } from './authored-question.ts';

/** The valid fields of a question; fields with a fault are left out. */
export type PartOfQuestion = Partial<QuestionEntry>;

type Read<T> = { key: T } | { fault: string };

const isOption = (value: unknown) => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 4;

function readKeyText(text: unknown): Read<string> {
  if (typeof text === 'number') return { fault: `The answer ${text} is read as text: quote it, '${text}'` };
  if (typeof text !== 'string') return { fault: 'The answer of a numerical question is decimal text in quotes, or { from, to }' };
  const number = readNumber(text);
  if (number !== null && canBeTyped(number)) return { key: number };
  if (number !== null) return { fault: `The answer ${text} has more characters than the keypad takes: 12` };
  const comma = /,/.test(text) ? ': a decimal comma, or thousands grouped in two ways?' : '';
  return { fault: `The answer ${text} cannot be typed on the keypad${comma}` };
}

function readNumericalKey(key: unknown): Read<AcceptedAnswer> {
  if (typeof key !== 'object' || key === null || Array.isArray(key)) return readKeyText(key);
  const { from, to, ...others } = key as Record<string, unknown>;
  if (from === undefined || to === undefined || Object.keys(others).length > 0)
    return { fault: 'A range has the fields from and to, and no others' };
  const [least, most] = [readKeyText(from), readKeyText(to)];
  if ('fault' in least) return least;
  if ('fault' in most) return most;
  if (Number(least.key) > Number(most.key)) return { fault: 'The range ends before it begins' };
  return { key: { from: least.key, to: most.key } };
}

function readOptions(type: QuestionEntry['type'], key: unknown): Read<AcceptedAnswer> {
  if (type !== 'multiple_option')
    return isOption(key) ? { key: key as number } : { fault: 'The answer is one option number, 1 to 4, without quotes' };
  if (!Array.isArray(key) || key.length === 0 || !key.every(isOption))
    return { fault: 'The answer is a list of option numbers, 1 to 4, without quotes' };
  return new Set(key).size === key.length ? { key: key as number[] } : { fault: 'The answer has an option twice' };
}

/** The keys as they are stored: numbers in an author's spelling become decimal text that a student can type. */
export function readKeys({ type, answer, also_accepted = [] }: PartOfQuestion): Read<AcceptedAnswer>[] {
  if (type === undefined || answer === undefined) return [];
  return [answer, ...also_accepted].map((key) => (type === 'numerical' ? readNumericalKey(key) : readOptions(type, key)));
}

/** Contradictions between a question's answer and its other fields. */
function faultsOfAnswer({ type, options, option_figures, notes }: PartOfQuestion): string[] {
  const faults: string[] = [];
  if (type === undefined) return faults;
  if (type === 'numerical') {
    if (options || option_figures) faults.push('A numerical question has no options');
    return faults;
  }
  if (notes !== undefined) faults.push('Only numerical questions have notes');
  if (options && new Set(options.map((option) => option.trim())).size < options.length) faults.push('Two options are the same');
  return faults;
}

/** Whether every accepted answer is an integer, for sections that require integers. */
export const isInteger = (keys: readonly AcceptedAnswer[]): boolean =>
  keys.every((key) => typeof key === 'string' && Number.isInteger(Number(key)));

/** A fault of a question, with the path of the field below the question. */
export interface QuestionFault {
  path: readonly (string | number)[];
  what: string;
}

/**
 * Faults of a question in itself, apart from those of its texts and pictures; the importer and the editor report the same ones. `isGiven`
 * says whether the author wrote a field, valid or not.
 */
export function faultsOfQuestion(question: PartOfQuestion, isGiven: (field: keyof QuestionEntry) => boolean): QuestionFault[] {
  const { type, video } = question;
  const faults: QuestionFault[] = [];
  if (type && (type === 'comprehension') !== isGiven('passage'))
    faults.push({ path: [], what: 'A comprehension question must name a passage, and other questions must not' });
  if (type && type !== 'numerical' && !isGiven('options') && !isGiven('option_figures'))
    faults.push({ path: [], what: 'Four options or four option figures are needed' });
  faults.push(...faultsOfAnswer(question).map((what) => ({ path: ['answer'], what })));
  for (const [number, key] of readKeys(question).entries())
    if ('fault' in key) faults.push({ path: number === 0 ? ['answer'] : ['also_accepted', number - 1], what: key.fault });
  if (video !== undefined && !videoSource(video, brand.videoHosts))
    faults.push({
      path: ['video'],
      what: `${video} is not a video of YouTube, of this site or of a host that videos may come from, over https`,
    });
  return faults;
}
