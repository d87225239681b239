// Contents: the list · opening · saving and filling · swapping · choosing · making a test · deleting
import type { Value } from '@abhyas/contract/endpoint';
import { DRAFTS_PER_PAGE, type Draft, MOST_DRAFTS, MOST_QUESTIONS, OFFERS_PER_PAGE } from '@abhyas/contract/exam-office/paper-drafts';
import { Problem } from '@abhyas/contract/problem';
import type { SyllabusExam } from '@abhyas/exam/bank/syllabus';
import { subjectName } from '@abhyas/exam/bank/subjects';
import { faultsOfPaper } from '@abhyas/exam/tests/presets';
import type { StaffContext } from '../../../context.ts';
import { lockInstitute } from '../../../database/row-locks.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { removeLonePictures } from '../../bank/bank-questions/bank-questions.ts';
import { writeAudit } from '../../institute/audit/audit.ts';
import { fillAside, swapAside } from './choosing.ts';
import { draftToChange, lockDraft } from './draft-lock.ts';
import * as store from './paper-drafts.store.ts';
import {
  blueprintOf,
  composedQuestions,
  factsOf,
  findingsOfDraft,
  findOffers,
  idsBySection,
  type Item,
  openQuestions,
  type Plan,
} from './question-pool.ts';

export { addPictures } from './picture-questions.ts';
export { countPool, isInOtherTest, isInUnfinishedTest } from './question-pool.ts';

/** The most swapped questions that a draft remembers; older ones may be offered again. */
const MOST_PASSED = 1000;

export async function listDrafts(context: StaffContext, page: number) {
  const { drafts, total } = await store.listDrafts(context, { offset: page * DRAFTS_PER_PAGE, limit: DRAFTS_PER_PAGE });
  return { drafts: drafts.map((draft) => ({ ...draft, changed_at: draft.changed_at.toISOString() })), total };
}

/** Throws `not_possible` for a plan that no paper can follow, `not_found` for a chapter outside the subject of its section. */
async function checkPlan(context: StaffContext, { sections, shares }: Plan): Promise<void> {
  const total = sections.reduce((sum, { question_count }) => sum + question_count, 0);
  if (total > MOST_QUESTIONS) throw new Problem('not_possible', `A paper has at most ${MOST_QUESTIONS} questions.`);
  if (shares.every((share) => share === 0)) throw new Problem('not_possible', 'Give at least one level of difficulty a share.');
  if (sections.some(({ attempt_limit, question_count }) => (attempt_limit ?? 0) > question_count))
    throw new Problem('not_possible', 'A section cannot count more answers than it has questions.');
  if (sections.some(({ attempt_limit, limit_kind }) => (attempt_limit === null) !== (limit_kind === null)))
    throw new Problem('not_possible', 'Set the limit of answers together with its kind.');
  if (sections.some(({ chapters }) => chapters.length > 0 && chapters.every(({ weight }) => weight === 0)))
    throw new Problem('not_possible', 'Choose at least one chapter for each section.');
  if (sections.some(({ chapters }) => new Set(chapters.map(({ chapter_id }) => chapter_id)).size < chapters.length))
    throw new Problem('not_possible', 'Choose each chapter only once in a section.');
  const chapters = sections.flatMap(({ subject_id, chapters: named }) => named.map(({ chapter_id }) => ({ chapter_id, subject_id })));
  if (chapters.length > 0 && (await store.countChapters(context, chapters)) < chapters.length) throw new Problem('not_found');
}

export async function createDraft(context: StaffContext, name: string, plan: Plan) {
  await checkPlan(context, plan);
  return inTransaction(context, async (within) => {
    await lockInstitute(within, within.actor.institute_id);
    if ((await store.countOpen(within)) >= MOST_DRAFTS)
      throw new Problem('not_possible', `An institute has at most ${MOST_DRAFTS} drafts. Delete one that is no longer needed.`);
    const id = await store.insertDraft(within, name.trim(), plan);
    await writeAudit(within, { what: 'paper_draft.create', object_type: 'paper_draft', object_id: id, after: { name: name.trim() } });
    return { success: true as const, id };
  });
}

/** The row of a draft of the institute. Throws `not_found`. */
export async function findDraft(context: StaffContext, id: number): Promise<store.DraftRow> {
  const draft = await store.findDraft(context, id);
  if (!draft) throw new Problem('not_found');
  return draft;
}

/** A draft with all its questions. Throws `not_found`. */
export async function openDraft(context: StaffContext, id: number): Promise<Value<typeof Draft>> {
  const { name, plan, items, version, paper_id } = await findDraft(context, id);
  const ids = items.map(({ question_id }) => question_id);
  const findings = paper_id === null ? await findingsOfDraft(context, plan, items) : [];
  return { id, name, plan, paper_id, version, items, findings, ...(await composedQuestions(context, plan, items, ids)) };
}

type Content = Parameters<typeof store.updateDraft>[2];

/** Stores a draft's content, and returns the questions that were added. */
async function keep(context: StaffContext, draft: store.DraftRow, content: Content) {
  const version = await store.updateDraft(context, draft.id, content);
  const known = new Set(draft.items.map(({ question_id }) => question_id));
  const added = content.items.flatMap(({ question_id }) => (known.has(question_id) ? [] : [question_id]));
  return {
    version,
    items: [...content.items],
    findings: await findingsOfDraft(context, content.plan, content.items),
    ...(await composedQuestions(context, content.plan, content.items, added)),
  };
}

interface Change {
  version: number;
  name: string;
  plan: Plan;
  items: readonly Item[];
}

/** The items in their new order. All must be in the draft already, because only fill, swap and add put questions into it. Throws `not_found`. */
function heldItems(draft: store.DraftRow, { items, plan }: Change): Item[] {
  const known = new Set(draft.items.map(({ question_id }) => question_id));
  const ids = new Set(items.map(({ question_id }) => question_id));
  if (ids.size < items.length || [...ids].some((id) => !known.has(id))) throw new Problem('not_found');
  return items.filter(({ section }) => section < plan.sections.length).toSorted((a, b) => a.section - b.section);
}

export async function saveDraft(context: StaffContext, id: number, change: Change) {
  return inTransaction(context, async (within) => {
    const draft = await lockDraft(within, id, change.version);
    await checkPlan(within, change.plan);
    return keep(within, draft, { ...change, name: change.name.trim(), items: heldItems(draft, change), passed: draft.passed });
  });
}

/**
 * Saves a draft and fills it: locked questions stay, the others are chosen again. They are chosen outside the transaction, which then finds
 * the draft unchanged or refuses.
 */
export async function fillDraft(context: StaffContext, id: number, change: Change) {
  const before = heldItems(await draftToChange(context, id, change.version), change);
  await checkPlan(context, change.plan);
  const { plan } = change;
  const locked = new Set(before.filter(({ is_locked }) => is_locked).map(({ question_id }) => question_id));
  const filled = await fillAside({
    ...blueprintOf(plan),
    pool: await openQuestions(
      context,
      plan,
      plan.sections.map(({ subject_id }) => subject_id),
      before,
    ),
    kept: idsBySection(plan, before).flatMap((ids, section) =>
      ids.flatMap((question_id, place) => (locked.has(question_id) ? [{ section, place, question_id }] : [])),
    ),
    seed: Math.floor(context.random() * 2 ** 31),
  });
  const items = filled.flatMap((ids, section) => ids.map((question_id) => ({ section, question_id, is_locked: locked.has(question_id) })));
  return inTransaction(context, async (within) =>
    keep(within, await lockDraft(within, id, change.version), { name: change.name.trim(), plan, items, passed: [] }),
  );
}

/** Replaces a question by the next best one. Throws `not_possible` if the pool has none left. */
export async function swapInDraft(context: StaffContext, id: number, version: number, question_id: number) {
  const draft = await draftToChange(context, id, version);
  const { name, plan, items } = draft;
  const old = items.find((item) => item.question_id === question_id);
  const planned = old && plan.sections[old.section];
  if (!old || !planned) throw new Problem('not_found');
  const paper = idsBySection(plan, items);
  const swapped = await swapAside({
    ...blueprintOf(plan),
    pool: await openQuestions(context, plan, [planned.subject_id], []),
    held: await factsOf(
      context,
      plan,
      items.map((item) => item.question_id),
    ),
    paper,
    section: old.section,
    question_id,
    passed: draft.passed,
    seed: draft.id,
  });
  if (!swapped) throw new Problem('not_possible', 'The bank has no other question that fits here. Change the chapters or the form.');
  const { ids, isFresh } = swapped;
  const lockedIds = new Set(items.filter(({ is_locked }) => is_locked).map((item) => item.question_id));
  const inSection = ids.map((one) => ({ section: old.section, question_id: one, is_locked: lockedIds.has(one) }));
  const others = items.filter(({ section }) => section !== old.section);
  const gone = (paper[old.section] ?? []).filter((one) => !ids.includes(one));
  const passed = [...(isFresh ? draft.passed : []), ...gone].slice(-MOST_PASSED);
  const changed = { name, plan, items: [...others, ...inSection].toSorted((a, b) => a.section - b.section), passed };
  return inTransaction(context, async (within) => keep(within, await lockDraft(within, id, version), changed));
}

/** The plan of a section. Throws `not_found`. */
function sectionOf({ plan }: store.DraftRow, section: number) {
  const planned = plan.sections[section];
  if (!planned) throw new Problem('not_found');
  return planned;
}

/** A page of the questions from which a section of a draft can be chosen by hand. */
export async function offeredQuestions(
  context: StaffContext,
  id: number,
  { section, words, page }: { section: number; words: string; page: number },
) {
  const draft = await findDraft(context, id);
  const scope = { section: sectionOf(draft, section), held: draft.items.map(({ question_id }) => question_id), words };
  const found = await findOffers(context, scope, draft.plan, { offset: page * OFFERS_PER_PAGE, limit: OFFERS_PER_PAGE + 1 });
  const ids = found.slice(0, OFFERS_PER_PAGE).flatMap(([first]) => first ?? []);
  const { questions, comprehension_questions } = await composedQuestions(context, draft.plan, [], ids);
  const place = new Map(ids.map((question_id, at) => [question_id, at]));
  return {
    questions: questions.toSorted((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0)),
    comprehension_questions,
    has_more: found.length > OFFERS_PER_PAGE,
  };
}

/** Adds a question that staff chose, locked, so that filling again keeps it. Throws `not_possible` if the section may not have it. */
export async function addToDraft(
  context: StaffContext,
  id: number,
  { version, section, question_id }: { version: number; section: number; question_id: number },
) {
  const draft = await draftToChange(context, id, version);
  const { name, plan, items, passed } = draft;
  const scope = { section: sectionOf(draft, section), held: items.map((item) => item.question_id), words: '', question_id };
  const [ids] = await findOffers(context, scope, plan, { offset: 0, limit: 1 });
  if (!ids) throw new Problem('not_possible', 'This question cannot be added here. Search again, and choose from the list.');
  if (items.length + ids.length > MOST_QUESTIONS) throw new Problem('not_possible', `A paper has at most ${MOST_QUESTIONS} questions.`);
  const added = [...items, ...ids.map((one) => ({ section, question_id: one, is_locked: true }))];
  const changed = { name, plan, items: added.toSorted((a, b) => a.section - b.section), passed };
  return inTransaction(context, async (within) => keep(within, await lockDraft(within, id, version), changed));
}

const coursesOf: Record<SyllabusExam, string[]> = {
  NEET: ['MED', 'MED_ENG'],
  'JEE Main': ['ENG', 'MED_ENG'],
  'JEE Advanced': ['ENG', 'MED_ENG'],
};

/** The sections in a paper's form: each with its position within its subject and the position of its first question. */
export function sectionsOfPlan({ sections }: Pick<Plan, 'sections'>) {
  const inSubject = new Map<string, number>();
  let first_position = 0;
  return sections.map(({ chapters: _chapters, ...rules }) => {
    const subject = subjectName(rules.subject_id);
    const placed = { ...rules, section: inSubject.get(subject) ?? 0, first_position };
    inSubject.set(subject, placed.section + 1);
    first_position += rules.question_count;
    return placed;
  });
}

/** Turns a draft into a test, not yet assigned to any student. Throws `not_possible` while a finding blocks it. */
export async function makeTest(context: StaffContext, id: number, version: number) {
  return inTransaction(context, async (within) => {
    const { name, plan, items, sets_seed, sets_move_options } = await lockDraft(within, id, version);
    const blocking = (await findingsOfDraft(within, plan, items)).filter(({ is_blocking }) => is_blocking);
    if (blocking.length > 0) throw new Problem('not_possible', blocking.map(({ text }) => text).join(' '));
    const sections = sectionsOfPlan(plan);
    const followsPreset = plan.preset !== null && faultsOfPaper(plan.preset, sections).length === 0;
    const paper_id = await store.insertPaper(within, {
      code: `composed-${id}-${version}`,
      name,
      exam: plan.exam,
      preset: followsPreset ? plan.preset : null,
      courses: coursesOf[plan.exam],
      test_duration: plan.test_duration,
      sections,
      questions: idsBySection(plan, items),
      sets_seed,
      sets_move_options,
    });
    await store.noteMade(within, id, paper_id);
    await writeAudit(within, { what: 'paper.compose', object_type: 'paper', object_id: paper_id, after: { name, from_draft: id } });
    return { success: true as const, paper_id };
  });
}

export async function deleteDraft(context: StaffContext, id: number) {
  return inTransaction(context, async (within) => {
    const name = await store.deleteDraft(within, id);
    if (name === undefined) throw new Problem('not_found');
    const pictures = await removeLonePictures(within);
    await writeAudit(within, {
      what: 'paper_draft.delete',
      object_type: 'paper_draft',
      object_id: id,
      before: { name, ...(pictures > 0 && { pictures }) },
    });
    return { success: true as const };
  });
}
