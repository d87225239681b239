import { beginningOf } from '@abhyas/exam/institute/cut-text';
import { numbersOfText, optionsOfText } from '../answer-text.ts';
import { type PartOfItem, type Parts, type SourceAnswer, textOnly } from '../draft.ts';
import type { Notices } from '../notices.ts';
import { precisionOf } from '../numerical.ts';
import type { Line } from './line.ts';
import type { QuestionLines } from './question-lines.ts';
import type { RawQuestion } from './raw-question.ts';

export type RenderLines = (lines: readonly Line[]) => PartOfItem;

/** Gives each question its key and solution from the lists at the end; the second question of a number gets the second key of it. */
export function joinLists({ questions, keys, solutions }: QuestionLines): Map<RawQuestion, { key: string; solution: readonly Line[] }> {
  const joined = new Map<RawQuestion, { key: string; solution: readonly Line[] }>();
  const seen = new Map<number, number>();
  for (const question of questions) {
    const turn = seen.get(question.number) ?? 0;
    seen.set(question.number, turn + 1);
    const key = keys.filter(({ number }) => number === question.number)[turn]?.key ?? '';
    const solution = solutions.filter(({ number }) => number === question.number)[turn]?.lines ?? [];
    joined.set(question, { key, solution });
  }
  return joined;
}

const tex = /\\[()[\]]/g;
const leadingOption = /^\s*(?:option\s*)?[([]?([A-Ea-e1-4])[)\].:]?(?=\s|$|[.,:)])/i;
const withUnit = /^([+\-\u2212]?[\d.,]+(?:\s?(?:to|-|\u2013)\s?[\d.,]+)?)\s*([A-Za-z\u00B0%\u03A9\u03BC\u00B5][^\d]{0,30})$/;

function keysOfNumber(written: string, notices: Notices): SourceAnswer & { kind: 'numerical' } {
  const plain = written
    .replaceAll(tex, '')
    .replaceAll(/^\s*[x-z]?\s*=\s*/g, '')
    .replace(/[.;]\s*$/, '')
    .replace(/^\s*[([](.*)[)\]]\s*$/, '$1')
    .trim();
  const keys = plain === '' ? [] : numbersOfText(plain);
  if (keys) return { kind: 'numerical', keys, precision: precisionOf(keys) };
  const [, number, unit] = withUnit.exec(plain) ?? [];
  const ofNumber = number === undefined ? null : numbersOfText(number);
  if (ofNumber && unit) {
    notices.loss('units', `The unit of the answer (${unit.trim()}) was left out: the answer is a plain number.`);
    return { kind: 'numerical', keys: ofNumber, precision: precisionOf(ofNumber) };
  }
  notices.fault('not_a_number', `The answer “${beginningOf(plain, 40)}” is not a number, and there are no options.`);
  return { kind: 'numerical', keys: [] };
}

function answerOf(question: RawQuestion, key: string, render: RenderLines, notices: Notices): SourceAnswer {
  const written = (question.answer?.plain() ?? '').trim() || key;
  const options = question.options.map(({ lines }) => render(lines));
  if (options.length === 0) return keysOfNumber(written, notices);
  const marked = question.options.flatMap(({ isCorrect }, at) => (isCorrect ? [at] : []));
  let correct = optionsOfText(written.replaceAll(tex, '').replace(/[.\s]+$/, '')) ?? [];
  if (correct.length === 0 && written !== '') {
    const same = question.answer
      ? options.findIndex(({ text }) => text !== '' && question.answer && text === render([question.answer]).text)
      : -1;
    const leading = leadingOption.exec(written)?.[1];
    if (same >= 0) correct = [same];
    else if (leading) correct = optionsOfText(leading) ?? [];
    else notices.note('answer_unread', `The answer “${beginningOf(written, 40)}” names no option.`);
  }
  if (correct.length === 0) correct = marked;
  if (correct.length === 0) {
    const shown = question.options.flatMap(({ lines }, at) => (lines.length > 0 && lines.every(({ isMarked }) => isMarked) ? [at] : []));
    if (shown.length === 1) {
      notices.note('marked_option', 'The option that is marked by colour, bold or underlined letters is taken as the correct one.');
      correct = shown;
    }
  }
  if (correct.some((at) => at >= options.length))
    notices.note('answer_unread', `The answer “${beginningOf(written, 20)}” names an option that is not there.`);
  const several = correct.length > 1 || /multiple[\s_-]?(?:select|correct|answer|response|option)|msq|more than one/i.test(question.type);
  return { kind: 'choice', options, correct, several };
}

/** The parts of a question of a document. */
export function partsOf(
  question: RawQuestion,
  joined: { key: string; solution: readonly Line[] },
  render: RenderLines,
  notices: Notices,
): Parts {
  if (question.marks !== '')
    notices.loss('marks', `Its marks (${beginningOf(question.marks, 20)}) were left out: the section of a test gives the marks.`);
  const level = /^(?:(easy|[12]\b)|(medium|moderate|3\b)|(hard|difficult|tough|[45]\b))/i.exec(question.difficulty);
  const difficulty = level?.[1] ? 2 : level?.[3] ? 4 : level ? 3 : undefined;
  const passage = question.passage ? render(question.passage.lines) : null;
  const solution = question.solution.length > 0 ? question.solution : joined.solution;
  return {
    text: render(question.stem),
    answer: answerOf(question, joined.key, render, notices),
    solution: solution.length > 0 ? render(solution) : textOnly(''),
    topic: question.topic,
    ...(difficulty === undefined ? {} : { difficulty }),
    passage:
      passage && question.passage && (passage.text !== '' || passage.figures.length > 0)
        ? { number: question.passage.number, text: passage.text, figure: passage.figures[0] ?? null }
        : null,
  };
}
