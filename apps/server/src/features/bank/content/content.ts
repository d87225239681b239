import { Problem } from '@abhyas/contract/problem';
import type { ActorContext, Context } from '../../../context.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { writeAudit } from '../../institute/audit/audit.ts';
import { indexPending, markForSearch } from '../search/search.ts';
import { whileQuestionsChange } from '../chapters/chapters.ts';
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
import type { CheckedFile, Fault, KnownQuestion } from './checked-file.ts';
import { writeContent } from './content.store.ts';
import { findAnswered, findChangedKeys, findInstituteIds, readStoredContent } from './stored-content.store.ts';

/** What a check found, and how much it was about. */
export interface CheckResult extends Pick<CheckedContent, 'faults' | 'warnings'> {
  /** Papers that are passed over, because students have begun them. */
  kept: Fault[];
  counts: { questions: number; chapters: number; papers: number; cheatSheets: number };
}

interface Asked extends AskedCodes {
  /** Code of the institute whose content it is to be; null for the shared bank. */
  owner: string | null;
}

/**
 * What is stored of the codes that `checkFiles` asks for; asked and answered as JSON, since a server answers another process. An institute
 * that there is not has nothing and may load nothing.
 */
export async function answerStored(context: Context, question: string): Promise<string> {
  const { owner, ...asked } = JSON.parse(question) as Asked;
  const id = owner === null ? null : ((await findInstituteIds(context, [owner])).get(owner) ?? 0);
  const { questions, topics, begun, owners, addsTopics } = await readStoredContent(context, id, asked);
  return JSON.stringify([[...questions], [...topics], [...begun], owners && [...owners], addsTopics]);
}

type StoredEntries = [[string, KnownQuestion][], [string, string[]][], [string, string[]][], (string | null)[] | null, boolean];

function readAnswer(answer: string): StoredContent {
  const [questions, topics, begun, owners, addsTopics] = JSON.parse(answer) as StoredEntries;
  return { questions: new Map(questions), topics: new Map(topics), begun: new Map(begun), owners: owners && new Set(owners), addsTopics };
}

/** Reads files one after the other, hands each to `take`, and tells what is wrong with them by themselves and with each other. */
async function readEach(places: readonly string[], root: string, check: CheckFile, take: (checked: CheckedFile) => void) {
  const { files, faults } = findFiles(places, root);
  const gathered = gatherFiles();
  const result: CheckResult = { faults, warnings: [], kept: [], counts: { questions: 0, chapters: 0, papers: 0, cheatSheets: 0 } };
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
 * Checks files by themselves, against each other and against what is stored, keeping none of them in memory. `owner` is the code of the
 * institute whose content they are to be, null for the shared bank. `ask` gets what `answerStored` answers, or null where there is no database; `isUnresolved` says that the files name what is in none of them.
 */
export async function checkFiles(
  places: readonly string[],
  root: string,
  owner: string | null,
  ask: (asked: string, isUnresolved: boolean) => Promise<string | null>,
): Promise<CheckResult> {
  const { result, gathered } = await withCheckAside((check) => readEach(places, root, check, () => {}));
  const { isUnresolved, ...asked } = gathered.asked();
  const answer = await ask(JSON.stringify({ ...asked, owner } satisfies Asked), isUnresolved);
  const stored = answer === null ? nothingStored : readAnswer(answer);
  result.faults.push(...gathered.faultsAmong(stored));
  result.kept.push(...gathered.keptAmong(stored).values());
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
  /** Whether a question whose key a file changes after students have answered it stays as it is, where else it is a fault. */
  keepsAnswered?: boolean;
}

/** Logs an import for each institute that it touches, before anything of it is written. */
async function logImport(context: ActorContext, { papers }: Content, counts: CheckResult['counts']): Promise<void> {
  const { actor } = context;
  const own = { what: 'content.import', object_type: 'content', object_id: null };
  await inTransaction(context, async (within) => {
    await writeAudit(within, { ...own, after: counts });
    if (actor.institute_id !== null) return;
    const named = papers.flatMap(({ paper: { institute, code } }) => (institute === undefined ? [] : [{ institute, code }]));
    const ids = await findInstituteIds(
      within,
      named.map(({ institute }) => institute),
    );
    for (const [institute, institute_id] of ids) {
      const after = { papers: named.filter((paper) => paper.institute === institute).map(({ code }) => code) };
      await writeAudit({ ...within, actor: { ...actor, institute_id } }, { ...own, after });
    }
  });
}

/**
 * Loads files or, when there is a fault anywhere, none of them; a paper that students have begun with other questions is passed over. As content of the actor's institute or, for the operator, of the shared
 * bank and papers of the institutes that they name.
 */
export async function importContent(
  context: ActorContext,
  places: readonly string[],
  root: string,
  { isServing = false, isStrict = false, keepsAnswered = false }: ImportSettings = {},
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
  const load = async (within: ActorContext) => {
    const owner = within.actor.institute_id;
    const stored = await readStoredContent(within, owner, gathered.asked());
    result.faults.push(...gathered.faultsAmong(stored));
    const begun = gathered.keptAmong(stored);
    result.kept.push(...begun.values());
    content.papers = content.papers.filter(({ paper }) => !begun.has(paper.code));
    const questions = content.chapters.flatMap((chapter) => chapter.questions);
    const answered = await findAnswered(within, owner, await findChangedKeys(within, owner, questions));
    if (keepsAnswered)
      content.chapters = content.chapters.map((chapter) => ({
        ...chapter,
        questions: chapter.questions.filter(({ code }) => !answered.includes(code)),
      }));
    for (const code of keepsAnswered ? [] : answered) {
      const what = `${code}: Students have answered this question: its key can no longer change here. Use npm run institute -- correct-key ${code}`;
      result.faults.push({ ...gathered.placeOf(code), what });
    }
    if (result.faults.length > 0) return;
    if (within.actor.user_id === null && within.actor.reason === null && content.papers.some(({ paper }) => paper.institute !== undefined))
      throw new Problem('not_possible', 'Papers of an institute are loaded with --reason "…", which its log shows.');
    await logImport(within, content, result.counts);
    const codes = content.chapters.flatMap((chapter) => chapter.questions.map(({ code }) => code));
    await whileQuestionsChange(within, owner, codes, () => writeContent(within, content, markForSearch));
  };
  await (isServing ? load(context) : inTransaction(context, load));
  // After the import, which it must not hold up; what a stop leaves undone, a job does.
  if (result.faults.length === 0) await indexPending(context);
  return result;
}
