import { hasRight } from '@abhyas/contract/institute/rights';
import { Problem } from '@abhyas/contract/problem';
import { correctionEffect } from '@abhyas/exam/exam-office/correction-effect';
import { endedBefore, GRACE_SECONDS } from '@abhyas/exam/tests/clock';
import { markPaper, type PaperQuestion, totalOf, type Withdrawal } from '@abhyas/exam/tests/paper-marks';
import { holdsPosition } from '@abhyas/exam/tests/sections';
import type { StaffContext } from '../../../context.ts';
import { findFinishedStudents, institutePaper } from '../../institute/scope/scope.ts';
import { presentContent } from '../../tests/papers/papers.ts';
import { isInUnfinishedTest } from '../paper-drafts/paper-drafts.ts';
import { mayReadKeys } from '../question-statistics/question-statistics.ts';
import { requireNobodySitting } from '../results/results.ts';
import { correctKey, keysOf, undoCorrection } from './key-corrections.ts';
import * as store from './key-corrections.store.ts';

interface Wanted {
  question_id: number;
  keys?: readonly unknown[] | undefined;
  correction?: Withdrawal | undefined;
}

/**
 * The paper and its question. A key can be corrected from the results only when no student takes this test, or another one with the
 * question, any more, since a dry run could help them. A correction also tells the key to staff: those who may not read keys wait until coming
 * tests with the question are over, and until results are published if this test has no end. Throws `not_found` and `not_possible`.
 */
async function requireCorrectable(context: StaffContext, id: number, question_id: number) {
  const paper = await institutePaper(context, id);
  const content = await presentContent(context, paper.id);
  if (!content.placeById.has(question_id)) throw new Problem('not_found');
  const question = await store.findQuestion(context, question_id);
  if (!question) throw new Problem('not_possible', 'This question belongs to the shared bank. Report the error: its operator corrects it.');
  if (paper.closes_at && paper.closes_at > endedBefore(context.now))
    throw new Problem('not_possible', 'This test is not over yet. Correct the key after its end.');
  if (!hasRight(context.actor.role, 'keys.read')) {
    if (paper.closes_at === null && paper.results_published_at === null)
      throw new Problem('not_possible', 'This test has no end. Correct the key once its results are published.');
    if (await isInUnfinishedTest(context, [question_id], paper.id))
      throw new Problem('not_possible', 'Another test asks this question too and is not over yet. Correct the key after its end.');
  }
  await requireNobodySitting(context, paper.id, ' Correct the key after their end.');
  const other = await store.findOpenTestWith(context, question_id, paper.id, GRACE_SECONDS);
  if (other) throw new Problem('not_possible', `${other.name} asks this question too and is not over yet. Correct the key after its end.`);
  return { paper, content, question };
}

const topCount = 5;

/** The changes that a correction would make to scores and ranks, without storing any. */
export async function tryCorrection(context: StaffContext, id: number, { question_id, keys, correction }: Wanted) {
  const { paper, content, question } = await requireCorrectable(context, id, question_id);
  const accepted = keysOf(question, keys ?? null);
  const place = content.placeById.get(question_id);
  const rules = content.sections.find((section) => place && holdsPosition(section, place.position));
  if (!place || !rules) throw new Problem('not_found');
  // A new key changes the marks of its own question only; with an attempt limit, it may change the marks of its whole section.
  const isAlone = rules.attempt_limit === null;
  const marked = isAlone ? [place] : content.questions.filter(({ position }) => holdsPosition(rules, position));
  const section = isAlone ? { ...rules, question_count: 1, first_position: place.position } : rules;
  const corrected = marked.map(
    (each): PaperQuestion =>
      each.question_id === question_id
        ? { ...each, key: { ...each.key, accepted_answers: accepted }, correction: correction ?? null }
        : each,
  );
  const answers = new Map<number, Map<number, store.GivenAnswer>>();
  for (const row of await store.findAnswers(
    context,
    paper.id,
    marked.map((each) => each.question_id),
  )) {
    const own = answers.get(row.session_id) ?? new Map<number, store.GivenAnswer>();
    answers.set(row.session_id, own.set(row.question_id, row));
  }
  const none = new Map<number, store.GivenAnswer>();
  const scoreOf = (questions: readonly PaperQuestion[], session_id: number) =>
    totalOf(markPaper([section], questions, answers.get(session_id) ?? none)).score;
  const totals = (await store.findTotals(context, paper.id)).map(({ student_id, session_id, total }) => {
    const difference = scoreOf(corrected, session_id) - scoreOf(marked, session_id);
    return { student_id, before: total, after: total + difference };
  });
  const effect = correctionEffect(totals);
  const farthest = [...effect.ranks].sort(
    (a, b) => Math.abs(b.rank_after - b.rank_before) - Math.abs(a.rank_after - a.rank_before) || a.rank_after - b.rank_after,
  );
  const shown = [...new Set([...effect.ranks.slice(0, topCount), ...farthest.slice(0, 2)])].toSorted((a, b) => a.rank_after - b.rank_after);
  const names = await store.findNames(
    context,
    shown.map(({ student_id }) => student_id),
  );
  const papers = await store.findPapersOf(context, question_id);
  const told = new Set<number>();
  for (const { id } of papers) for (const student_id of await findFinishedStudents(context, id)) told.add(student_id);
  return {
    differences: effect.differences,
    kept: effect.kept,
    ranks_changed: effect.ranks_changed,
    farthest_fall: effect.farthest_fall,
    farthest_rise: effect.farthest_rise,
    students: shown.map(({ student_id, ...change }) => ({ id: student_id, name: names.get(student_id) ?? null, ...change })),
    tells: told.size,
    other_papers: papers.filter(({ id }) => id !== paper.id).map(({ name }) => name),
  };
}

/** Corrects the key of a question as staff chose on the results page of a paper. Throws `not_possible` without a new key. */
export async function correctKeyOfPaper(
  context: StaffContext,
  id: number,
  { question_id, keys, correction, reason }: Wanted & { reason: string },
) {
  await requireCorrectable(context, id, question_id);
  if (keys === undefined && correction === undefined) throw new Problem('not_possible', 'Choose the new key.');
  const papers = await correctKey(context, question_id, {
    keys: keys ? [...keys] : null,
    correction: correction ?? null,
    reason: reason.trim(),
  });
  return { success: true as const, papers };
}

export async function undoCorrectionOfPaper(context: StaffContext, id: number, question_id: number, reason: string) {
  await requireCorrectable(context, id, question_id);
  return { success: true as const, papers: await undoCorrection(context, question_id, reason.trim()) };
}

/** The corrections of the keys of a paper, without answers for staff who may not read its keys now. */
export async function correctionsOf(context: StaffContext, id: number) {
  const paper = await institutePaper(context, id);
  const hasKeys = await mayReadKeys(context, paper);
  const rows = await store.findCorrectionsOf(context, paper.id);
  const latest = new Map<number, number>();
  for (const row of rows) if (!latest.has(row.question_id)) latest.set(row.question_id, row.id);
  return {
    corrections: rows.map((row) => ({
      question_id: row.question_id,
      number: row.position + 1,
      made_at: row.made_at.toISOString(),
      previous_answers: hasKeys ? row.previous_answers : null,
      accepted_answers: hasKeys ? row.accepted_answers : null,
      correction: row.correction,
      reason: row.reason,
      can_be_undone: !row.is_undo && latest.get(row.question_id) === row.id,
    })),
  };
}
