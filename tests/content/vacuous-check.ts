import type { QuestionEntry } from '@abhyas/contract/bank/authored-question';
import {
  type ConstantNode,
  evaluate,
  isConstantNode,
  isFunctionNode,
  isOperatorNode,
  isParenthesisNode,
  isSymbolNode,
  type MathNode,
  parse,
  type SymbolNode,
} from 'mathjs';

type Check = NonNullable<QuestionEntry['check']>;
/** The content that the student reads before answering: the texts of question and passage, and the objects in their pictures. */
export interface Asked {
  check: Check;
  read: readonly string[];
}

const counted =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty';
const ordinals = 'zeroth first second third fourth fifth sixth seventh eighth ninth tenth';
const named: readonly (readonly [string, number])[] = [
  ...[counted, ordinals].flatMap((words) => words.split(' ').map((word, value) => [word, value] as const)),
  ...(['both', 'pair', 'double', 'doubled', 'twice'] as const).map((word) => [word, 2] as const),
  ...([
    ['thrice', 3],
    ['half', 0.5],
    ['halved', 0.5],
    ['third', 1 / 3],
    ['quarter', 0.25],
    ['hundred', 100],
  ] as const),
  ...([
    ['triangle', 3],
    ['square', 4],
    ['pentagon', 5],
    ['hexagon', 6],
    ['octagon', 8],
  ] as const),
];
const valuesOfWord = (word: string) => named.flatMap(([name, value]) => (name === word ? [value] : []));
/** Numbers that every formula may contain, whatever the question is. */
const commonplace = new Set([0, 1, 2]);

/** TeX in which every single digit that is an argument is in braces, and the digits of a number are not separated. */
const withBraces = (text: string) =>
  text
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/(\\(?:[td]?frac|[td]?binom)\s*(?:\{[^{}]*\}\s*|))(\d)/g, '$1{$2}')
    .replaceAll(/(\\(?:[td]?frac|[td]?binom)\s*\{[^{}]*\}\s*)(\d)/g, '$1{$2}')
    .replaceAll(/([\^_]|\\sqrt)\s*(\d)(?=\d)/g, '$1{$2} ')
    .replaceAll(/(\d)(?:\\,|\{,\}|\\ | )(?=\d{3}(?!\d))/g, '$1');

/** The counts that a word in capitals gives: the number of its letters, and how often each letter occurs. */
function countsOfLetters(word: string): number[] {
  const each = [...new Set(word)].map((letter) => word.split(letter).length - 1);
  return [word.length, new Set(word).size, ...each];
}

/** The numbers that a text states, also as words, fractions, roots and letters to arrange. */
export function numbersStated(text: string): number[] {
  const plain = withBraces(text);
  const fractions = [...plain.matchAll(/frac\s*\{(\d+(?:\.\d+)?)\}\s*\{(\d+(?:\.\d+)?)\}/g)].map(([, a, b]) => Number(a) / Number(b));
  const roots = [...plain.matchAll(/sqrt\s*\{?(\d+)/g)].map(([, of]) => Math.sqrt(Number(of)));
  return [
    ...(plain.match(/\d+(?:\.\d+)?/g) ?? []).map(Number),
    ...fractions,
    ...roots,
    ...(plain.toLowerCase().match(/[a-z]+/g) ?? []).flatMap(valuesOfWord),
    ...(plain.replaceAll(/\\\(.*?\\\)/gs, ' ').match(/\b[A-Z]{4,}\b/g) ?? []).flatMap(countsOfLetters),
  ];
}

/** Whether a question that states `stated` gives this number, with either sign and in any decimal unit. */
function isStated(value: number, stated: readonly number[]): boolean {
  if (value === 0) return stated.includes(0);
  return stated.some((number) => {
    const exponent = Math.log10(Math.abs(value / number));
    return Number.isFinite(exponent) && Math.abs(exponent - Math.round(exponent)) < 1e-6;
  });
}

function withoutBrackets(node: MathNode): MathNode {
  if (isParenthesisNode(node)) return withoutBrackets(node.content);
  if (isOperatorNode(node) && node.args.length === 1 && node.fn.startsWith('unary')) return withoutBrackets(node.args[0] as MathNode);
  return node;
}

/** The value of the formula with every given value changed a little; undefined where it has none. */
function valueWhenMoved(formula: string, givens: Check['givens']): number | undefined {
  try {
    const value: unknown = evaluate(formula, { ...givens });
    return typeof value === 'number' ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Each given value is multiplied by a different factor, so that no two values change equally. */
const movedBy = (value: number, at: number, step: number) => (value === 0 ? step : value) * (1 + step * (1 + Math.sin(at + 1)));

/** A formula of more steps than this is a derivation, even where its result is one of its givens. */
const fewSteps = 7;

/** The given value that the formula returns, whatever the given values are. */
function repeatedGiven({ givens, formula }: Check): string | undefined {
  const names = Object.keys(givens);
  return names.find((name) =>
    [0.31, -0.17, 0.07].every((step) => {
      const moved = Object.fromEntries(names.map((other, at) => [other, movedBy(givens[other] ?? 0, at, step)]));
      const value = valueWhenMoved(formula, moved);
      return value !== undefined && Math.abs(Math.abs(value) - Math.abs(moved[name] ?? 0)) < 1e-9;
    }),
  );
}

/** The reason why a check proves nothing about the key; undefined if it computes the answer from the values in the question. */
export function faultOfCheck({ check, read }: Asked): string | undefined {
  const { givens, formula } = check;
  const tree = parse(formula);
  const whole = withoutBrackets(tree);
  if (isSymbolNode(whole) || isConstantNode(whole)) return 'the formula is a given or a constant';
  const used = new Set(tree.filter(isSymbolNode).map((node) => (node as SymbolNode).name));
  const unused = Object.keys(givens).filter((name) => !used.has(name));
  if (unused.length > 0) return `the formula does not use ${unused.join(', ')}`;
  const steps = tree.filter((node) => isOperatorNode(node) || isFunctionNode(node)).length;
  const repeated = steps <= fewSteps ? repeatedGiven(check) : undefined;
  if (repeated !== undefined) return `the formula only repeats ${repeated}`;
  const stated = numbersStated(read.join('\n'));
  if (stated.length === 0) return undefined;
  const constants = tree.filter(isConstantNode).flatMap((node) => {
    const { value } = node as ConstantNode;
    return typeof value === 'number' && !commonplace.has(value) ? [value] : [];
  });
  return [...Object.values(givens), ...constants].some((value) => isStated(value, stated))
    ? undefined
    : 'the formula uses none of the numbers that the question states';
}
