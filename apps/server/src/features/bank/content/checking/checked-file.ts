import type { QuestionType } from '@abhyas/exam/bank/question';
import type { Path } from '../reading/authored-file.ts';
import type { FigureEntry, QuestionEntry } from '@abhyas/contract/bank/authored-question';
import type { ChapterFile, CheatSheetFile, PaperFile, subjectCodes } from '../reading/content-file.ts';
import type { PictureFile } from '../reading/picture-file.ts';

export interface Fault {
  file: string;
  line: number;
  what: string;
}

/** The facts that a check needs about a question in another file or in the database; invalid fields are left out. */
export interface KnownQuestion {
  type?: QuestionEntry['type'];
  subject?: keyof typeof subjectCodes;
  is_for_practice?: boolean;
  is_integer?: boolean;
  is_retired?: boolean;
}

/** A question that a paper names, with the requirements of its section. */
export interface NamedQuestion {
  code: string;
  line: number;
  subject?: string;
  question_type?: QuestionType;
  integer: boolean;
}

/** A file with its own faults, and the facts that must still be compared with other files and stored data. */
export interface CheckedFile {
  name: string;
  faults: Fault[];
  /** Omissions that are warnings, but faults in the demo's content. */
  warnings: Fault[];
  chapter?: ChapterFile;
  paper?: PaperFile;
  cheatSheet?: CheatSheetFile;
  /** Pictures by the figure that shows them, because files of two folders may use one name for two pictures. */
  pictures: Map<FigureEntry, PictureFile>;
  /** Codes that this file defines, each only once. */
  claims: { code: string; line: number }[];
  questions: [code: string, known: KnownQuestion][];
  named: NamedQuestion[];
  /** The chapter that the file defines, or to which its cheat sheet belongs. */
  chapterCode?: { code: string; line: number; topics?: string[] };
  /** The paper that the file defines; `institute` is the code of its institute. */
  paperCode?: { code: string; institute: string | null; line: number; questions: string[] };
}

export type Report = (path: Path, what: string) => void;

/** The context of the checks of one file. */
export interface FileCheck {
  checked: CheckedFile;
  report: Report;
  warn: Report;
  /** The valid fields of the object at this path; none without an object. */
  soundFields(path: Path): Record<string, unknown>;
  /** The entries of the list at this path; none without a list. */
  entriesOf(path: Path): unknown[];
  lineOf(path: Path): number;
}
