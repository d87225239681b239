import type { AcceptedAnswer } from '@abhyas/exam/bank/question';
import { type PartOfItem, itemOf, textOnly } from './draft.ts';
import { topicOfCategory } from './gift-blocks.ts';
import { decode } from './markup/decode.ts';
import { fromBase64, Pictures } from './markup/pictures.ts';
import { type Markup, readText } from './markup/source-text.ts';
import { childNamed, childrenNamed, type Element, textOf } from './markup/tree.ts';
import { pickElements } from './markup/xml.ts';
import { itemOfFile, itemWithFault, Notices } from './notices.ts';
import { decimalOf, keyWithin, precisionOf } from './numerical.ts';
import type { ReadItem } from './reading.ts';
import { pictureSource } from './picture-source.ts';
import { takeSolution } from './solution.ts';
import { sourceOf } from './source-of.ts';

const typeNames: Readonly<Record<string, string>> = {
  truefalse: 'A true/false question',
  matching: 'A matching question',
  essay: 'An essay question',
  cloze: 'A cloze question',
  multianswer: 'A cloze question',
  description: 'A description',
  gapselect: 'A question with gaps',
  ddwtos: 'A question of dragged words',
  ddimageortext: 'A question of dragged pictures',
  ddmarker: 'A question of markers on a picture',
  ordering: 'An ordering question',
  calculated: 'A calculated question with variables',
  calculatedmulti: 'A calculated question with variables',
  calculatedsimple: 'A calculated question with variables',
  stack: 'A STACK question, which a computer algebra system marks,',
  randomsamatch: 'A matching question',
  random: 'A question drawn at random',
  coderunner: 'A programming question',
};

const markupOf: Readonly<Record<string, Markup>> = { html: 'html', markdown: 'markdown', plain_text: 'plain', moodle_auto_format: 'mixed' };
const usualPenalties = new Set(['', '0', '0.1', '0.1000000', '0.3333333', '0.0000000', '1', '1.0000000']);

const textIn = (element: Element | undefined): string => {
  const text = childNamed(element, 'text');
  return text ? textOf(text).trim() : '';
};

interface Reading {
  notices: Notices;
  pictures: Pictures;
}

/** A text of the question with its pictures, which stand beside it as base64. */
function partOf(element: Element | undefined, { notices, pictures }: Reading): PartOfItem {
  if (!element) return textOnly('');
  const files = new Map(childrenNamed(element, 'file').map((file) => [file.attributes['name'] ?? '', file]));
  const find = (name: string) => {
    const file = files.get(name);
    return file && fromBase64(textOf(file));
  };
  const text = childNamed(element, 'text');
  const written = text ? textOf(text) : textOf(element);
  return readText(written, markupOf[element.attributes['format'] ?? ''] ?? 'html', {
    notices,
    dollars: false,
    picture: pictureSource(find, pictures, notices),
  });
}

function readNumerical(question: Element, answers: readonly Element[], notices: Notices): AcceptedAnswer[] {
  const keys: AcceptedAnswer[] = [];
  for (const answer of answers) {
    const [value, fraction] = [textIn(answer), Number(answer.attributes['fraction'] ?? '100')];
    if (value === '*' || fraction <= 0) continue;
    if (fraction < 100) {
      notices.loss('weights', 'Answers with a part of the marks were left out.');
      continue;
    }
    const tolerance = childNamed(answer, 'tolerance');
    const key = keyWithin(value, tolerance ? textOf(tolerance) : '');
    if (key === null) notices.fault('not_a_number', `The answer ${value.slice(0, 40)} is not a number.`);
    else keys.push(key);
  }
  const units = childNamed(question, 'units');
  if (units && childrenNamed(units, 'unit').length > 0)
    notices.loss('units', 'The units of the answer were left out: the answer is a plain number.');
  return keys;
}

/** Fields that every type has and the product does not hold. */
function nameLosses(question: Element, notices: Notices): void {
  const valueOf = (name: string) => textOf(childNamed(question, name) ?? '').trim();
  const grade = valueOf('defaultgrade');
  if (grade !== '' && Number(grade) !== 1)
    notices.loss('marks', `Its ${Number(grade)} marks were left out: the section of a test gives the marks.`);
  if (!usualPenalties.has(valueOf('penalty'))) notices.loss('penalty', 'The penalty for tries was left out.');
  if (childrenNamed(question, 'hint').length > 0) notices.loss('hints', 'Its hints were left out.');
}

function readQuestion(question: Element, place: string, topic: string): ReadItem {
  const type = question.attributes['type'] ?? '';
  const source = sourceOf(question);
  const answers = childrenNamed(question, 'answer');
  const typed =
    type === 'shortanswer'
      ? answers.filter((answer) => answer.attributes['fraction'] === '100').map((answer) => decimalOf(textIn(answer)))
      : [];
  const isTypedNumber = typed.length > 0 && typed.every((key) => key !== null);
  if (type !== 'multichoice' && type !== 'numerical' && !isTypedNumber) {
    const what =
      typeNames[type] ??
      (type === 'shortanswer' ? 'A question with a typed word as its answer' : `A question of the type “${type.slice(0, 40)}”`);
    return itemWithFault(
      place,
      source,
      'type_not_taken',
      `${what} cannot be taken: a question here has four options or a number as its answer.`,
    );
  }
  const notices = new Notices();
  const reading = { notices, pictures: new Pictures(notices) };
  const tags = childNamed(question, 'tags');
  const text = partOf(childNamed(question, 'questiontext'), reading);
  const options = type === 'multichoice' ? answers.map((answer) => partOf(answer, reading)) : [];
  const replies = answers.map((answer) => ({
    isCorrect: Number(answer.attributes['fraction'] ?? '0') > 0,
    text: partOf(childNamed(answer, 'feedback'), reading),
  }));
  const parts = {
    text,
    topic: topic || (tags ? childrenNamed(tags, 'tag').map(textIn).join(', ') : ''),
    solution: takeSolution(partOf(childNamed(question, 'generalfeedback'), reading), replies, notices),
  };
  nameLosses(question, notices);
  const pictures = reading.pictures.list;
  if (type !== 'multichoice') {
    if (isTypedNumber) notices.note('typed_number', 'The answer is typed in the source; it is taken as a number.');
    const keys = readNumerical(question, answers, notices);
    return itemOf(place, source, { ...parts, answer: { kind: 'numerical', keys, precision: precisionOf(keys) } }, pictures, notices);
  }
  const fractions = answers.map((answer) => Number(answer.attributes['fraction'] ?? '0'));
  const single = !/^(?:false|0)$/.test(textOf(childNamed(question, 'single') ?? 'true').trim());
  const best = Math.max(...fractions, 0);
  const correct = fractions.flatMap((fraction, at) => (fraction > 0 && (!single || fraction === best) ? [at] : []));
  const isGraded = single ? fractions.some((fraction) => fraction !== 0 && fraction !== 100) : fractions.some((fraction) => fraction < 0);
  if (isGraded) notices.loss('weights', 'The marks of single options were left out: the marking scheme of a test gives them.');
  return itemOf(
    place,
    source,
    { ...parts, answer: { kind: 'choice', options, correct, several: !single || correct.length > 1 } },
    pictures,
    notices,
  );
}

export function* readMoodle(bytes: Uint8Array): Generator<ReadItem> {
  const { text, notice } = decode(bytes);
  if (notice) yield itemOfFile('File', notice);
  let [topic, number, fault] = ['', 0, ''];
  const onFault = (what: string) => (fault = what);
  for (const question of pickElements(text, (name) => name === 'question', { onFault })) {
    if (question.attributes['type'] === 'category') {
      topic = topicOfCategory(textIn(childNamed(question, 'category')));
      continue;
    }
    number += 1;
    const name = textIn(childNamed(question, 'name')).slice(0, 60);
    yield readQuestion(question, `Question ${number}${name ? ` (${name})` : ''}`, topic);
  }
  if (fault)
    yield itemOfFile('File', {
      kind: 'note',
      code: 'not_well_formed',
      sentence: `The XML is not well-formed, so parts may be missing: ${fault}.`,
    });
}
