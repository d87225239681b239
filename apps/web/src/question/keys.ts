import type { Answer } from '@abhyas/contract/endpoint';
import type { getQuestionStatistics } from '@abhyas/contract/exam-office/results';

export type AcceptedKey = Answer<typeof getQuestionStatistics>['questions'][number]['accepted_answers'][number];

const oneInWords = (key: AcceptedKey): string => {
  if (Array.isArray(key)) return key.join(' and ');
  return typeof key === 'object' ? `${key.from} to ${key.to}` : String(key);
};

/** '2', '2 or 3', '1 and 3', '0.74 to 0.80'. */
export const keyInWords = (keys: readonly AcceptedKey[]): string => keys.map(oneInWords).join(' or ');

const number = '-?(?:\\d+(?:\\.\\d*)?|\\.\\d+)';
const one = new RegExp(`^${number}$`);
const range = new RegExp(`^(${number})\\s*(?:to|–)\\s*(${number})$`);

/** The key in a typed number or range; null for any other text. */
export function keyOfText(text: string): string | { from: string; to: string } | null {
  const trimmed = text.trim();
  if (one.test(trimmed)) return trimmed;
  const [, from, to] = range.exec(trimmed) ?? [];
  return from !== undefined && to !== undefined && Number(from) <= Number(to) ? { from, to } : null;
}
