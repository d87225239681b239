import type { Context } from '../../context.ts';
import { inTransaction } from '../../database/transaction.ts';
import { refreshSearchIndex } from '../search/search.ts';
import { type CheckFile, withCheckAside } from './check-aside.ts';
import {
  type AskedCodes,
  type CheckedContent,
  type Content,
  findFiles,
  gatherFiles,
  nothingStored,
  type StoredContent,
} from './check-content.ts';
import { checkFile } from './check-file.ts';
import type { CheckedFile, KnownQuestion } from './checked-file.ts';
import { findAnswered, findChangedKeys, readStoredContent, writeContent } from './content.store.ts';

/** What a check found, and how much it was about. */
export interface CheckResult extends Pick<CheckedContent, 'faults' | 'warnings'> {
  counts: { questions: number; chapters: number; papers: number; cheatSheets: number };
}

/** What the shared bank holds of the codes that `checkFiles` asks for; asked and answered as JSON, since a server answers another process. */
export async function answerStored(context: Context, asked: string): Promise<string> {
  const { questions, topics, begun } = await readStoredContent(context, JSON.parse(asked) as AskedCodes);
  return JSON.stringify([[...questions], [...topics], [...begun]]);
}

type StoredEntries = [[string, KnownQuestion][], [string, string[]][], [string, string[]][]];

function readAnswer(answer: string): StoredContent {
  const [questions, topics, begun] = JSON.parse(answer) as StoredEntries;
  return { questions: new Map(questions), topics: new Map(topics), begun: new Map(begun) };
}

/** Reads files one after the other, hands each to `take`, and tells what is wrong with them by themselves and with each other. */
async function readEach(places: readonly string[], root: string, check: CheckFile, take: (checked: CheckedFile) => void) {
  const { files, faults } = findFiles(places, root);
  const gathered = gatherFiles();
  const result: CheckResult = { faults, warnings: [], counts: { questions: 0, chapters: 0, papers: 0, cheatSheets: 0 } };
  for (const file of files) {
    const checked = await check(file, root);
    faults.push(...checked.faults, ...gathered.take(checked));
    result.warnings.push(...checked.warnings);
    result.counts.questions += checked.questions.length;
    result.counts.chapters += checked.chapter ? 1 : 0;
    result.counts.papers += checked.paper ? 1 : 0;
    result.counts.cheatSheets += checked.cheatSheet ? 1 : 0;
    take(checked);
  }
  return { result, gathered };
}

/**
 * Checks files by themselves, against each other and against what is stored, keeping none of them in memory. `ask` gets what
 * `answerStored` answers, or null where there is no database; `isUnresolved` says that the files name what is in none of them.
 */
export async function checkFiles(
  places: readonly string[],
  root: string,
  ask: (asked: string, isUnresolved: boolean) => Promise<string | null>,
): Promise<CheckResult> {
  const { result, gathered } = await withCheckAside((check) => readEach(places, root, check, () => {}));
  const { isUnresolved, ...asked } = gathered.asked();
  const answer = await ask(JSON.stringify(asked), isUnresolved);
  result.faults.push(...gathered.faultsAmong(answer === null ? nothingStored : readAnswer(answer)));
  return result;
}

export interface ImportSettings {
  /**
   * Whether a server imports while it answers calls: files are then checked in another thread, and each part is a transaction of its own,
   * so that nobody waits for all of it on the embedded database's one connection. Without it all is one transaction.
   */
  isServing?: boolean;
  /** Whether warnings count as faults, as for the demo's content. */
  isStrict?: boolean;
}

/** Loads files whole or, when there is a fault anywhere, not at all. */
export async function importContent(
  context: Context,
  places: readonly string[],
  root: string,
  { isServing = false, isStrict = false }: ImportSettings = {},
): Promise<CheckResult> {
  const content: Content = { chapters: [], papers: [], cheatSheets: [], pictures: new Map() };
  const keep = ({ chapter, paper, cheatSheet, pictures }: CheckedFile) => {
    if (chapter) content.chapters.push(chapter);
    if (paper) content.papers.push(paper);
    if (cheatSheet) content.cheatSheets.push(cheatSheet);
    for (const [figure, picture] of pictures) content.pictures.set(figure, picture);
  };
  const read = (check: CheckFile) => readEach(places, root, check, keep);
  const { result, gathered } = await (isServing ? withCheckAside(read) : read(checkFile));
  if (isStrict) result.faults.push(...result.warnings.splice(0));
  const load = async (within: Context) => {
    result.faults.push(...gathered.faultsAmong(await readStoredContent(within, gathered.asked())));
    const questions = content.chapters.flatMap((chapter) => chapter.questions);
    for (const code of await findAnswered(within, await findChangedKeys(within, questions))) {
      const what = `${code}: Students have answered this question: its key can no longer change here. Use npm run institute -- correct-key ${code}`;
      result.faults.push({ ...gathered.placeOf(code), what });
    }
    if (result.faults.length > 0) return;
    await writeContent(within, content);
    await refreshSearchIndex(within);
  };
  await (isServing ? load(context) : inTransaction(context, load));
  return result;
}
