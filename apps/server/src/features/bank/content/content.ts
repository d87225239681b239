import { Problem } from '@abhyas/contract/problem';
import { type AcceptedAnswer, type QuestionType, questionTypes } from '@abhyas/exam/bank/question';
import type { ActorContext, Context } from '../../../context.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { writeAudit } from '../../institute/audit/audit.ts';
import { takeImported } from '../bank-questions/bank-questions.ts';
import { indexPending, markForSearch } from '../search/search.ts';
import { whileQuestionsChange } from '../chapters/chapters.ts';
import { type CheckFile, withCheckAside } from './checking/check-aside.ts';
import {
  type AskedCodes,
  type CheckedContent,
  type Content,
  findFiles,
  gatherFiles,
  nothingStored,
  type StoredContent,
} from './checking/check-content.ts';
import { checkFile } from './checking/check-file.ts';
import type { CheckedFile, Fault, KnownQuestion } from './checking/checked-file.ts';
import type { QuestionEntry } from '@abhyas/contract/bank/authored-question';
import { writeContent } from './storing/content.store.ts';
import { findAnswered, findChangedKeys, findInstituteIds, readStoredContent } from './storing/stored-content.store.ts';

export { type AuthoredFile, readAuthoredFile } from './reading/authored-file.ts';
export { shapeOf } from './reading/shape-faults.ts';

/** Folders of the shared bank within the content folder. They name no institute, so that a new installation can load them. */
export const foldersOfBank = ['bank', 'papers', 'cheat-sheets'] as const;

/** The result of a check, with counts of the checked content. */
export interface CheckResult extends Pick<CheckedContent, 'faults' | 'warnings'> {
  /** Papers that are skipped, because students have begun them. */
  kept: Fault[];
  counts: { questions: number; chapters: number; papers: number; cheatSheets: number };
}

interface Asked extends AskedCodes {
  /** Code of the institute that will own the content; null for the shared bank. */
  owner: string | null;
}

/**
 * The stored data for the codes that `checkFiles` requests. Request and response are JSON, because the check may run in another process.
 * For an unknown institute there is no data, and nothing may be loaded.
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

/** Reads files one after the other, passes each to `take`, and returns the faults of each file and the conflicts between files. */
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
 * Checks files one by one, against each other and against stored data, without keeping them in memory. `owner` is the code of the institute
 * that will own the content, null for the shared bank. `ask` returns the response of `answerStored`, or null without a database;
 * `isUnresolved`: the files name something that no file contains.
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
   * Whether a server imports while it answers calls. Files are then checked in another thread, and each part is a separate transaction,
   * so that no call waits for the whole import on the embedded database's one connection. Otherwise the import is one transaction.
   */
  isServing?: boolean;
  /** Whether warnings count as faults, as for the demo's content. */
  isStrict?: boolean;
  /** Whether a question that students have answered stays unchanged if a file changes its key; otherwise the change is a fault. */
  keepsAnswered?: boolean;
  /**
   * Corrects the key of an answered question as after a test, before the rest of the question is written. Without it, and where the type of
   * the question changes, `keepsAnswered` decides.
   */
  correctKey?: (context: ActorContext, code: string, keys: AcceptedAnswer[]) => Promise<void>;
}

/** Corrects the changed keys of answered questions whose type stays the same. Returns the codes of corrected questions. */
async function correctAnswered(
  within: ActorContext,
  correctKey: NonNullable<ImportSettings['correctKey']>,
  questions: readonly QuestionEntry[],
  changed: readonly { code: string; question_type: QuestionType }[],
): Promise<Set<string>> {
  const corrected = new Set<string>();
  for (const { code, type, answer, also_accepted = [] } of questions) {
    if (changed.find((stored) => stored.code === code)?.question_type !== questionTypes[type]) continue;
    await correctKey(within, code, [answer, ...also_accepted]);
    corrected.add(code);
  }
  return corrected;
}

/** Writes an import to the audit log of each affected institute, before it writes content. */
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
 * Loads all files, or none if any has a fault; a paper that students have begun with other questions is skipped. The content belongs to
 * the actor's institute or, for the operator, to the shared bank and to the institutes that the papers name.
 */
export async function importContent(
  context: ActorContext,
  places: readonly string[],
  root: string,
  { isServing = false, isStrict = false, keepsAnswered = false, correctKey }: ImportSettings = {},
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
    const changed = await findAnswered(within, owner, await findChangedKeys(within, owner, questions));
    const corrected = correctKey ? await correctAnswered(within, correctKey, questions, changed) : new Set();
    const answered = changed.map(({ code }) => code).filter((code) => !corrected.has(code));
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
    const codes = content.chapters.flatMap((chapter) => [...chapter.questions.map(({ code }) => code), ...(chapter.retired ?? [])]);
    const markChanged = async (during: Context, ids: readonly number[]) => {
      await markForSearch(during, ids);
      if (owner !== null) await takeImported(during, ids, within.actor.user_id);
    };
    await whileQuestionsChange(within, owner, codes, () => writeContent(within, content, markChanged));
  };
  await (isServing ? load(context) : inTransaction(context, load));
  // The index is written after the import, so as not to delay it; a job completes the index after an interruption.
  if (result.faults.length === 0) await indexPending(context);
  return result;
}
