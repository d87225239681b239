import { columnOf } from '../table/columns.ts';
import { keysOfTable } from './key-table.ts';
import type { Line } from './line.ts';
import {
  directiveOf,
  isKeyHeading,
  isSectionHeading,
  isSubject,
  isSolutionHeading,
  keysOfText,
  type OptionMark,
  optionMarksOf,
  passageMarkOf,
  questionMarkOf,
  runOfMarks,
} from './marks.ts';
import { emptyQuestion, type RawPassage, type RawQuestion } from './raw-question.ts';

const isBlank = (line: Line): boolean => line.text.trim() === '' && !line.rows;
const optionsExpected = 4;

/** Lines of a document, cut into questions by the conventions of teachers. */
export class QuestionLines {
  readonly questions: RawQuestion[] = [];
  /** Keys and solutions that stand together at the end, by the number of their question. */
  readonly keys: { number: number; key: string }[] = [];
  readonly solutions: { number: number; lines: Line[] }[] = [];
  #current: RawQuestion | null = null;
  #passage: RawPassage | null = null;
  #passages = 0;
  #target: 'stem' | 'option' | 'solution' | 'passage' | 'none' = 'none';
  #section: 'questions' | 'keys' | 'solutions' = 'questions';
  #subject = '';
  #topic = '';
  /** Whether topics stand before the questions of a section, and not within each question. */
  #topicsLead = false;
  #style: Pick<OptionMark, 'style' | 'isDigit'> | undefined;
  #isNamed = false;
  /** The last number of a list within a question; 0 outside one. */
  #listed = 0;

  add(line: Line): void {
    if (line.rows) return this.#addTable(line, line.rows);
    if (isBlank(line)) return;
    if (isKeyHeading(line.text)) return this.#enter('keys');
    if (isSolutionHeading(line.text) && this.questions.length > 0 && (this.#current === null || /s\s*[:\-\u2013]?\s*$/i.test(line.text)))
      return this.#enter('solutions');
    if (this.#section === 'keys' && this.#addKeys(line)) return;
    if (this.#section === 'solutions') return this.#addSolution(line);
    if (this.#addPassage(line) || this.#addDirective(line) || this.#addOptions(line) || this.#addQuestion(line)) return;
    const isTitle = line.isHeading === true || (isSectionHeading(line.text) && this.#target !== 'stem' && this.#target !== 'passage');
    if (isTitle && !(this.#target === 'stem' && this.#current?.options.length === 0)) return this.#addHeading(line);
    this.#continue(line);
  }

  #enter(section: 'keys' | 'solutions'): void {
    [this.#section, this.#current, this.#target] = [section, null, 'none'];
  }

  #addHeading(line: Line): void {
    const text = line.plain().trim();
    [this.#current, this.#target, this.#passage] = [null, 'none', null];
    if (isSubject(text)) [this.#subject, this.#topic] = [text, ''];
    else if (line.isHeading && !/^(?:section|part|general|instructions?|test|paper)\b/i.test(text)) this.#topic = text;
  }

  #continue(line: Line): void {
    const question = this.#current;
    if (this.#target === 'passage') this.#passage?.lines.push(line);
    else if (this.#target === 'solution') question?.solution.push(line);
    else if (this.#target === 'option') question?.options.at(-1)?.lines.push(line);
    else if (this.#target === 'stem') question?.stem.push(line);
    // Text after an answer explains it, with or without the word "Explanation".
    else if (question?.answer) question.solution.push(line);
  }

  #addKeys(line: Line): boolean {
    const keys = keysOfText(line.text);
    if (keys.length === 0) {
      // Text after the keys: solutions, or the next section.
      this.#section = 'questions';
      return false;
    }
    this.keys.push(...keys);
    return true;
  }

  #addSolution(line: Line): void {
    const mark = questionMarkOf(line.text);
    const last = this.solutions.at(-1);
    const isNext =
      mark !== null && this.questions.some(({ number }) => number === mark.number) && (!last || mark.number > last.number || mark.isNamed);
    const rest = isNext && mark ? line.slice(mark.length) : line;
    const directive = directiveOf(rest);
    if (isNext && mark) this.solutions.push({ number: mark.number, lines: [] });
    const solution = this.solutions.at(-1);
    if (!solution) return;
    const key = isNext ? /^\s*\(([A-Ea-e1-4])\)\s*/.exec(rest.text) : null;
    if (directive?.name === 'answer') this.keys.push({ number: solution.number, key: directive.value.plain().trim() });
    else if (directive?.name === 'solution') solution.lines.push(directive.value);
    else if (key) {
      this.keys.push({ number: solution.number, key: key[1] ?? '' });
      solution.lines.push(rest.slice(key[0].length));
    } else solution.lines.push(rest);
  }

  #addPassage(line: Line): boolean {
    const mark = passageMarkOf(line.text);
    if (!mark) return false;
    this.#passages += 1;
    const words = /^\s*(?:passage|paragraph|comprehension)\b[^:]{0,60}:\s*/i.exec(line.text);
    const rest = mark === 'open' && words ? line.slice(words[0].length) : null;
    this.#passage = { number: this.#passages, lines: rest && !isBlank(rest) ? [rest] : [], range: mark === 'open' ? null : mark };
    [this.#current, this.#target] = [null, 'passage'];
    return true;
  }

  #addDirective(line: Line): boolean {
    const directive = directiveOf(line);
    if (!directive) return false;
    const { name, value } = directive;
    const question = this.#current;
    const text = value.plain().trim();
    if (name === 'subject') this.#subject = text;
    else if (name === 'topic') {
      if (this.questions.length === 0) this.#topicsLead = true;
      if (question && !this.#topicsLead) question.topic = text;
      else this.#topic = [this.#subject, text].filter((part) => part !== '').join(' / ');
    } else if (name === 'answer' && keysOfText(text).length > 1 && /^\s*\d+\s?[.):-]+\s*[(A-Ea-e]/.test(text))
      this.keys.push(...keysOfText(text));
    else if (!question) return false;
    else if (name === 'answer') [question.answer, this.#target, this.#listed] = [value, 'none', 0];
    else if (name === 'solution') {
      [this.#target, this.#listed] = ['solution', 0];
      if (!isBlank(value)) question.solution.push(value);
    } else if (name === 'difficulty') question.difficulty = text;
    else if (name === 'marks') question.marks = text;
    else question.type = text;
    return true;
  }

  #addOptions(line: Line): boolean {
    const question = this.#current;
    if (!question || question.answer || this.#target === 'solution' || question.options.length > optionsExpected) return false;
    const marks = optionMarksOf(line.text);
    const next = question.options.length;
    const begins = marks.filter(({ from }) => line.text.slice(0, from).trim() === '');
    const run = runOfMarks(
      next === 0 && begins.length === 0 ? marks : marks.slice(marks.indexOf(begins[0] ?? marks[0] ?? ({} as OptionMark))),
      next,
      next === 0 ? undefined : this.#style,
    );
    const [first] = run;
    if (!first) return this.#startsAgain(line, question, marks);
    const isAtStart = line.text.slice(0, first.from).trim() === '';
    // Within a sentence "(a)" is an option only if all the others follow on the line.
    if (!isAtStart && (next > 0 || run.length < optionsExpected)) return false;
    // A number at the beginning may be the next question.
    const mark = isAtStart ? questionMarkOf(line.text) : null;
    if (
      next === 0 &&
      first.isDigit &&
      mark &&
      !this.#isNamed &&
      (question.stem.length === 0 || (mark.number === question.number + 1 && first.style !== '()'))
    )
      return false;
    if (next === optionsExpected && first.isDigit && mark?.number === question.number + 1) return false;
    if (!isAtStart) question.stem.push(line.slice(0, first.from));
    this.#style = first;
    for (const [at, { to, isCorrect }] of run.entries())
      question.options.push({ lines: [line.slice(to, run[at + 1]?.from)], isCorrect, written: line });
    [this.#target, this.#listed] = ['option', 0];
    return true;
  }

  /** Options after other marked lines: those were statements, or the lists of a matching question, and belong to its text. */
  #startsAgain(line: Line, question: RawQuestion, marks: readonly OptionMark[]): boolean {
    const [mark] = marks;
    if (mark?.place !== 0 || line.text.slice(0, mark.from).trim() !== '' || !this.#style) return false;
    const isOther = mark.style !== this.#style.style || mark.isDigit !== this.#style.isDigit;
    // A digit may number the first question of another section; a digit in brackets numbers an option.
    const isOption = !mark.isDigit || mark.style === '()';
    if (!isOption || (!isOther && question.options.length !== optionsExpected)) return false;
    for (const { written, lines } of question.options)
      question.stem.push(...(written && question.stem.at(-1) !== written ? [written] : []), ...lines.slice(1));
    question.options = [];
    return this.#addOptions(line);
  }

  #addQuestion(line: Line): boolean {
    const mark = questionMarkOf(line.text);
    if (!mark) return false;
    const last = this.#current?.number ?? this.questions.at(-1)?.number ?? 0;
    // In a document whose questions begin with Q, bare numbers are lists within them; a list restarts at 1 in the text of a question.
    if (this.#isNamed && !mark.isNamed) return false;
    const isOpen = this.#current !== null && this.#current.options.length === 0 && this.#current.answer === null;
    const goesOn = mark.number === last + 1 || this.#startsRange(mark.number);
    const isWithin = isOpen || this.#target === 'solution' || this.#target === 'passage';
    const isListed = this.#listed > 0 && mark.number === this.#listed + 1;
    if (!mark.isNamed && this.#target !== 'none' && this.questions.length > 0 && isWithin && (isListed || !goesOn)) {
      this.#listed = mark.number;
      return false;
    }
    this.#listed = 0;
    if (mark.isNamed) this.#isNamed = true;
    const question = emptyQuestion(mark.number, this.#topic || this.#subject);
    const passage = this.#passage;
    const isPast = passage?.range && (mark.number > passage.range.to || mark.number < passage.range.from);
    if (isPast) this.#passage = null;
    question.passage = this.#passage;
    this.questions.push(question);
    [this.#current, this.#target] = [question, 'stem'];
    const rest = line.slice(mark.length);
    if (isBlank(rest)) return true;
    if (!this.#addOptions(rest)) question.stem.push(rest);
    return true;
  }

  #startsRange(number: number): boolean {
    return this.#passage?.range?.from === number;
  }

  #addTable(table: Line, rows: readonly (readonly Line[][])[]): void {
    const cells = rows.flat();
    const textOf = (cell: readonly Line[]) =>
      cell
        .map(({ text }) => text)
        .join(' ')
        .trim();
    const keys = keysOfTable(rows.map((row) => row.map(textOf)));
    if (this.#section === 'keys' && keys.length > 0) return void this.keys.push(...keys);
    const isKeyTable = keys.length >= 3 && this.questions.length > 0 && cells.every((cell) => textOf(cell).length <= 12);
    if (isKeyTable) return void this.keys.push(...keys);
    if (this.#addQuestionTable(rows)) return;
    const next = this.#current?.options.length ?? 0;
    const marked = cells.filter((cell) => optionMarksOf(textOf(cell))[0]?.from === 0);
    // Options in a table are lines of their own, row by row.
    if (this.#current && next === 0 && marked.length >= 2) for (const line of cells.flat()) this.add(line);
    else this.#continue(table);
  }

  /** A table with a question in each row, or with its parts in the rows: `Question | …`, `Option | … | correct`. */
  #addQuestionTable(rows: readonly (readonly Line[][])[]): boolean {
    const textOf = (cell: readonly Line[] | undefined) =>
      (cell ?? [])
        .map(({ text }) => text)
        .join(' ')
        .trim();
    const labels = rows.map((row) =>
      textOf(row[0])
        .toLowerCase()
        .replaceAll(/[^a-z]/g, ''),
    );
    if (labels[0] === 'question' && labels.filter((label) => label.startsWith('option')).length >= 2) {
      const question = this.#begin(this.questions.length + 1);
      for (const [at, row] of rows.entries()) {
        const [label = '', lines = [], status] = [labels[at], row[1], textOf(row[2])];
        if (label === 'question') question.stem.push(...lines);
        else if (label.startsWith('option')) question.options.push({ lines: [...lines], isCorrect: /^correct$/i.test(status) });
        else if (label.startsWith('sol') || label.startsWith('explan')) question.solution.push(...lines);
        else if (label.startsWith('answer')) question.answer = lines[0] ?? null;
        else if (label === 'type') question.type = textOf(lines);
        else if (label.startsWith('mark')) question.marks = textOf(lines);
      }
      return true;
    }
    const columns = (rows[0] ?? []).map((cell) => columnOf(textOf(cell)));
    if (!columns.includes('question') || !(columns.includes('answer') || columns.includes('option_1'))) return false;
    for (const row of rows.slice(1)) {
      const of = (name: string) => [...(row[columns.findIndex((column) => column === name)] ?? [])];
      const question = this.#begin(Number(/\d+/.exec(textOf(of('number')))?.[0] ?? this.questions.length + 1));
      question.stem.push(...of('question'));
      const options = ['option_1', 'option_2', 'option_3', 'option_4', 'option_5'].map((name) => ({ lines: of(name), isCorrect: false }));
      const count = options.findLastIndex(({ lines }) => lines.some((line) => !isBlank(line))) + 1;
      question.options.push(...options.slice(0, count));
      question.answer = of('answer')[0] ?? null;
      question.solution.push(...of('solution'));
      question.topic = textOf(of('topic')) || question.topic;
    }
    return true;
  }

  #begin(number: number): RawQuestion {
    const question = emptyQuestion(number, this.#topic || this.#subject);
    this.questions.push(question);
    [this.#current, this.#target] = [null, 'none'];
    return question;
  }
}
