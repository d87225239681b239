// Contents: who may read keys · the paper · keys · sets
import type { Answer } from '@abhyas/contract/endpoint';
import type { getTestKeys, getTestToPrint } from '@abhyas/contract/exam-office/paper-print';
import { hasRight } from '@abhyas/contract/institute/rights';
import { Problem } from '@abhyas/contract/problem';
import { subjectName } from '@abhyas/exam/bank/subjects';
import { mayMoveOptions } from '@abhyas/exam/exam-office/paper-sets';
import type { StaffContext } from '../../../context.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { findQuestions, passagesOf, pictureOf, type QuestionRow, shownQuestion } from '../../bank/questions/questions.ts';
import { textsOf } from '../../bank/translated-texts/translated-texts.ts';
import { writeAudit } from '../../institute/audit/audit.ts';
import { institutePaper } from '../../institute/scope/scope.ts';
import { presentContent } from '../../tests/papers/papers.ts';
import { findDraft, isInOtherTest, sectionsOfPlan } from '../paper-drafts/paper-drafts.ts';
import { mayReadKeys } from '../question-statistics/question-statistics.ts';
import * as store from './paper-print.store.ts';

/** The draft from which a test of the institute was made. */
export const draftOf = store.findDraftOf;

type Printed = Answer<typeof getTestToPrint>;
type Draft = Awaited<ReturnType<typeof findDraft>>;
type Paper = Awaited<ReturnType<typeof institutePaper>>;

const noKeys = 'Only staff who may read the keys of this paper can print them before the test is over.';

/**
 * Whether the actor began the draft, and no future test contains one of its questions. Otherwise an old draft would reveal a key of
 * somebody else's test.
 */
async function isOwn(context: StaffContext, draft_id: number, ids: readonly number[], paper_id: number | null): Promise<boolean> {
  return (
    hasRight(context.actor.role, 'keys.read_own') &&
    (await store.hasBegun(context, draft_id)) &&
    !(await isInOtherTest(context, ids, paper_id))
  );
}

const idsOf = (items: readonly { question_id: number }[]) => items.map(({ question_id }) => question_id);

const mayReadKeysOfDraft = async (context: StaffContext, { id, items, paper_id }: Draft) =>
  hasRight(context.actor.role, 'keys.read') || isOwn(context, id, idsOf(items), paper_id);

async function mayReadKeysOfTest(context: StaffContext, paper: Paper, ids: readonly number[]): Promise<boolean> {
  if (await mayReadKeys(context, paper)) return true;
  const draft_id = await store.findDraftOf(context, paper.id);
  return draft_id !== undefined && isOwn(context, draft_id, ids, paper.id);
}

/** The rows of a paper's questions, in its order. */
async function rowsOf(context: StaffContext, ids: readonly number[]): Promise<QuestionRow[]> {
  const rows = await findQuestions(context, ids);
  return ids.flatMap((id) => rows.get(id) ?? []);
}

function optionsMayMove(row: QuestionRow): boolean {
  const { option_1, option_2, option_3, option_4, image_option_1, image_option_2, image_option_3, image_option_4 } = row;
  return mayMoveOptions({
    options: [option_1, option_2, option_3, option_4].flatMap((text) => text ?? []),
    hasPictures: [image_option_1, image_option_2, image_option_3, image_option_4].some((picture) => picture !== null),
    solution: row.solution_text ?? '',
  });
}

/** The questions of a paper for printing, with their passages. */
async function questionsOf(context: StaffContext, ids: readonly number[]) {
  const rows = await rowsOf(context, ids);
  const questions = rows.map((row, position) => ({ ...shownQuestion(row, position, null), may_move_options: optionsMayMove(row) }));
  const comprehension_questions = await passagesOf(context, rows);
  return { questions, comprehension_questions, translated: await textsOf(context, 'hi', questions, comprehension_questions) };
}

/** Throws `not_found`. */
export async function draftToPrint(context: StaffContext, id: number): Promise<Printed> {
  const draft = await findDraft(context, id);
  const { name, plan, items, sets_seed, sets_move_options } = draft;
  // A section is printed with the questions that it has so far.
  const chosen = plan.sections.map((section, at) => ({
    ...section,
    question_count: items.filter((item) => item.section === at).length,
  }));
  return {
    id,
    name,
    exam: plan.exam,
    test_duration: plan.test_duration,
    sections: sectionsOfPlan({ sections: chosen }).map((section) => ({
      ...section,
      subject_name: subjectName(section.subject_id),
      unattempted: 0,
    })),
    ...(await questionsOf(context, idsOf(items))),
    sets_seed,
    sets_move_options,
    may_read_keys: await mayReadKeysOfDraft(context, draft),
  };
}

/** A test of the institute with the ids of its questions in order. Throws `not_found`. */
async function findTest(context: StaffContext, id: number) {
  const paper = await institutePaper(context, id);
  const { sections, questions } = await presentContent(context, id);
  return { paper, sections, ids: idsOf(questions) };
}

/** Throws `not_found`. */
export async function testToPrint(context: StaffContext, id: number): Promise<Printed> {
  const { paper, sections, ids } = await findTest(context, id);
  const { name, test_type, test_duration, sets_seed, sets_move_options } = paper;
  return {
    id,
    name,
    exam: test_type,
    test_duration,
    sections,
    ...(await questionsOf(context, ids)),
    sets_seed,
    sets_move_options,
    may_read_keys: await mayReadKeysOfTest(context, paper, ids),
  };
}

async function keysOf(context: StaffContext, ids: readonly number[]): Promise<Answer<typeof getTestKeys>> {
  return {
    keys: (await rowsOf(context, ids)).map((row) => ({
      question_id: row.id,
      accepted_answers: row.accepted_answers,
      correction: row.correction,
      solution_text: row.solution_text,
      solution_supporting_picture: pictureOf(row.solution_supporting_picture, row.solution_supporting_picture_alt),
      solution_supporting_picture_size: row.solution_supporting_picture_size as 0 | 1 | 2 | 3,
      numerical_notes: row.numerical_notes,
    })),
  };
}

/** Throws `not_found`, and `not_possible` for staff who may not read the keys. */
export async function draftKeys(context: StaffContext, id: number) {
  const draft = await findDraft(context, id);
  if (!(await mayReadKeysOfDraft(context, draft))) throw new Problem('not_possible', noKeys);
  return keysOf(context, idsOf(draft.items));
}

/** Throws `not_found`, and `not_possible` for staff who may not read the keys now. */
export async function testKeys(context: StaffContext, id: number) {
  const { paper, ids } = await findTest(context, id);
  if (!(await mayReadKeysOfTest(context, paper, ids))) throw new Problem('not_possible', noKeys);
  return keysOf(context, ids);
}

/** Throws `not_found`. */
export async function setDraftSets(context: StaffContext, id: number, sets_move_options: boolean) {
  return inTransaction(context, async (within) => {
    const before = await findDraft(within, id);
    await store.updateSets(within, { draft_id: id }, sets_move_options);
    const change = { before: { sets_move_options: before.sets_move_options }, after: { sets_move_options } };
    await writeAudit(within, { what: 'paper_draft.sets', object_type: 'paper_draft', object_id: id, ...change });
    return { success: true as const };
  });
}

/** Throws `not_found`. */
export async function setTestSets(context: StaffContext, id: number, sets_move_options: boolean) {
  return inTransaction(context, async (within) => {
    const before = await institutePaper(within, id);
    await store.updateSets(within, { paper_id: id }, sets_move_options);
    const change = { before: { sets_move_options: before.sets_move_options }, after: { sets_move_options } };
    await writeAudit(within, { what: 'paper.sets', object_type: 'paper', object_id: id, ...change });
    return { success: true as const };
  });
}
