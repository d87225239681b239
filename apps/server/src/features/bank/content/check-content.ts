import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { questionTypes } from '@abhyas/exam/bank/question';
import { checkFile } from './check-file.ts';
import type { CheckedFile, Fault, KnownQuestion, NamedQuestion } from './checked-file.ts';
import type { ChapterFile, CheatSheetFile, FigureEntry, PaperFile } from './content-file.ts';
import type { PictureFile } from './picture-file.ts';

/** What is loaded together. */
export interface Content {
  chapters: ChapterFile[];
  papers: PaperFile[];
  cheatSheets: CheatSheetFile[];
  /** By the figure that shows it: files of two folders may give two pictures one name. */
  pictures: Map<FigureEntry, PictureFile>;
}

/** A read and faultless set of files, or with `faults` what keeps it from being one. */
export interface CheckedContent extends Content {
  faults: Fault[];
  /** What is missing in content of anybody, and must not be in the demo's. */
  warnings: Fault[];
}

/** What is stored that files build on, as far as they ask for it. */
export interface StoredContent {
  questions: ReadonlyMap<string, KnownQuestion>;
  /** Codes of the topics of each stored chapter, by its code. */
  topics: ReadonlyMap<string, readonly string[]>;
  /** Codes in order of the questions of each paper that students have begun, by its code. */
  begun: ReadonlyMap<string, readonly string[]>;
  /** Codes of institutes whose papers may be loaded, with null for the shared bank; null where that is not known. */
  owners: ReadonlySet<string | null> | null;
  /** Whether chapters and topics may be added: in the shared bank. Questions of an institute stand in those that there are. */
  addsTopics: boolean;
}

/** Codes whose state in the database decides whether files are faultless. */
export interface AskedCodes {
  /** Named by papers, and in none of the files. */
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

/** All content files at or below the given places. */
function filesBelow(places: readonly string[]): string[] {
  return places.flatMap((place) => {
    if (!statSync(place).isDirectory()) return [place];
    const inside = readdirSync(place)
      .sort()
      .map((name) => join(place, name));
    return filesBelow(inside.filter((path) => /\.ya?ml$/.test(path) || (existsSync(path) && statSync(path).isDirectory())));
  });
}

/** The files at or below the given places, and a fault for each place that there is not. */
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
  if (known.is_for_practice) return `${code} is for practice`;
  return integer && known.is_integer === false ? `The answer of ${code} is no integer` : undefined;
}

/** What files say of each other: keeps of each what the others build on, and nothing more. */
export function gatherFiles() {
  const placeOfCode = new Map<string, { file: string; line: number }>();
  const questions = new Map<string, KnownQuestion>();
  const chapters = new Set<string>();
  const kept: Pick<CheckedFile, 'name' | 'named' | 'chapterCode' | 'paperCode'>[] = [];

  /** Takes a file in. Returns the faults that its codes have against those taken in before. */
  function take({ name, claims, questions: known, named, chapterCode, paperCode }: CheckedFile): Fault[] {
    const faults: Fault[] = [];
    for (const { code, line } of claims) {
      const taken = placeOfCode.get(code);
      if (taken) faults.push({ file: name, line, what: `The code ${code} stands in ${taken.file} already` });
      else placeOfCode.set(code, { file: name, line });
    }
    for (const [code, question] of known) questions.set(code, question);
    if (chapterCode?.topics) chapters.add(chapterCode.code);
    kept.push({ name, named, ...(chapterCode ? { chapterCode } : {}), ...(paperCode ? { paperCode } : {}) });
    return faults;
  }

  /** What to ask the database for; `isUnresolved` where the files name something that is in none of them. */
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

  /** The faults of all files against each other and against what is stored. */
  function faultsAmong(stored: StoredContent): Fault[] {
    return kept.flatMap(({ name: file, named, chapterCode, paperCode }) => {
      const faults: Fault[] = named.flatMap((question) => {
        const what = faultOfNamed(question, questions.get(question.code) ?? stored.questions.get(question.code));
        return what ? [{ file, line: question.line, what }] : [];
      });
      if (paperCode && stored.owners?.has(paperCode.institute) === false) {
        const { institute, line } = paperCode;
        const none =
          institute === null ? 'Papers of the shared bank are loaded by the operator' : `You load no papers of an institute ${institute}`;
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
          faults.push({ file, line, what: `The topic ${topic} of this chapter is stored: nothing is removed, so it must stand here too` });
      return faults;
    });
  }

  /** Papers that stay as they are stored, by code, with the reason: students have begun them with other questions. */
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

/** Reads content files that build on nothing but each other, with every fault and its place. `root` is what places are relative to. */
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
