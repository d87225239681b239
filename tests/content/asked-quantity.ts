import type { QuestionEntry } from '@abhyas/contract/bank/authored-question';

const unit = String.raw`(?:\\\((?:\\[,;! ])*\\(?:mathrm|Omega|mu)|units of|(?:thousand )?(?:kilo|milli|micro|nano|centi|deci)?(?:metre|second|gram|joule|watt|volt|ampere|ohm|newton|coulomb|farad|litre|mole|tesla|pascal|hertz)s?\b|(?:minute|hour|day|week|year|degree|kelvin|electronvolt|dioptre|individual|bar|cell|breath|beat|rupee)s?\b|[mµnk]?(?:m|s|g|L|mol|V|A|eV)\b|mg per|mm Hg|kJ)`;
const namesUnit = new RegExp(String.raw`\b(?:in|how many|find the number of) (?:the unit )?${unit}`, 'i');
const asksForNumber =
  /\bhow (?:many|often)\b|\bnumber of\b|\bratio\b|\bper ?cent(?:age)?\b|\bfactor\b|\btimes\b|\bsum\b|\bquotient\b|\bconstant\b|\bindex\b|\bpH\b|\batomic number\b|\bprobability\b|\bcoefficient\b|\bfind \\\(x\\\)/i;
const measured = /\\mathrm\{|\b(?:metre|second|litre|gram|minute|hour|kilometre|centimetre)s?\b/;

/** Whether the question states what its number counts or measures: a unit, or a count, a share or a named number. */
export function saysWhatIsCounted({ text }: Pick<QuestionEntry, 'text'>): boolean {
  return namesUnit.test(text) || asksForNumber.test(text);
}

/** Whether the question is about measured quantities, so that its number needs a unit. */
export const isOfQuantities = ({ text }: Pick<QuestionEntry, 'text'>) => measured.test(text);

const words: Record<string, number> = { one: 1, two: 2, three: 3, four: 4 };

/**
 * Decimal places that the question asks for; undefined where it asks for none. Significant figures and "nearest 10" are not decimal places.
 */
function decimalsAsked(text: string): number | undefined {
  if (/nearest (?:whole number|integer)|\bGive an integer\b/i.test(text)) return 0;
  const count = /\b(one|two|three|four|\d) decimals?\b/i.exec(text)?.[1]?.toLowerCase();
  return count === undefined ? undefined : (words[count] ?? Number(count));
}

/** The disagreement between the decimal places of the key and those that the question asks for; undefined where they agree. */
export function faultOfRounding({ text, answer, also_accepted = [] }: QuestionEntry): string | undefined {
  const keys = [answer, ...also_accepted].filter((key) => typeof key === 'string');
  const decimals = Math.max(0, ...keys.map((key) => key.split('.')[1]?.length ?? 0));
  const asked = decimalsAsked(text);
  if (asked !== undefined) return decimals > asked ? `asks for ${asked} decimals, the key has ${decimals}` : undefined;
  const isRounded = /\b(?:decimals?|significant|nearest|round(?:ed)?)\b/i.test(text);
  const isInteger = keys.length === 1 + also_accepted.length && decimals === 0;
  return isInteger || isRounded ? undefined : 'is no integer, and the question does not say how to round';
}
