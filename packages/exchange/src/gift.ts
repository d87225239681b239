import type { AcceptedAnswer } from '@abhyas/exam/bank/question';
import { giftBlocks, type GiftBlock } from './gift-blocks.ts';
import { type PartOfItem, itemOf, textOnly } from './draft.ts';
import { decode } from './markup/decode.ts';
import type { Rendering } from './markup/render.ts';
import { type Markup, readText } from './markup/source-text.ts';
import { itemOfFile, itemWithFault, Notices } from './notices.ts';
import { decimalOf, keyBetween, keyWithin, precisionOf } from './numerical.ts';
import type { ReadItem } from './reading.ts';
import { takeSolution } from './solution.ts';

const escaped = /\\([~=#{}:\\])/g;
/** Commands of TeX that begin as a line end does in GIFT. */
const notLineEnd = /\\n(?!(?:e|eq|eg|u|i|ot|otin|abla|mid|subseteq|earrow|warrow|leq|geq|parallel|obreak)(?![a-z]))/g;
const unescape = (text: string): string =>
  text
    .replaceAll(/\\\\n(?=[a-z])/g, '\\\u0000n')
    .replaceAll(notLineEnd, '\n')
    .replaceAll('\u0000', '')
    .replaceAll(escaped, '$1');

const markups: Readonly<Record<string, Markup>> = { html: 'html', markdown: 'markdown', plain: 'plain', moodle: 'mixed' };
const formatMark = /^\s*\[(html|markdown|plain|moodle)\]/;

function readPart(written: string, usual: Markup, to: Rendering): PartOfItem {
  const mark = formatMark.exec(written);
  return readText(unescape(mark ? written.slice(mark[0].length) : written).trim(), markups[mark?.[1] ?? ''] ?? usual, to);
}

interface Answer {
  sign: '=' | '~';
  /** The percentage of the marks; null if none is written. */
  weight: number | null;
  text: string;
  feedback: string;
}

/** The place of a sign that is not escaped; -1 if there is none. */
function unescapedAt(text: string, sign: RegExp, from = 0): number {
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (sign.test(text[at] ?? '')) return at;
  }
  return -1;
}

function answersOf(body: string): Answer[] {
  const answers: Answer[] = [];
  for (let at = unescapedAt(body, /[=~]/); at >= 0; ) {
    const next = unescapedAt(body, /[=~]/, at + 1);
    const written = body.slice(at + 1, next < 0 ? body.length : next);
    const weight = /^\s*%(-?[\d.]+)%/.exec(written);
    const rest = weight ? written.slice(weight[0].length) : written;
    const hash = unescapedAt(rest, /#/);
    answers.push({
      sign: body[at] === '=' ? '=' : '~',
      weight: weight ? Number(weight[1]) : null,
      text: hash < 0 ? rest : rest.slice(0, hash),
      feedback: hash < 0 ? '' : rest.slice(hash + 1),
    });
    at = next;
  }
  return answers;
}

const isWhole = ({ sign, weight }: Answer): boolean => (weight === null ? sign === '=' : weight === 100);

/** Keys of a numerical answer: `1822:5`, `3.1..3.2`, or alternatives with weights. */
function keysOfNumbers(body: string, notices: Notices): { keys: AcceptedAnswer[]; answers: Answer[] } {
  const written = answersOf(body);
  const answers = written.length > 0 ? written : answersOf(`=${body}`);
  const keys: AcceptedAnswer[] = [];
  for (const answer of answers.filter(({ text }) => text.trim() !== '')) {
    if (!isWhole(answer)) {
      notices.loss('weights', 'Answers with a part of the marks were left out.');
      continue;
    }
    const text = unescape(answer.text);
    const [from, to] = text.split('..');
    const [value, tolerance = ''] = text.split(':');
    const key = from !== undefined && to !== undefined ? keyBetween(from, to) : keyWithin(value ?? '', tolerance);
    if (key === null) notices.fault('not_a_number', `The answer ${text.trim().slice(0, 40)} is not a number.`);
    else keys.push(key);
  }
  return { keys, answers };
}

const other = (block: GiftBlock, place: string, what: string) =>
  itemWithFault(
    place,
    block.source,
    'type_not_taken',
    `${what} cannot be taken: a question here has four options or a number as its answer.`,
  );

function readBlock(block: GiftBlock, number: number): ReadItem {
  const named = block.title ? ` (${unescape(block.title).trim().slice(0, 60)})` : '';
  const place = `Question ${number}, line ${block.line}${named}`;
  const { source } = block;
  if (block.body === null)
    return itemWithFault(
      place,
      source,
      block.isUnclosed ? 'braces' : 'description',
      block.isUnclosed ? 'The braces of the answer are not closed.' : 'This text has no answer in braces, so it is not a question.',
    );
  if (unescapedAt(block.tail, /\{/) >= 0)
    return itemWithFault(place, source, 'braces', 'More than one pair of braces: write \\{ and \\} for braces in texts and formulas.');
  const notices = new Notices();
  const to: Rendering = {
    notices,
    dollars: false,
    picture: (name) => (notices.loss('picture_missing', `The picture ${name.slice(0, 80)} is not in the file.`), null),
  };
  const general = block.body.indexOf('####');
  const body = (general < 0 ? block.body : block.body.slice(0, general)).trim();
  const usual = markups[formatMark.exec(block.stem)?.[1] ?? ''] ?? 'mixed';
  const blank = /[\p{L}\p{N}]/u.test(block.tail) ? ` _____ ${block.tail.trim()}` : '';
  const text = readPart(`${block.stem}${blank}`, usual, to);
  const parts = { text, topic: block.topic };
  const part = (written: string) => readPart(written, usual, to);
  const solutionOf = (answers: readonly Answer[]) =>
    takeSolution(
      general < 0 ? textOnly('') : part((block.body ?? '').slice(general + 4)),
      answers.map((answer) => ({ isCorrect: isWhole(answer), text: part(answer.feedback) })),
      notices,
    );

  if (body === '') return other(block, place, 'An essay question');
  if (/^(?:T|F|TRUE|FALSE)\s*(?:#|$)/i.test(body)) return other(block, place, 'A true/false question');
  if (body.startsWith('#')) {
    const { keys, answers } = keysOfNumbers(body.slice(1), notices);
    return itemOf(
      place,
      source,
      { ...parts, answer: { kind: 'numerical', keys, precision: precisionOf(keys) }, solution: solutionOf(answers) },
      [],
      notices,
    );
  }
  const answers = answersOf(body);
  if (!answers.some(({ sign }) => sign === '~')) {
    if (answers.length > 0 && answers.every((answer) => answer.text.includes('->'))) return other(block, place, 'A matching question');
    const typed =
      answers.length > 0 ? answers.filter(isWhole).map((answer) => decimalOf(unescape(answer.text))) : [decimalOf(unescape(body))];
    const keys = typed.filter((key) => key !== null);
    if (keys.length === 0 || keys.length < typed.length) return other(block, place, 'A question with a typed word as its answer');
    notices.note('typed_number', 'The answer is typed in the source; it is taken as a number.');
    return itemOf(
      place,
      source,
      { ...parts, answer: { kind: 'numerical', keys, precision: precisionOf(keys) }, solution: solutionOf(answers) },
      [],
      notices,
    );
  }
  const single = answers.some(({ sign, weight }) => sign === '=' || weight === 100);
  const correct = answers.flatMap((answer, at) => ((single ? isWhole(answer) : (answer.weight ?? 0) > 0) ? [at] : []));
  const hasWeights = answers.some(({ weight }) => weight !== null && weight !== 0 && weight !== 100);
  if (hasWeights) notices.loss('weights', 'The marks of single options were left out: the marking scheme of a test gives them.');
  const options = answers.map((answer) => part(answer.text));
  const several = !single || correct.length > 1;
  return itemOf(
    place,
    source,
    { ...parts, answer: { kind: 'choice', options, correct, several }, solution: solutionOf(answers) },
    [],
    notices,
  );
}

/** Whether a text is in the GIFT format: a title, a category, or an answer in braces after a text. */
export const isGift = (text: string): boolean =>
  /^[^\S\n]*\$CATEGORY:/m.test(text) ||
  /^[^\S\n]*::[^\n]+?::/m.test(text) ||
  /(?<!\\)\{\s*(?:[=~#]|(?:T|F|TRUE|FALSE)\s*[#}])/.test(text) ||
  /[^\\]\{\s*\}\s*$/.test(text);

export function* readGift(bytes: Uint8Array): Generator<ReadItem> {
  const { text, notice } = decode(bytes);
  if (notice) yield itemOfFile('File', notice);
  let number = 0;
  for (const block of giftBlocks(text)) {
    number += 1;
    yield readBlock(block, number);
  }
}
