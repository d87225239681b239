import { relative } from 'node:path';
import { faultsOfCharacters, faultsOfText } from '@abhyas/contract/bank/authored-text';
import { type AuthoredFile, type Path, readAtMost, readAuthoredFile } from '../reading/authored-file.ts';
import { checkChapter, checkCheatSheet } from './check-chapter.ts';
import { checkPaper } from './check-paper.ts';
import type { CheckedFile, Fault, FileCheck, Report } from './checked-file.ts';
import type { FigureEntry } from '@abhyas/contract/bank/authored-question';
import { ChapterFile, CheatSheetFile, PaperFile } from '../reading/content-file.ts';
import { openPictures } from '../reading/picture-file.ts';
import { type ShapeFault, shapeOf, valueAt } from '../reading/shape-faults.ts';

const kinds = {
  chapter: { faultsOfShape: shapeOf(ChapterFile), check: checkChapter },
  paper: { faultsOfShape: shapeOf(PaperFile), check: checkPaper },
  cheatSheet: { faultsOfShape: shapeOf(CheatSheetFile), check: checkCheatSheet },
} as const;

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The kind of a file follows from its first key. */
function kindOf(value: Record<string, unknown>): keyof typeof kinds {
  if ('paper' in value) return 'paper';
  return 'quick_points' in value ? 'cheatSheet' : 'chapter';
}

const markedUp = new Set(['text', 'hint', 'solution', 'options', 'supporting_text', 'title']);
const figureFields = new Set(['figure', 'solution_figure', 'option_figures']);

/** Checks every text and figure of a file, also in parts with a wrong structure. */
function checkTexts(file: string, value: unknown, { checked, report }: FileCheck): void {
  const readPicture = openPictures(file, checked.pictures);
  const walk = (part: unknown, path: (string | number)[], field: string) => {
    if (typeof part === 'string') {
      const faults = faultsOfCharacters(part);
      if (faults.length === 0 && markedUp.has(field)) faults.push(...faultsOfText(part));
      for (const fault of faults) report(path, fault);
      return;
    }
    if (typeof part !== 'object' || part === null) return;
    if (figureFields.has(field) && 'file' in part && typeof part.file === 'string')
      for (const fault of readPicture(part as FigureEntry)) report(path, fault);
    if (Array.isArray(part)) for (const [at, entry] of part.entries()) walk(entry, [...path, at], field);
    else for (const [name, entry] of Object.entries(part)) walk(entry, [...path, name], name);
  };
  walk(value, [], '');
}

const singular: Record<string, string> = {
  options: 'option',
  option_figures: 'option figure',
  sections: 'section',
  topics: 'topic',
  questions: 'question',
  courses: 'course',
  partial: 'partial mark',
  option_values: 'option value',
};

/** The subject of a fault: the question's code, and the option counted from 1. */
export function subjectOf(value: unknown, path: Path): string {
  const [list, at] = path;
  if (typeof list !== 'string' || typeof at !== 'number' || !isObject(value)) return '';
  const entries = value[list];
  const entry: unknown = Array.isArray(entries) ? entries[at] : undefined;
  const named =
    isObject(entry) && typeof entry['code'] === 'string'
      ? entry['code']
      : `${singular[list] ?? list.replace(/s$/, '').replace('_', ' ')} ${at + 1}`;
  const [inner, number] = path.slice(2);
  const part = typeof inner === 'string' && typeof number === 'number' && singular[inner] ? `, ${singular[inner]} ${number + 1}` : '';
  return `${named}${part}: `;
}

/** The valid parts of a value, so that their other faults can be reported too. */
function soundPartsOf(value: unknown, wrong: readonly ShapeFault[]): Pick<FileCheck, 'soundFields' | 'entriesOf'> {
  const wrongPaths = new Set(wrong.flatMap(({ path }) => path.map((_part, at) => path.slice(0, at + 1).join('/'))));
  return {
    soundFields: (path) => {
      const found = valueAt(value, path);
      if (!isObject(found)) return {};
      return Object.fromEntries(Object.entries(found).filter(([name]) => !wrongPaths.has([...path, name].join('/'))));
    },
    entriesOf: (path) => {
      const found = valueAt(value, path);
      return Array.isArray(found) ? found : [];
    },
  };
}

function checkValue(file: string, value: Record<string, unknown>, lineOf: FileCheck['lineOf'], checked: CheckedFile): void {
  const reporting =
    (list: Fault[]): Report =>
    (path, what) =>
      void list.push({ file: checked.name, line: lineOf(path), what: subjectOf(value, path) + what });
  const report = reporting(checked.faults);
  const kind = kinds[kindOf(value)];
  const wrong = kind.faultsOfShape(value);
  for (const { path, what } of wrong) report(path, what);
  const given: FileCheck = { checked, report, warn: reporting(checked.warnings), lineOf, ...soundPartsOf(value, wrong) };
  checkTexts(file, value, given);
  kind.check(value, wrong.length === 0, given);
}

function readFile(file: string): AuthoredFile {
  try {
    return readAuthoredFile(readAtMost(file));
  } catch (error) {
    const what = `The file cannot be read: ${error instanceof Error ? error.message : String(error)}`;
    return { value: undefined, faults: [{ line: 1, what }], lineOf: () => 1 };
  }
}

/** Reads a single file and finds every fault in it. Paths are relative to `root`. */
export function checkFile(file: string, root: string): CheckedFile {
  const { value, faults, lineOf } = readFile(file);
  const name = relative(root, file);
  const checked: CheckedFile = {
    name,
    faults: faults.map((fault) => ({ file: name, ...fault })),
    warnings: [],
    pictures: new Map(),
    claims: [],
    questions: [],
    named: [],
  };
  if (isObject(value)) checkValue(file, value, lineOf, checked);
  else if (value !== undefined)
    checked.faults.push({ file: name, line: 1, what: 'The file is not a chapter, paper or cheat sheet: it has no fields' });
  checked.faults.sort((one, other) => one.line - other.line);
  return checked;
}
