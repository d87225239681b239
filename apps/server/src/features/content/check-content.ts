import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { canBeTyped } from '@abhyas/exam/numeric-entry';
import { faultsOfPaper, presets } from '@abhyas/exam/presets';
import { questionTypes } from '@abhyas/exam/question';
import { Compile } from 'typebox/compile';
import { type Document, isNode, LineCounter, parseDocument } from 'yaml';
import { faultsOfText } from './authored-text.ts';
import { ChapterFile, CheatSheetFile, type FigureEntry, PaperFile, type QuestionEntry, type subjectCodes } from './content-file.ts';
import { isPreset, sectionsOfPaper } from './paper-sections.ts';
import { type PictureFile, readPicture } from './picture-file.ts';

export interface Fault {
  file: string;
  line: number;
  what: string;
}

/** A read and faultless set of files, or with `faults` what keeps it from being one. */
export interface CheckedContent {
  chapters: ChapterFile[];
  papers: PaperFile[];
  cheatSheets: CheatSheetFile[];
  /** By the figure that shows it: files of two folders may give two pictures one name. */
  pictures: Map<FigureEntry, PictureFile>;
  faults: Fault[];
}

type Path = readonly (string | number)[];
type Report = (path: Path, what: string) => void;

const schemas = { chapter: Compile(ChapterFile), paper: Compile(PaperFile), cheatSheet: Compile(CheatSheetFile) };

/** A file is what its first key says. */
function kindOf(value: unknown): keyof typeof schemas {
  const has = (key: string) => typeof value === 'object' && value !== null && key in value;
  if (has('paper')) return 'paper';
  return has('quick_points') ? 'cheatSheet' : 'chapter';
}

/** All content files at or below the given places. */
function filesBelow(places: readonly string[]): string[] {
  return places.flatMap((place) => {
    if (!statSync(place).isDirectory()) return [place];
    const inside = readdirSync(place).sort();
    return filesBelow(inside.map((name) => join(place, name)).filter((path) => statSync(path).isDirectory() || path.endsWith('.yaml')));
  });
}

function lineOf(document: Document, lines: LineCounter, path: Path): number {
  for (let length = path.length; length >= 0; length -= 1) {
    const node = document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return lines.linePos(node.range[0]).line;
  }
  return 1;
}

function faultsOfAnswer({ type, answer, also_accepted = [], options, option_figures, notes, check }: QuestionEntry): string[] {
  const faults: string[] = [];
  const keys = [answer, ...also_accepted];
  if (type === 'numerical') {
    if (options || option_figures) faults.push('A numerical question has no options');
    if (!check) faults.push('A numerical question needs a check');
    for (const key of keys) {
      const texts = typeof key === 'string' ? [key] : typeof key === 'object' && !Array.isArray(key) ? [key.from, key.to] : [];
      if (texts.length === 0) faults.push('The answer of a numerical question is decimal text in quotes, or { from, to }');
      for (const text of texts) if (!canBeTyped(text)) faults.push(`The answer ${text} cannot be typed on the keypad`);
      if (texts.length === 2 && Number(texts[0]) > Number(texts[1])) faults.push('The range ends before it begins');
    }
    return faults;
  }
  if (notes !== undefined) faults.push('Only numerical questions have notes');
  if (!options && !option_figures) faults.push('Four options or four option figures are needed');
  if (options && new Set(options.map((option) => option.trim())).size < 4) faults.push('Two options are the same');
  const fits = type === 'multiple_option' ? Array.isArray : (key: unknown) => typeof key === 'number';
  if (!keys.every(fits))
    faults.push(type === 'multiple_option' ? 'The answer is a list of option numbers' : 'The answer is one option number');
  return faults;
}

/** Checks of what all files hold: authored texts and figures. */
function checksOf(file: string, pictures: Map<FigureEntry, PictureFile>, report: Report) {
  return {
    text: (path: Path, text: string | undefined) => {
      for (const fault of text ? faultsOfText(text) : []) report(path, fault);
    },
    figure: (path: Path, figure: FigureEntry | undefined) => {
      for (const fault of figure ? readPicture(file, figure, pictures) : []) report(path, fault);
    },
  };
}

function checkChapter(
  file: string,
  chapter: ChapterFile,
  pictures: Map<FigureEntry, PictureFile>,
  report: Report,
  meet: StoredContent['meet'],
): void {
  const topics = new Set(chapter.chapter.topics.map(({ code }) => code));
  const passages = new Set((chapter.passages ?? []).map(({ code }) => code));
  const check = checksOf(file, pictures, report);
  for (const [at, passage] of (chapter.passages ?? []).entries()) {
    check.text(['passages', at, 'text'], passage.text);
    check.figure(['passages', at, 'figure'], passage.figure);
  }
  for (const [at, question] of chapter.questions.entries()) {
    const place = ['questions', at];
    meet?.(question, (what) => report([...place, 'answer'], what));
    if (!topics.has(question.topic)) report([...place, 'topic'], `There is no topic ${question.topic} in this chapter`);
    if ((question.type === 'comprehension') !== (question.passage !== undefined))
      report(place, 'Comprehension questions, and only they, name a passage');
    if (question.passage && !passages.has(question.passage))
      report([...place, 'passage'], `There is no passage ${question.passage} in this file`);
    for (const fault of faultsOfAnswer(question)) report([...place, 'answer'], `${question.code}: ${fault}`);
    check.text([...place, 'text'], question.text);
    check.text([...place, 'solution'], question.solution);
    for (const [number, option] of (question.options ?? []).entries()) check.text([...place, 'options', number], option);
    check.figure([...place, 'figure'], question.figure);
    check.figure([...place, 'solution_figure'], question.solution_figure);
    for (const [number, figure] of (question.option_figures ?? []).entries()) check.figure([...place, 'option_figures', number], figure);
  }
}

function checkCheatSheet(file: string, { quick_points }: CheatSheetFile, pictures: Map<FigureEntry, PictureFile>, report: Report): void {
  const check = checksOf(file, pictures, report);
  for (const [at, point] of quick_points.entries()) {
    const place = ['quick_points', at];
    check.text([...place, 'title'], point.title);
    check.text([...place, 'text'], point.text);
    check.text([...place, 'supporting_text'], point.supporting_text);
    check.figure([...place, 'figure'], point.figure);
  }
}

/** What a check must know of a question that stands in another file or in the database. */
export interface KnownQuestion {
  type: keyof typeof questionTypes;
  subject: keyof typeof subjectCodes;
  is_for_practice: boolean;
  is_integer: boolean;
}

/** What else is stored that files build on. */
export interface StoredContent {
  hasChapter(code: string): boolean;
  /** Codes of the topics of a stored chapter. */
  topicsOf(chapter: string): readonly string[];
  /** Codes in order of the questions of a paper that students have begun. */
  questionsOfBegun(paper: string): readonly string[] | undefined;
  /** Hears of every question of a chapter, so that its key is held against the stored one. */
  meet?(question: QuestionEntry, report: (what: string) => void): void;
}

const nothingStored: StoredContent = { hasChapter: () => false, topicsOf: () => [], questionsOfBegun: () => undefined };

function checkWindow({ opens_at, closes_at }: PaperFile['paper'], report: Report): void {
  if (opens_at && closes_at && new Date(opens_at) >= new Date(closes_at))
    report(['paper', 'closes_at'], 'The window closes before it opens');
}

function checkPaper(file: PaperFile, known: (code: string) => KnownQuestion | undefined, report: Report): void {
  const { paper, sections } = file;
  checkWindow(paper, report);
  if (paper.preset !== undefined && !isPreset(paper.preset)) {
    report(['paper', 'preset'], `There is no preset ${paper.preset}; there are ${Object.keys(presets).join(', ')}`);
    return;
  }
  if (paper.preset === undefined && paper.minutes === undefined) report(['paper'], 'A paper without a preset says its minutes');
  if ((paper.mode === 'institute') !== (paper.institute !== undefined))
    report(['paper'], 'Institute papers, and only they, name their institute');
  const rules = sectionsOfPaper(file);
  const seen = new Set<string>();
  for (const [at, section] of sections.entries()) {
    const { question_type, integer } = rules[at] ?? {};
    if (paper.preset === undefined && (!section.type || section.correct === undefined || section.incorrect === undefined)) {
      report(['sections', at], 'A section without a preset says its type, correct and incorrect');
    }
    if ((section.attempt_limit === undefined) !== (section.limit_kind === undefined))
      report(['sections', at], 'attempt_limit and limit_kind go together');
    if (section.attempt_limit !== undefined && section.attempt_limit > section.questions.length)
      report(['sections', at, 'attempt_limit'], `attempt_limit is ${section.attempt_limit} of ${section.questions.length} questions`);
    for (const [number, code] of section.questions.entries()) {
      const place = ['sections', at, 'questions', number];
      const question = known(code);
      if (seen.has(code)) report(place, `${code} stands in this paper twice`);
      seen.add(code);
      if (!question) report(place, `There is no question ${code}`);
      else if (question.subject !== section.subject) report(place, `${code} is ${question.subject}, the section ${section.subject}`);
      else if (questionTypes[question.type] !== question_type) report(place, `${code} is ${question.type}, the section is not`);
      else if (question.is_for_practice) report(place, `${code} is for practice`);
      else if (integer && !question.is_integer) report(place, `The answer of ${code} is no integer`);
    }
  }
  if (isPreset(paper.preset)) for (const fault of faultsOfPaper(paper.preset, rules)) report(['sections'], fault);
}

const isInteger = ({ answer, also_accepted = [] }: QuestionEntry) =>
  [answer, ...also_accepted].every((key) => typeof key === 'string' && /^-?\d+$/.test(key));

/**
 * Reads content files and finds every fault with its place, before anything is written. `stored` knows the questions that papers may name
 * besides those in the files, `known` whatever else is stored; `root` is what places are told relative to.
 */
export function checkContent(
  places: readonly string[],
  stored: (code: string) => KnownQuestion | undefined,
  root: string,
  known: StoredContent = nothingStored,
): CheckedContent {
  const content: CheckedContent = { chapters: [], papers: [], cheatSheets: [], pictures: new Map(), faults: [] };
  const inFiles = new Map<string, KnownQuestion>();
  const placeOfCode = new Map<string, string>();
  const papers: { paper: PaperFile; report: Report }[] = [];
  const sheets: { sheet: CheatSheetFile; report: Report }[] = [];

  for (const place of places.filter((path) => !existsSync(path)))
    content.faults.push({ file: relative(root, place), line: 1, what: 'There is no such file or folder' });
  for (const file of filesBelow(places.filter((path) => existsSync(path)))) {
    const lines = new LineCounter();
    const document = parseDocument(readFileSync(file, 'utf8'), { lineCounter: lines });
    const name = relative(root, file);
    const report: Report = (path, what) => content.faults.push({ file: name, line: lineOf(document, lines, path), what });
    for (const error of document.errors)
      content.faults.push({ file: name, line: lines.linePos(error.pos[0]).line, what: error.message.split('\n')[0] ?? '' });
    if (document.errors.length > 0) continue;
    const value: unknown = document.toJS();
    const kind = kindOf(value);
    const schema = schemas[kind];
    if (!schema.Check(value)) {
      for (const { instancePath, message, params } of schema.Errors(value)) {
        const path = instancePath
          .split('/')
          .slice(1)
          .map((part: string) => (/^\d+$/.test(part) ? Number(part) : part));
        report(path, `${String(path.at(-1) ?? 'file')} ${message} ${JSON.stringify(params)}`);
      }
      continue;
    }
    const claim = (code: string, path: (string | number)[]) => {
      const taken = placeOfCode.get(code);
      if (taken) report(path, `The code ${code} stands in ${taken} already`);
      else placeOfCode.set(code, name);
    };
    if (kind === 'paper') {
      const paper = value as PaperFile;
      claim(paper.paper.code, ['paper', 'code']);
      content.papers.push(paper);
      papers.push({ paper, report });
      continue;
    }
    if (kind === 'cheatSheet') {
      const sheet = value as CheatSheetFile;
      for (const [at, { code }] of sheet.quick_points.entries()) claim(code, ['quick_points', at, 'code']);
      checkCheatSheet(file, sheet, content.pictures, report);
      content.cheatSheets.push(sheet);
      sheets.push({ sheet, report });
      continue;
    }
    const chapter = value as ChapterFile;
    claim(chapter.chapter.code, ['chapter', 'code']);
    for (const [at, { code }] of chapter.chapter.topics.entries()) claim(code, ['chapter', 'topics', at, 'code']);
    for (const [at, { code }] of (chapter.passages ?? []).entries()) claim(code, ['passages', at, 'code']);
    for (const [at, question] of chapter.questions.entries()) {
      claim(question.code, ['questions', at, 'code']);
      inFiles.set(question.code, {
        type: question.type,
        subject: chapter.chapter.subject,
        is_for_practice: question.for === 'practice',
        is_integer: isInteger(question),
      });
    }
    checkChapter(file, chapter, content.pictures, report, known.meet);
    for (const code of known.topicsOf(chapter.chapter.code))
      if (!chapter.chapter.topics.some((topic) => topic.code === code))
        report(['chapter', 'topics'], `The topic ${code} of this chapter is stored: nothing is removed, so it must stand here too`);
    content.chapters.push(chapter);
  }
  for (const { paper, report } of papers) {
    checkPaper(paper, (code) => inFiles.get(code) ?? stored(code), report);
    const begun = known.questionsOfBegun(paper.paper.code);
    if (begun && begun.join() !== paper.sections.flatMap(({ questions }) => questions).join())
      report(['sections'], 'Students have begun this paper: its questions can no longer change');
  }
  const codes = new Set(content.chapters.map(({ chapter }) => chapter.code));
  for (const { sheet, report } of sheets)
    if (!codes.has(sheet.chapter) && !known.hasChapter(sheet.chapter)) report(['chapter'], `There is no chapter ${sheet.chapter}`);
  return content;
}
