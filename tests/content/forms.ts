import type { QuestionEntry } from '@abhyas/contract/bank/authored-question';

/** The forms of question that the exams have besides plain ones. */
export type Form = 'statements' | 'assertion' | 'match' | 'plain';

type Read = Pick<QuestionEntry, 'text' | 'options' | 'answer'>;

/** The form of a question with options, recognised by the bank's usual wording. */
export function formOf({ text }: Pick<QuestionEntry, 'text'>): Form {
  if (/Reason\s*\(R\)|\bReason\b[^.]{0,4}:/.test(text)) return 'assertion';
  if (/Statement[ -]II\b/.test(text)) return 'statements';
  return /\bMatch\b/.test(text) && text.includes('<table') ? 'match' : 'plain';
}

const lengthOf = (option: string) => option.replaceAll(/\\(?:mathrm|text|ce|dfrac|tfrac|frac)|[\\{}()$]/g, '').length;

/** Whether the key is the one longest option; undefined if several options are the longest, or the key is not a single option. */
export function isLongestTheKey({ options = [], answer }: Read): boolean | undefined {
  const lengths = options.map(lengthOf);
  const longest = Math.max(...lengths);
  if (typeof answer !== 'number' || lengths.filter((length) => length === longest).length !== 1) return undefined;
  return lengths.indexOf(longest) === answer - 1;
}

/** Whether the option "both statements are wrong" is the key; undefined without such an option. */
export function isBothWrongTheKey({ options = [], answer }: Read): boolean | undefined {
  const at = options.findIndex((option) => /\bboth\b.*\b(?:incorrect|false|wrong)\b|\bneither\b/i.test(option));
  return at < 0 ? undefined : answer === at + 1;
}

/** Whether the option "the reason explains the assertion" is the key; undefined without such an option. */
export function doesReasonExplain({ options = [], answer }: Read): boolean | undefined {
  const at = options.findIndex((option) => /\bexplains\b/i.test(option) && !/\bnot\b/i.test(option));
  return at < 0 ? undefined : answer === at + 1;
}

/** The share of questions for which `is` is true, among those for which it is defined. */
export function shareOf<T>(questions: readonly T[], is: (question: T) => boolean | undefined): number {
  const known = questions.map(is).filter((value) => value !== undefined);
  return known.filter(Boolean).length / known.length;
}

type Bounds = readonly [least: number, greatest: number];
interface Bound {
  of: string;
  within: Bounds;
  share: (questions: readonly QuestionEntry[]) => number;
}

const isSingle = ({ answer }: Read) => typeof answer === 'number';
const isOption = (option: number) => (questions: readonly QuestionEntry[]) =>
  shareOf(questions.filter(isSingle), ({ answer }) => answer === option);

/** Bounds of the keys of a subject, in practice and papers together. A subject without such questions has no share. */
export const boundsOfKeys: readonly Bound[] = [
  ...[1, 2, 3, 4].map((option): Bound => ({ of: `option ${option} as the key`, within: [0.18, 0.32], share: isOption(option) })),
  { of: 'the longest option as the key, where one is the longest', within: [0.15, 0.4], share: (all) => shareOf(all, isLongestTheKey) },
  {
    of: '"both are wrong" as the key of two statements',
    within: [0.12, 0.35],
    share: (all) =>
      shareOf(
        all.filter((question) => formOf(question) === 'statements'),
        isBothWrongTheKey,
      ),
  },
  {
    of: '"the reason explains" as the key of assertion and reason',
    within: [0.15, 0.5],
    share: (all) =>
      shareOf(
        all.filter((question) => formOf(question) === 'assertion'),
        doesReasonExplain,
      ),
  },
  {
    of: 'three right options among the questions with several',
    within: [0.15, 0.5],
    share: (all) =>
      shareOf(
        all.filter(({ type }) => type === 'multiple_option'),
        ({ answer }) => Array.isArray(answer) && answer.length === 3,
      ),
  },
];

/** Share of statements, assertion and reason, and lists to match, in physics and in chemistry of a mock of the present pattern. */
export const boundsOfForms: Readonly<Record<string, Bounds>> = { NEET: [0.15, 0.25], 'JEE Main': [0.05, 0.25] };

/** Whether a share lies within its bounds. */
export const isWithin = (share: number, [least, greatest]: Bounds) => share >= least && share <= greatest;
