// Contents: the list · opening · writing · acts · replacements · versions
import type { Answer, Input } from '@abhyas/contract/endpoint';
import { type BankContent, figuresOf } from '@abhyas/contract/bank/bank-content';
import {
  BANK_PAGE_SIZE,
  type getBankQuestion,
  type getBankQuestions,
  MOST_AT_ONCE,
  MOST_BANK_QUESTIONS,
  MOST_VERSIONS,
} from '@abhyas/contract/bank/bank-questions';
import { hasRight } from '@abhyas/contract/institute/rights';
import { Problem } from '@abhyas/contract/problem';
import { type BankAct, bankActs, type BankState, bankStates, mayApprove, refusalOfAct } from '@abhyas/exam/bank/bank-states';
import { questionTypes } from '@abhyas/exam/bank/question';
import type { StaffContext } from '../../../context.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { writeAudit } from '../../institute/audit/audit.ts';
import { pictureOf } from '../questions/questions.ts';
import { conditionsOf, searchTextOf, wordOfInstitute } from '../search/search.ts';
import * as store from './bank-questions.store.ts';
import { faultsOfQuestion } from './content-aside.ts';
import { requireRoom } from './drafts.ts';
import { approve, factsOf, lockQuestions, move, refusalFor } from './publishing.ts';
import { findPassage } from './publishing.store.ts';

export { addPicture, createPassage } from './bank-passages.ts';
export { removeLonePictures } from './lone-pictures.ts';
export { makePictureQuestions, makeQuestions, mayApproveOwn, requireRoom, unmakeQuestions } from './drafts.ts';
export { deleteUnusedPassages, insertPassages } from './drafts.store.ts';
export { takeImported } from './publishing.store.ts';
export { areKnown as areKnownToBank, isOpenToStudents } from './bank-questions.store.ts';
export { faultsOfQuestion } from './content-aside.ts';

type ListInput = Input<typeof getBankQuestions>;

const success = { success: true as const };

async function filtersOf(context: StaffContext, { search = '', page: _page, ...filters }: ListInput): Promise<store.Filters | null> {
  if (search.trim() === '') return { ...filters, search: null };
  const found = await conditionsOf(context, search);
  return found && { ...filters, search: { ...found, institute: wordOfInstitute(context.actor.institute_id) } };
}

/** A page of the institute's questions, the latest change first. */
export async function listQuestions(context: StaffContext, input: ListInput): Promise<Answer<typeof getBankQuestions>> {
  const filters = await filtersOf(context, input);
  const page = { offset: (input.page ?? 0) * BANK_PAGE_SIZE, limit: BANK_PAGE_SIZE };
  const rows = filters ? await store.findPage(context, filters, page) : [];
  const { ids, total } = filters ? await store.findIds(context, filters, MOST_AT_ONCE) : { ids: [], total: 0 };
  const counts = await store.countByState(context);
  return {
    questions: rows.map(({ type, changed_at, ...row }) => ({
      ...row,
      type: questionTypes[type],
      changed_at: changed_at.toISOString(),
    })),
    total,
    ids,
    counts: Object.fromEntries(bankStates.map((state) => [state, counts.get(state) ?? 0])),
  };
}

/** The ids of all questions that a filter of the list shows. */
export async function matchingQuestions(context: StaffContext, input: ListInput): Promise<number[]> {
  const filters = await filtersOf(context, input);
  return filters ? (await store.findIds(context, filters, MOST_BANK_QUESTIONS)).ids : [];
}

export const listTopics = async (context: StaffContext) => ({ chapters: await store.findTopics(context) });

/** A translation without what tells the answer. */
function askedIn({ hi }: NonNullable<BankContent['translations']>): NonNullable<BankContent['translations']> {
  if (!hi) return {};
  const { text, options, alt } = hi;
  const { solution_figure: _solution, ...described } = alt ?? {};
  return { hi: { text, ...(options ? { options } : {}), ...(alt ? { alt: described } : {}) } };
}

/** The content of a question without what tells its answer, in either language. */
export const withoutKey = ({ translations, ...content }: BankContent): BankContent => ({
  ...content,
  ...(translations ? { translations: askedIn(translations) } : {}),
  keys: [],
  notes: '',
  hint: '',
  solution: '',
  solution_figure: null,
  video: '',
});

/** A question of the institute with everything that decides on it. Throws `not_found`. */
async function readQuestion(context: StaffContext, id: number) {
  const [row] = await store.findRows(context, [id]);
  const opened = row && (await store.findOpened(context, id));
  const facts = (await store.findFacts(context, [id])).get(id);
  if (!row || !opened || !facts) throw new Problem('not_found');
  const isPublic = row.state === 'approved' || row.state === 'retired';
  const keys = (isPublic ? opened.accepted_answers : null) ?? row.content.keys;
  const isWithheld = opened.is_held && !opened.has_written && !hasRight(context.actor.role, 'keys.read');
  return { row, opened, facts, isWithheld, content: isWithheld ? withoutKey(row.content) : { ...row.content, keys } };
}

async function passageOf(context: StaffContext, { type, passage_id }: BankContent) {
  const passage = type === 'comprehension' && passage_id !== null ? await findPassage(context, passage_id) : undefined;
  if (!passage) return null;
  const { text, figure } = passage.content;
  return {
    id: passage.id,
    question_id: passage.id,
    comprehension_text: text,
    supporting_picture: pictureOf(figure?.hash ?? null, figure?.alt ?? null),
    supporting_picture_size: figure?.size ?? 0,
  };
}

export async function openQuestion(context: StaffContext, id: number): Promise<Answer<typeof getBankQuestion>> {
  const { row, opened, facts, isWithheld, content } = await readQuestion(context, id);
  const { state, version, faults, remark, follows_id, changed_at } = row;
  return {
    id,
    state,
    version,
    content,
    is_key_withheld: isWithheld,
    faults: faults.map(({ path, what }) => ({ path: [...path], what })),
    remark,
    is_asked: facts.is_asked,
    may_approve: mayApprove(facts),
    // This text is the reason that some acts require.
    acts: bankActs.filter((act) => refusalOfAct(act, factsOf(row, facts, 'word')) === null),
    may_delete: state === 'draft' && row.question_id === null,
    follows_id,
    followed_by: opened.followed_by,
    papers: opened.papers,
    passage: await passageOf(context, content),
    changed_at: changed_at.toISOString(),
    changed_by: opened.changed_by,
  };
}

/** Throws `not_found` for a topic that does not exist, and for a passage or picture of another institute. */
async function checkNames(context: StaffContext, content: BankContent): Promise<void> {
  const { topic_id, passage_id } = content;
  const hashes = figuresOf(content).map(({ hash }) => hash);
  if (!(await store.areKnown(context, { topic_id, passage_id, hashes })))
    throw new Problem('not_found', 'The topic, the passage or a picture of this question no longer exists.');
}

function searchedOf({ text, options, translations }: BankContent): store.SearchedText {
  const { hi } = translations ?? {};
  const { words, formulas } = searchTextOf([text, ...options, hi?.text ?? '', ...(hi?.options ?? [])].join(' '));
  return { words, formulas: formulas.join(' ') };
}

async function textOf(content: BankContent) {
  return { content, faults: await faultsOfQuestion(content), searched: searchedOf(content) };
}

export async function createQuestion(context: StaffContext, content: BankContent) {
  const text = await textOf(content);
  return inTransaction(context, async (within) => {
    await checkNames(within, content);
    await requireRoom(within, 1);
    const id = await store.insertQuestion(within, text);
    await writeAudit(within, { what: 'bank_question.create', object_type: 'bank_question', object_id: id });
    return { ...success, id, version: 1, faults: text.faults.map(({ path, what }) => ({ path: [...path], what })) };
  });
}

/** Locks a question. Throws `not_found`, and `question_changed` unless the caller has seen its current version. */
async function lockQuestion(context: StaffContext, id: number, version: number) {
  const { rows, facts } = await lockQuestions(context, [id]);
  const [row] = rows;
  const known = facts.get(id);
  if (!row || !known) throw new Problem('not_found');
  if (row.version !== version) throw new Problem('question_changed');
  return { row, facts: known };
}

/** Why a text cannot be changed in a state, with what to do instead. */
const whyFixed: Record<Exclude<BankState, 'draft'>, string> = {
  in_review: 'A question in review cannot be changed. Take it out of review first.',
  approved: 'An approved question cannot be changed. Write a replacement instead.',
  retired: 'A retired question cannot be changed. Write a replacement instead.',
};

export async function saveQuestion(context: StaffContext, id: number, version: number, content: BankContent) {
  // A stranger's question is not found before anything is typeset for it.
  if ((await store.findRows(context, [id])).length === 0) throw new Problem('not_found');
  const text = await textOf(content);
  return inTransaction(context, async (within) => {
    const { row } = await lockQuestion(within, id, version);
    if (row.state !== 'draft') throw new Problem('not_possible', whyFixed[row.state]);
    await checkNames(within, content);
    const next = await store.updateText(within, id, text, MOST_VERSIONS);
    return { ...success, version: next, faults: text.faults.map(({ path, what }) => ({ path: [...path], what })) };
  });
}

/** Does an act on a question. Throws `not_possible` with the reason if the rules do not allow it. */
export async function actOnQuestion(context: StaffContext, id: number, version: number, act: BankAct, word = '') {
  return inTransaction(context, async (within) => {
    const { row, facts } = await lockQuestion(within, id, version);
    const refusal = refusalFor(act, row, facts, word);
    if (refusal !== null) throw new Problem('not_possible', refusal);
    const reason = word.trim() === '' ? null : word.trim();
    const [predecessor] = act === 'approve' && row.follows_id !== null ? (await lockQuestions(within, [row.follows_id])).rows : [];
    const next = act === 'approve' ? await approve(within, row, facts, predecessor) : (await move(within, [row], act, reason)).get(id);
    const [after] = await store.findRows(within, [id]);
    await writeAudit(within, {
      what: `bank_question.${act}`,
      object_type: 'bank_question',
      object_id: id,
      after: { version: row.version, ...(act === 'approve' && facts.is_writer ? { is_own: true } : {}) },
      reason,
    });
    return { ...success, state: after?.state ?? row.state, version: next ?? row.version };
  });
}

/** Begins a draft that is to replace an approved or retired question. Throws `not_possible` while another one exists. */
export async function followQuestion(context: StaffContext, id: number) {
  return inTransaction(context, async (within) => {
    const { row, opened, isWithheld, content } = await readQuestion(within, id);
    if (row.state !== 'approved' && row.state !== 'retired')
      throw new Problem('not_possible', 'This question is not approved yet: edit it directly.');
    if (isWithheld)
      throw new Problem(
        'not_possible',
        'The answers of a test with this question are still withheld. Write the replacement once they are shown.',
      );
    if (opened.followed_by !== null) throw new Problem('not_possible', 'This question already has a replacement.');
    await requireRoom(within, 1);
    const next = await store.insertQuestion(within, { content, faults: [], searched: searchedOf(content) }, id);
    await writeAudit(within, { what: 'bank_question.follow', object_type: 'bank_question', object_id: next, after: { follows: id } });
    return { ...success, id: next };
  });
}

/** Why a question cannot be deleted, with what to do instead; null if it can. */
function whyNotDeleted({ state, question_id }: store.BankRow): string | null {
  if (state === 'approved') return 'An approved question cannot be deleted. Retire it instead.';
  if (state === 'retired') return 'A retired question cannot be deleted, because earlier papers may contain it.';
  if (question_id !== null)
    return 'This question was approved before and cannot be deleted. Until its next approval, no new paper can use it.';
  return state === 'in_review' ? 'A question in review cannot be deleted. Take it out of review first.' : null;
}

export async function deleteQuestion(context: StaffContext, id: number) {
  return inTransaction(context, async (within) => {
    const [row] = await store.findRows(within, [id], { isLocked: true });
    if (!row) throw new Problem('not_found');
    const refusal = whyNotDeleted(row);
    if (refusal !== null) throw new Problem('not_possible', refusal);
    await store.deleteQuestion(within, id);
    await writeAudit(within, { what: 'bank_question.delete', object_type: 'bank_question', object_id: id });
    return success;
  });
}

/** The saved texts of a question, the latest first; without keys for a person who may not read them yet. */
export async function versionsOf(context: StaffContext, id: number) {
  const { isWithheld } = await readQuestion(context, id);
  const versions = await store.findVersions(context, id);
  return {
    versions: versions.map(({ content, saved_at, ...version }) => ({
      ...version,
      content: isWithheld ? withoutKey(content) : content,
      saved_at: saved_at.toISOString(),
    })),
  };
}
