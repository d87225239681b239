import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { questionTypes } from '@abhyas/exam/bank/question';
import { checkFile } from './check-file.ts';
import type { CheckedFile, Fault, KnownQuestion, NamedQuestion } from './checked-file.ts';
import type { FigureEntry } from '@abhyas/contract/bank/authored-question';
import type { ChapterFile, CheatSheetFile, PaperFile } from '../reading/content-file.ts';
import type { PictureFile } from '../reading/picture-file.ts';

/** The content that is loaded together. */
export interface Content {
  chapters: ChapterFile[];
  papers: PaperFile[];
  cheatSheets: CheatSheetFile[];
  /** Pictures by the figure that shows them, because files of two folders may use one name for two pictures. */
  pictures: Map<FigureEntry, PictureFile>;
}

/** A checked set of files; `faults` is empty if it can be loaded. */
export interface CheckedContent extends Content {
  faults: Fault[];
  /** Omissions that are warnings, but faults in the demo's content. */
  warnings: Fault[];
}

/** Stored data on which the files depend, limited to the requested codes. */
export interface StoredContent {
  questions: ReadonlyMap<string, KnownQuestion>;
  /** Codes of the topics of each stored chapter, by its code. */
  topics: ReadonlyMap<string, readonly string[]>;
  /** Codes of the questions, in order, of each paper that students have begun, by the paper's code. */
  begun: ReadonlyMap<string, readonly string[]>;
  /** Codes of institutes whose papers may be loaded, and null for the shared bank; null if unknown. */
  owners: ReadonlySet<string | null> | null;
  /** Whether chapters and topics may be added: only in the shared bank. Questions of an institute use existing chapters and topics. */
  addsTopics: boolean;
}

/** Codes whose stored state must be known to check the files. */
export interface AskedCodes {
  /** Questions that papers name but no file contains. */
  questions: string[];
  chapters: string[];
  papers: { code: string; institute: string | null }[];
}

export const nothingStored: StoredContent = {
  questions: new Map(),
  topics: new Map(),
  begun: new Map(),
  owners: null,
  addsTopics: true,
};

/** All content files at or below the given paths. Each folder is entered once, because links can make folders contain each other. */
function filesBelow(places: readonly string[], entered = new Set<string>()): string[] {
  return places.flatMap((place) => {
    if (!statSync(place).isDirectory()) return [place];
    const folder = realpathSync(place);
    if (entered.has(folder)) return [];
    entered.add(folder);
    const inside = readdirSync(place)
      .sort()
      .map((name) => join(place, name));
    return filesBelow(
      inside.filter((path) => existsSync(path) && (/\.ya?ml$/.test(path) || statSync(path).isDirectory())),
      entered,
    );
  });
}

/** The files at or below the given paths, and a fault for each missing path. */
export function findFiles(places: readonly string[], root: string): { files: string[]; faults: Fault[] } {
  const missing = places.filter((place) => !existsSync(place));
  return {
    files: filesBelow(places.filter((place) => existsSync(place))),
    faults: missing.map((place) => ({ file: relative(root, place), line: 1, what: 'There is no such file or folder' })),
  };
}

function faultOfNamed({ code, subject, question_type, integer }: NamedQuestion, known: KnownQuestion | undefined): string | undefined {
  if (!known) return `There is no question ${code}`;
  if (known.subject && subject && known.subject !== subject) return `${code} is ${known.subject}, the section ${subject}`;
  if (known.type && question_type !== undefined && questionTypes[known.type] !== question_type)
    return `${code} is ${known.type}, the section is not`;
  if (known.is_retired) return `${code} is retired`;
  if (known.is_for_practice) return `${code} is for practice`;
  return integer && known.is_integer === false ? `The answer of ${code} is not an integer` : undefined;
}

/** Checks files against each other. Keeps only the data of each file on which other files depend. */
export function gatherFiles() {
  const placeOfCode = new Map<string, { file: string; line: number }>();
  const questions = new Map<string, KnownQuestion>();
  const chapters = new Set<string>();
  const kept: Pick<CheckedFile, 'name' | 'named' | 'chapterCode' | 'paperCode'>[] = [];

  /** Adds a file. Returns conflicts of its codes with earlier files. */
  function take({ name, claims, questions: known, named, chapterCode, paperCode }: CheckedFile): Fault[] {
    const faults: Fault[] = [];
    for (const { code, line } of claims) {
      const taken = placeOfCode.get(code);
      if (taken) faults.push({ file: name, line, what: `The code ${code} is used in ${taken.file} already` });
      else placeOfCode.set(code, { file: name, line });
    }
    for (const [code, question] of known) questions.set(code, question);
    if (chapterCode?.topics) chapters.add(chapterCode.code);
    kept.push({ name, named, ...(chapterCode ? { chapterCode } : {}), ...(paperCode ? { paperCode } : {}) });
    return faults;
  }

  /** The codes to look up in the database; `isUnresolved` if the files name something that no file contains. */
  function asked(): AskedCodes & { isUnresolved: boolean } {
    const of = <T>(read: (file: (typeof kept)[number]) => readonly T[]) => [...new Set(kept.flatMap(read))];
    const missing = of(({ named }) => named.map(({ code }) => code)).filter((code) => !questions.has(code));
    const named = of(({ chapterCode }) => (chapterCode ? [chapterCode.code] : []));
    return {
      questions: missing,
      chapters: named,
      isUnresolved: missing.length > 0 || named.some((code) => !chapters.has(code)),
      papers: of(({ paperCode }) => (paperCode ? [{ code: paperCode.code, institute: paperCode.institute }] : [])),
    };
  }

  /** The conflicts of the files with each other and with stored data. */
  function faultsAmong(stored: StoredContent): Fault[] {
    return kept.flatMap(({ name: file, named, chapterCode, paperCode }) => {
      const faults: Fault[] = named.flatMap((question) => {
        const what = faultOfNamed(question, questions.get(question.code) ?? stored.questions.get(question.code));
        return what ? [{ file, line: question.line, what }] : [];
      });
      if (paperCode && stored.owners?.has(paperCode.institute) === false) {
        const { institute, line } = paperCode;
        const none =
          institute === null
            ? 'Papers of the shared bank are loaded by the operator'
            : `You may not load papers of the institute ${institute}`;
        faults.push({ file, line, what: none });
      }
      if (!chapterCode) return faults;
      const { code, line, topics } = chapterCode;
      const storedTopics = stored.topics.get(code);
      if (!stored.addsTopics) {
        const missing = (topics ?? []).filter((topic) => !storedTopics?.includes(topic));
        if (!storedTopics) faults.push({ file, line, what: `There is no chapter ${code} in the shared bank` });
        else
          for (const topic of missing) faults.push({ file, line, what: `There is no topic ${topic} in this chapter of the shared bank` });
        return faults;
      }
      if (!topics && !storedTopics && !chapters.has(code)) faults.push({ file, line, what: `There is no chapter ${code}` });
      for (const topic of topics ? (storedTopics ?? []) : [])
        if (!topics?.includes(topic))
          faults.push({
            file,
            line,
            what: `The topic ${topic} of this chapter is stored: nothing is removed, so it must be listed here too`,
          });
      return faults;
    });
  }

  /** Papers that are not updated because students have begun them with other questions, by code, with the reason. */
  function keptAmong({ begun }: StoredContent): Map<string, Fault> {
    return new Map(
      kept.flatMap(({ name: file, paperCode }) => {
        const questions = paperCode && begun.get(paperCode.code);
        if (!questions || questions.join() === paperCode.questions.join()) return [];
        const what = 'Students have begun this paper: its questions can no longer change, so it stays as it is';
        return [[paperCode.code, { file, line: paperCode.line, what }]];
      }),
    );
  }

  return { take, asked, faultsAmong, keptAmong, placeOf: (code: string) => placeOfCode.get(code) ?? { file: '', line: 1 } };
}

/** Reads content files that depend only on each other, with every fault and its path. Paths are relative to `root`. */
export function checkContent(places: readonly string[], root: string): CheckedContent {
  const { files, faults } = findFiles(places, root);
  const content: CheckedContent = { chapters: [], papers: [], cheatSheets: [], pictures: new Map(), faults, warnings: [] };
  const gathered = gatherFiles();
  for (const file of files) {
    const checked = checkFile(file, root);
    content.faults.push(...checked.faults, ...gathered.take(checked));
    content.warnings.push(...checked.warnings);
    if (checked.chapter) content.chapters.push(checked.chapter);
    if (checked.paper) content.papers.push(checked.paper);
    if (checked.cheatSheet) content.cheatSheets.push(checked.cheatSheet);
    for (const [figure, picture] of checked.pictures) content.pictures.set(figure, picture);
  }
  content.faults.push(...gathered.faultsAmong(nothingStored));
  return content;
}
