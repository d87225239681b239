import Papa from 'papaparse';
import type { AcceptedAnswer } from '@abhyas/exam/bank/question';
import type { BankFigure } from '@abhyas/contract/bank/bank-content';
import { columns, type Column } from '../table/columns.ts';
import { type ExportFile, ExportPictures, type ExportQuestion, fileOf, Losses, nameUsualLosses, type PictureOf } from './writing.ts';

const typeNames = { four_options: 'single', multiple_option: 'multiple', numerical: 'numerical', comprehension: 'comprehension' } as const;

const letterOf = (option: number): string => 'ABCD'[option - 1] ?? '';
const keyText = (key: AcceptedAnswer): string => {
  if (typeof key === 'number') return letterOf(key);
  if (Array.isArray(key)) return key.map(letterOf).join('; ');
  return typeof key === 'string' ? key : `${key.from} to ${key.to}`;
};

/** Line ends within a paragraph mean nothing in a text of ours, and a break in a cell. */
const cellOfText = (text: string): string =>
  text
    .trim()
    .replaceAll(/[ \t]*\n[ \t]*(?!\s*\n)/g, (end, at: number, whole: string) =>
      whole[at - 1] === '\n' || /^\s*\n/.test(whole.slice(at + end.length)) ? end : ' ',
    );

function cellsOf(question: ExportQuestion, pictures: ExportPictures, losses: Losses): Partial<Record<Column, string>> {
  const { code, content, topic, passage } = question;
  const picture = (figure: BankFigure | null) => {
    if (!figure) return '';
    losses.add('picture_alt', 'The descriptions and sizes of pictures are not written.', code);
    return pictures.nameOf(figure.hash, code);
  };
  const [first, ...others] = content.keys;
  const isNumerical = content.type === 'numerical';
  const option = (at: number) => (isNumerical ? '' : cellOfText(content.options[at] ?? ''));
  const optionFigure = (at: number) => picture(isNumerical ? null : (content.option_figures[at] ?? null));
  return {
    topic,
    type: typeNames[content.type],
    difficulty: String(content.difficulty),
    question: cellOfText(content.text),
    figure: picture(content.figure),
    option_1: option(0),
    option_2: option(1),
    option_3: option(2),
    option_4: option(3),
    option_1_figure: optionFigure(0),
    option_2_figure: optionFigure(1),
    option_3_figure: optionFigure(2),
    option_4_figure: optionFigure(3),
    answer: first === undefined ? '' : keyText(first),
    also_accepted: isNumerical ? others.map(keyText).join(' | ') : '',
    precision: isNumerical ? String(content.precision) : '',
    notes: isNumerical ? content.notes : '',
    solution: cellOfText(content.solution),
    solution_figure: picture(content.solution_figure),
    video: content.video,
    for: content.for,
    options_layout: String(content.options_layout),
    passage: passage ? cellOfText(passage.text) : '',
    passage_figure: picture(passage?.figure ?? null),
  };
}

/** A list of questions as CSV; with its pictures as a zip. A text that a spreadsheet would take for a formula gets an apostrophe in front. */
export function writeCsv(questions: readonly ExportQuestion[], picture: PictureOf): ExportFile {
  const losses = new Losses();
  const pictures = new ExportPictures(picture, losses);
  const rows = questions.map((question) => {
    nameUsualLosses(question, losses);
    const cells = cellsOf(question, pictures, losses);
    return columns.map(({ name }) => cells[name] ?? '');
  });
  const isFormula = /^(?:['\p{Cf}]*[=@＝＋－＠\t\r\n]|[+-](?![\d.]+$)|['\p{Cf}]+[+-])/u;
  const csv = Papa.unparse({ fields: columns.map(({ name }) => name), data: rows }, { escapeFormulae: isFormula });
  // A spreadsheet reads a file without the mark in the alphabet of its system.
  return fileOf(
    'questions',
    'text/csv; charset=utf-8',
    new Map<string, string | Uint8Array>([['questions.csv', `\uFEFF${csv}\r\n`], ...pictures.files]),
    losses,
  );
}
