import type { QuestionType } from '@abhyas/exam/bank/question';
import type { Path } from './authored-file.ts';
import type { ChapterFile, CheatSheetFile, FigureEntry, PaperFile, QuestionEntry, subjectCodes } from './content-file.ts';
import type { PictureFile } from './picture-file.ts';

export interface Fault {
  file: string;
  line: number;
  what: string;
}

/** What a check must know of a question that stands in another file or in the database; what is wrong there is left out. */
export interface KnownQuestion {
  type?: QuestionEntry['type'];
  subject?: keyof typeof subjectCodes;
  is_for_practice?: boolean;
  is_integer?: boolean;
}

/** A question that a paper names, with what its section asks of it. */
export interface NamedQuestion {
  code: string;
  line: number;
  subject?: string;
  question_type?: QuestionType;
  integer: boolean;
}

/** A file with its own faults, and what must still be held against other files and what is stored. */
export interface CheckedFile {
  name: string;
  faults: Fault[];
  /** What is missing in content of anybody, and must not be in the demo's. */
  warnings: Fault[];
  chapter?: ChapterFile;
  paper?: PaperFile;
  cheatSheet?: CheatSheetFile;
  /** By the figure that shows it: files of two folders may give two pictures one name. */
  pictures: Map<FigureEntry, PictureFile>;
  /** Codes that this file gives, each of which stands only once. */
  claims: { code: string; line: number }[];
  questions: [code: string, known: KnownQuestion][];
  named: NamedQuestion[];
  /** The chapter that the file is, or whose cheat sheet it is. */
  chapterCode?: { code: string; line: number; topics?: string[] };
  /** `institute` is the code of the one that the paper names. */
  paperCode?: { code: string; institute: string | null; line: number; questions: string[] };
}

export type Report = (path: Path, what: string) => void;

/** What the checks of one kind of file work with. */
export interface FileCheck {
  checked: CheckedFile;
  report: Report;
  warn: Report;
  /** The fields of the object at this path whose shape is right; none where there is no object. */
  soundFields(path: Path): Record<string, unknown>;
  /** The entries of the list at this path; none where there is no list. */
  entriesOf(path: Path): unknown[];
  lineOf(path: Path): number;
}
