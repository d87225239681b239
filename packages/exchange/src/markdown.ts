import type { Line } from './conventions/line.ts';
import { questionMarkOf } from './conventions/marks.ts';
import { QuestionLines } from './conventions/question-lines.ts';
import { joinLists, partsOf, type RenderLines } from './conventions/raw-parts.ts';
import { itemOf, textOnly } from './draft.ts';
import { decode } from './markup/decode.ts';
import { splitMaths } from './markup/authored.ts';
import { Pictures } from './markup/pictures.ts';
import { readText } from './markup/source-text.ts';
import { itemOfFile, Notices } from './notices.ts';
import { pathFrom } from './paths.ts';
import { pictureSource } from './picture-source.ts';
import { type Archive, most, type ReadItem } from './reading.ts';

/** A line of Markdown or plain text. */
class TextLine implements Line {
  readonly text: string;
  readonly isMarked: boolean;
  readonly isHeading: boolean;
  /** Whether a blank line stands before the line. */
  readonly isApart: boolean;

  constructor(text: string, { isHeading = false, isApart = false } = {}) {
    this.text = text;
    this.isHeading = isHeading;
    this.isApart = isApart;
    this.isMarked = /^\s*(?:\*\*|__).+(?:\*\*|__)\s*$/.test(text);
  }

  slice(from: number, to?: number): TextLine {
    return new TextLine(this.text.slice(from, to), { isApart: this.isApart });
  }

  plain(): string {
    return this.text.replaceAll(/\*\*|__|\$|`/g, '');
  }
}

/** Stars around a mark: `**1.** What`, `**Answer:** B`, `- **(a)** x`; and the box of a task list, whose tick means the correct option. */
function withoutStars(line: string): string {
  const text = line
    .replace(/^(\s*)[-*+]\s+(?=(?:\[[ xX]\]\s*)?(?:\*\*)?\s*[([]?[A-Ea-e1-5]\s?[.)\]])/, '$1')
    .replace(/^(\s*)\[[xX]\]\s*/, '$1*')
    .replace(/^(\s*)\[ \]\s*/, '$1');
  return text.replace(/^(\s*\*?)(?:\*\*|__)([^*_\n]{1,60}?)(?:\*\*|__)(?=\s|$|[([:])/, (whole, start: string, inner: string) =>
    /[.:)\]]$/.test(inner.trim()) || /^(?:Q|question|ans|answer|sol|solution|explanation)/i.test(inner) ? `${start}${inner}` : whole,
  );
}

const heading = /^\s{0,3}#{1,6}\s+(.*?)\s*#*$/;

/** Lines, with a displayed formula or a block of code as one line, because marks in it begin nothing. */
function* linesOf(text: string): Generator<TextLine> {
  const whole = splitMaths(text, { dollars: false })
    .map(({ kind, text: part }) =>
      kind === 'prose' ? part : kind === 'inline' ? `\\(${part.replaceAll('\n', ' ')}\\)` : `\\[${part.replaceAll('\n', ' ')}\\]`,
    )
    .join('');
  let [isCode, isApart, table]: [boolean, boolean, string[]] = [false, false, []];
  for (const line of whole.split('\n')) {
    if (/^\s*\|.*\|\s*$/.test(line)) {
      table.push(line);
      continue;
    }
    if (table.length > 0) {
      yield new TextLine(table.join('\n'), { isApart: true });
      [table, isApart] = [[], true];
    }
    if (/^\s*```/.test(line)) isCode = !isCode;
    const title = isCode ? undefined : heading.exec(line)?.[1];
    if (title !== undefined && questionMarkOf(withoutStars(title))) yield new TextLine(withoutStars(title));
    else if (title !== undefined) yield new TextLine(title, { isHeading: true });
    else yield new TextLine(isCode ? line : withoutStars(line), { isApart });
    isApart = line.trim() === '';
  }
  if (table.length > 0) yield new TextLine(table.join('\n'), { isApart: true });
}

function read(text: string): QuestionLines {
  const reader = new QuestionLines();
  for (const line of linesOf(text)) {
    reader.add(line);
    if (reader.questions.length > most.questions + 1) break;
  }
  return reader;
}

/** Whether a text has numbered questions with options or answers. */
export function isMarkdown(text: string): boolean {
  const { questions, keys } = read(text.slice(0, 20_000));
  return questions.some(({ options, answer }) => options.length > 1 || answer !== null) || (questions.length > 0 && keys.length > 0);
}

const written = (lines: readonly Line[]): string =>
  lines.map((line, at) => `${at === 0 ? '' : line instanceof TextLine && line.isApart ? '\n\n' : '\n'}${line.text}`).join('');

/** Reads Markdown or plain text by the conventions of teachers. */
export async function* readMarkdown(bytes: Uint8Array, file: string, archive: Archive): AsyncGenerator<ReadItem> {
  const { text, notice } = decode(bytes);
  if (notice) yield itemOfFile('File', notice);
  const reader = read(text);
  const joined = joinLists(reader);
  for (const question of reader.questions) {
    const { key, solution } = joined.get(question) ?? { key: '', solution: [] };
    const notices = new Notices();
    const pictures = new Pictures(notices);
    const source = [
      written(question.stem),
      ...question.options.map(({ lines }, at) => `(${'abcde'[at] ?? at + 1}) ${written(lines)}`),
      ...(question.answer || key ? [`Answer: ${question.answer?.text ?? key}`] : []),
      written([...question.solution, ...solution]),
    ].join('\n');
    const files = new Map<string, Uint8Array>();
    for (const [, address] of `${written(question.passage?.lines ?? [])}\n${source}`.matchAll(
      /(?:\]\(\s?<?|src=["'])([^)"'\s>]{1,300})/g,
    )) {
      const name = pathFrom(file, address ?? '');
      if (files.size < most.pictures && archive.names.includes(name)) files.set(address ?? '', await archive.read(name));
    }
    const picture = pictureSource((name) => files.get(name), pictures, notices);
    const render: RenderLines = (lines) =>
      lines.length === 0 ? textOnly('') : readText(written(lines), 'markdown', { notices, dollars: true, picture });
    yield itemOf(
      `Question ${question.number}`,
      source.trim(),
      partsOf(question, { key, solution }, render, notices),
      pictures.list,
      notices,
    );
  }
}
