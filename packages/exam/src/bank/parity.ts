import { type GlossaryTerm, glossaryHi } from './glossary-hi.ts';
import { turningWords, unitWords } from './parity-words.ts';
import { texInText, texOf } from './tex.ts';

/** The words of a question in one language. An absent text and an empty one are the same. */
export interface QuestionWords {
  text: string;
  options?: readonly string[] | undefined;
  hint?: string | undefined;
  solution?: string | undefined;
  notes?: string | undefined;
  /** Descriptions of the pictures, by the field that holds the picture. */
  alt?: { figure?: string | undefined; options?: readonly string[] | undefined; solution_figure?: string | undefined } | undefined;
}

export type ParityKind = 'missing' | 'script' | 'options' | 'number' | 'unit' | 'formula' | 'chemistry' | 'picture' | 'negation' | 'term';

/** A difference between a text and its translation. A fault is surely wrong; a doubt is for a person to look at. */
export interface ParityFinding {
  /** The field of the translation. */
  path: readonly (string | number)[];
  kind: ParityKind;
  level: 'fault' | 'doubt';
  what: string;
}

const devanagariZero = 0x0966;
/** The text with ASCII digits in place of Devanagari ones. */
export const withAsciiDigits = (text: string): string =>
  text.replaceAll(/[०-९]/g, (digit) => String((digit.codePointAt(0) ?? devanagariZero) - devanagariZero));

const tag = /<[^<>]*>/g;
const proseOf = (text: string) => withAsciiDigits(text).replaceAll(texInText, ' ').replaceAll(tag, ' ').replaceAll(/\s+/g, ' ');

/** The numbers of a text outside formulas. A sign counts only where a number begins with it. */
const numbersOf = (prose: string): string[] =>
  (prose.match(/(?<![\p{L}\d])[-−+]?\d[\d,]*(?:\.\d+)?/gu) ?? []).map((number) =>
    number.replace('−', '-').replaceAll(',', '').replace(/^\+/, ''),
  );

/** The formulas of a text, without blanks and without the words in them, which are translated. */
const formulasOf = (text: string): string[] =>
  [...withAsciiDigits(text).matchAll(texInText)].map(([, inline, displayed]) =>
    texOf(inline ?? displayed ?? '')
      .replaceAll(/\\(?:text|textbf|textit|textrm)\s*\{[^{}]*\}/g, String.raw`\text{}`)
      .replaceAll(/\\[ ,;:!]|~|\s+/g, ''),
  );

/** Names in Latin capitals, and formulas of compounds in prose: DNA, ATP, NaOH, CO2. */
const namesOf = (prose: string): string[] =>
  (prose.match(/(?<![A-Za-z])(?:[A-Z][a-z]?\d*){2,}(?![a-z])/g) ?? []).filter((name) => /[A-Z].*[A-Z]/.test(name));

/** Units that stand in Latin letters directly after a number outside formulas. */
const unitsOf = (prose: string): string[] =>
  [...prose.matchAll(/\d\s?(nm|µm|mm|cm|km|m|ms|s|min|h|g|kg|mg|K|J|kJ|eV|W|kW|V|A|mA|N|Pa|Hz|L|mL|M|mol|%|°C|°)(?![\p{L}\d])/gu)].map(
    ([, unit]) => unit ?? '',
  );

/** The most findings of a kind about a text: further ones tell nothing new. */
const mostOfKind = 20;

/** The items that one list has more often than the other. */
function surplus(of: readonly string[], over: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const entry of over) left.set(entry, (left.get(entry) ?? 0) + 1);
  return of.filter((entry) => {
    const count = left.get(entry) ?? 0;
    left.set(entry, count - 1);
    return count <= 0;
  });
}

type Part = { path: ParityFinding['path']; isAsked: boolean; name: string };

function compareLists(
  part: Part,
  kind: ParityKind,
  name: string,
  source: readonly string[],
  translated: readonly string[],
): ParityFinding[] {
  const level = part.isAsked ? 'fault' : 'doubt';
  const say = (entries: readonly string[], what: string): ParityFinding[] =>
    entries.slice(0, mostOfKind).map((entry) => ({ path: part.path, kind, level, what: `${name} ${entry} ${what}` }));
  return [
    ...say(surplus(source, translated), 'is missing from the translation'),
    ...say(surplus(translated, source), 'is not in the English text'),
  ];
}

function compareWords(part: Part, source: string, translated: string): ParityFinding[] {
  const findings: ParityFinding[] = [];
  const level = part.isAsked ? 'fault' : 'doubt';
  for (const { name, en, hi } of turningWords) {
    const [has, hasToo] = [en.test(source), hi.test(translated)];
    // Prose of a solution is freely worded, so only a turning word that the translation adds or drops in what is asked counts.
    if (has === hasToo || !part.isAsked) continue;
    const what = has
      ? `“${name}” of the English text is not in the translation`
      : `The translation has a word for “${name}”; the English text has none`;
    findings.push({ path: part.path, kind: 'negation', level, what });
  }
  for (const { sign, en, hi } of unitWords) {
    // "second" is also an ordinal and "mole" an animal: only what stands after "in", "per" or a number is a unit, not "in the second".
    const asked = new RegExp(String.raw`(?:\bin|\bper|\d|the nearest)\s+(?:(?!the\b)\w+\s+)?${en.source}`, 'i');
    if (asked.test(source) && !hi.test(translated) && !new RegExp(String.raw`(?<![A-Za-z])${sign}(?![A-Za-z])`).test(translated))
      findings.push({ path: part.path, kind: 'unit', level, what: `The unit ${sign} is missing from the translation` });
  }
  return findings;
}

const isTermIn = ({ en, except }: GlossaryTerm, text: string) => {
  const rest = except.reduce((left, phrase) => left.replaceAll(new RegExp(phrase, 'gi'), ' '), text);
  return en.some((word) => new RegExp(String.raw`(?<![\w-])${word}s?(?![\w-])`, 'i').test(rest));
};

/** Terms that the source names and the translation does not. */
function compareTerms(part: Part, source: string, translated: string, glossary: readonly GlossaryTerm[]): ParityFinding[] {
  return glossary
    .filter((term) => isTermIn(term, source) && !term.hi.some((word) => translated.includes(word)))
    .map(({ en, hi }) => ({
      path: part.path,
      kind: 'term' as const,
      level: 'doubt' as const,
      what: `“${en[0]?.replace('?', '')}” is not in the translation as ${hi.map((word) => `“${word.trim()}”`).join(' or ')}`,
    }));
}

const hasWords = (prose: string) => /[a-z]{4,}/i.test(prose.replaceAll(/(?<![A-Za-z])[A-Z]\w*/g, ' '));
const hasHindi = (text: string) => /\p{Script=Devanagari}/u.test(text);

function compareText(part: Part, source: string, translated: string, glossary: readonly GlossaryTerm[]): ParityFinding[] {
  if (translated.trim() === '') {
    const isMissing = source.trim() !== '';
    return isMissing
      ? [{ path: part.path, kind: 'missing', level: part.isAsked ? 'fault' : 'doubt', what: `${part.name} is not translated` }]
      : [];
  }
  if (source.trim() === '')
    return [{ path: part.path, kind: 'missing', level: 'fault', what: `${part.name} is translated, but not in the English question` }];
  const [prose, hindi] = [proseOf(source), proseOf(translated)];
  const findings = [
    ...compareLists(part, 'number', 'The number', numbersOf(prose), numbersOf(hindi)),
    ...compareLists(part, 'unit', 'The unit', unitsOf(prose), unitsOf(hindi)),
    ...compareLists(part, 'formula', 'The formula', formulasOf(source), formulasOf(translated)),
    ...compareLists(part, 'chemistry', 'The name', namesOf(prose), namesOf(hindi)).map((found) => ({ ...found, level: 'doubt' as const })),
    ...compareWords(part, prose, hindi),
    ...(part.isAsked ? compareTerms(part, prose, hindi, glossary) : []),
  ];
  if (part.isAsked && hasWords(prose) && !hasHindi(translated))
    findings.push({ path: part.path, kind: 'script', level: 'fault', what: `${part.name} has no Hindi words` });
  return findings;
}

function compareOptions(source: QuestionWords, translated: QuestionWords, glossary: readonly GlossaryTerm[]): ParityFinding[] {
  const [options, hindi] = [source.options ?? [], translated.options ?? []];
  if (options.length !== hindi.length)
    return [
      {
        path: ['options'],
        kind: 'options',
        level: 'fault',
        what: `The translation has ${hindi.length} options, the English question ${options.length}`,
      },
    ];
  const findings = options.flatMap((option, at) => {
    const part = { path: ['options', at], isAsked: true, name: 'The option' };
    return compareText(part, option, hindi[at] ?? '', glossary);
  });
  const same = hindi.findIndex((option, at) => option.trim() !== '' && hindi.findIndex((other) => other.trim() === option.trim()) !== at);
  if (same !== -1)
    findings.push({ path: ['options', same], kind: 'options', level: 'fault', what: 'Two options of the translation are the same' });
  return findings;
}

function comparePictures({ alt: source = {} }: QuestionWords, { alt: translated = {} }: QuestionWords): ParityFinding[] {
  const compare = (path: ParityFinding['path'], one = '', other = ''): ParityFinding[] => {
    const [has, hasToo] = [one.trim() !== '', other.trim() !== ''];
    if (has && !hasToo) return [{ path, kind: 'picture', level: 'fault', what: 'The picture is not described in the translation' }];
    if (!has && hasToo)
      return [{ path, kind: 'picture', level: 'fault', what: 'The translation describes a picture that the question does not have' }];
    if (!has) return [];
    const part = { path, isAsked: false, name: 'The description' };
    return compareLists(part, 'number', 'The number', numbersOf(proseOf(one)), numbersOf(proseOf(other)));
  };
  const places = Math.max(source.options?.length ?? 0, translated.options?.length ?? 0);
  return [
    ...compare(['alt', 'figure'], source.figure, translated.figure),
    ...Array.from({ length: places }, (_, at) => compare(['alt', 'options', at], source.options?.[at], translated.options?.[at])).flat(),
    ...compare(['alt', 'solution_figure'], source.solution_figure, translated.solution_figure),
  ];
}

/**
 * Compares a question with its Hindi translation: numbers, units, formulas, options, pictures, words that turn a question around, and
 * terms. The parts that ask (text, options, notes) are compared strictly; hints and solutions may be worded freely and give doubts only.
 */
export function parityFindings(
  source: QuestionWords,
  translated: QuestionWords,
  glossary: readonly GlossaryTerm[] = glossaryHi,
): ParityFinding[] {
  const text = (field: 'text' | 'hint' | 'solution' | 'notes', name: string, isAsked: boolean) =>
    compareText({ path: [field], isAsked, name }, source[field] ?? '', translated[field] ?? '', glossary);
  return [
    ...text('text', 'The question', true),
    ...compareOptions(source, translated, glossary),
    ...text('notes', 'The note', true),
    ...text('hint', 'The hint', false),
    ...text('solution', 'The solution', false),
    ...comparePictures(source, translated),
  ];
}
