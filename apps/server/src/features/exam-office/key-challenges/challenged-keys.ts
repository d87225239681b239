import { say } from '@abhyas/exam/institute/sentence';
import type { Answer } from '@abhyas/contract/endpoint';
import { type getKeyChallenges, MOST_CHALLENGE_DAYS } from '@abhyas/contract/exam-office/key-challenges';
import { Problem } from '@abhyas/contract/problem';
import { GRACE_SECONDS } from '@abhyas/exam/tests/clock';
import type { StaffContext } from '../../../context.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { writeAudit } from '../../institute/audit/audit.ts';
import { notify } from '../../institute/notifications/notifications.ts';
import { findQuestions, passagesOf, shownQuestion } from '../../bank/questions/questions.ts';
import { findFinishedStudents, institutePaper } from '../../institute/scope/scope.ts';
import { requireNobodySitting } from '../results/results.ts';
import { shiftsWith } from '../shift-groups/shift-groups.ts';
import * as store from './key-challenges.store.ts';

const dayMs = 86_400_000;
/** The most challenges in a list, of one question and in all. */
const mostListed = { each: 50, all: 1000 };
const urlOf = (paper_id: number) => `/key_challenges/${paper_id}`;

export const shownWindow = ({ opened_at, closes_at, final_at }: store.WindowRow) => ({
  opened_at: opened_at.toISOString(),
  closes_at: closes_at.toISOString(),
  final_at: final_at?.toISOString() ?? null,
});

type Paper = Awaited<ReturnType<typeof institutePaper>>;

/** The paper and the other shifts of its test. */
async function papersOf(context: StaffContext, paper: Paper): Promise<Pick<Paper, 'id' | 'name' | 'closes_at'>[]> {
  const others = await shiftsWith(context, paper.id);
  return [paper, ...others.filter(({ id }) => id !== paper.id)];
}

/** The challenges of the keys of a paper, by question. */
export async function challengesOf(context: StaffContext, id: number): Promise<Answer<typeof getKeyChallenges>> {
  const paper = await institutePaper(context, id);
  const [, ...others] = await papersOf(context, paper);
  const window = await store.findWindow(context, paper.id);
  const rows = await store.findChallenges(context, paper.id, mostListed);
  const decisions = await store.findDecisions(context, paper.id);
  const firsts = rows.filter(({ question_id }, at) => question_id !== rows[at - 1]?.question_id);
  const shown = await findQuestions(
    context,
    firsts.map(({ question_id }) => question_id),
  );
  return {
    name: paper.name,
    window: window ? shownWindow(window) : null,
    other_shifts: others.map(({ name }) => name),
    questions: firsts.flatMap(({ question_id, position, is_own, count }) => {
      const decision = decisions.get(question_id);
      const row = shown.get(question_id);
      if (!row) return [];
      return {
        question_id,
        question: shownQuestion(row, position, null),
        number: position + 1,
        is_own,
        challenge_count: count,
        challenges: rows
          .filter((row) => row.question_id === question_id)
          .map(({ student_id, name, claim, answer, reason, made_at }) => ({
            student_id,
            name,
            claim,
            answer,
            reason,
            made_at: made_at.toISOString(),
          })),
        decision: decision ? { is_changed: decision.is_changed, reason: decision.reason } : null,
      };
    }),
    comprehension_questions: await passagesOf(context, shown.values()),
  };
}

/**
 * Opens the keys of a paper and of the other shifts of its test for challenges until a time, and notifies the students; moves the end of an
 * open window. Throws `not_possible` before every shift is over, and once the final keys are published.
 */
export async function openChallenges(context: StaffContext, id: number, closes_at: Date) {
  return inTransaction(context, async (within) => {
    const paper = await institutePaper(within, id);
    const daysAhead = (closes_at.getTime() - within.now.getTime()) / dayMs;
    if (!(daysAhead > 0 && daysAhead <= MOST_CHALLENGE_DAYS))
      throw new Problem('not_possible', `Choose an end in the next ${MOST_CHALLENGE_DAYS} days.`);
    if (paper.is_assignment) throw new Problem('not_possible', 'The keys of an assignment cannot be challenged.');
    const papers = await papersOf(within, paper);
    for (const each of papers) {
      const isOver = each.closes_at !== null && each.closes_at.getTime() + GRACE_SECONDS * 1000 < within.now.getTime();
      if (!isOver) throw new Problem('not_possible', `${each.name} is not over yet. Its keys can be challenged after its end.`);
      await requireNobodySitting(within, each.id, ' Open the keys after their end.');
    }
    const ids = papers.map((each) => each.id);
    const windows = await store.lockWindows(within, ids);
    if (windows.some(({ final_at }) => final_at !== null)) throw new Problem('not_possible', 'The final keys are published already.');
    const opened = await store.upsertWindows(within, ids, closes_at);
    let told = 0;
    for (const each of papers) {
      const isNew = opened.has(each.id);
      await writeAudit(within, {
        what: isNew ? 'key_challenges.open' : 'key_challenges.move_end',
        object_type: 'paper',
        object_id: each.id,
        after: { closes_at },
      });
      if (!isNew) continue;
      const students = await findFinishedStudents(within, each.id);
      told += students.length;
      await notify(within, students, {
        type: 'KeyChallengeNotification',
        title: say`The provisional key is out`,
        message: say`Compare your answers in ${each.name} with the key, and challenge a key that you take for wrong.`,
        url: urlOf(each.id),
      });
    }
    return { success: true as const, notified_count: told };
  });
}

/**
 * Records that a challenged key stays as it is. Throws `not_possible` if nobody challenged it, if it was corrected since the window opened,
 * and once the final keys are published.
 */
export async function keepKey(context: StaffContext, id: number, question_id: number, reason: string) {
  return inTransaction(context, async (within) => {
    const paper = await institutePaper(within, id);
    const [window] = await store.lockWindows(within, [paper.id]);
    if (!window || !(await store.isChallenged(within, paper.id, question_id)))
      throw new Problem('not_possible', 'Nobody challenged this key.');
    if (window.final_at !== null) throw new Problem('not_possible', 'The final keys are published already.');
    if ((await store.findDecisions(within, paper.id)).get(question_id)?.is_changed)
      throw new Problem('not_possible', 'This key was corrected. Undo the correction to keep the earlier key.');
    await store.upsertKept(within, { paper_id: paper.id, question_id, reason: reason.trim() });
    await writeAudit(within, {
      what: 'key.keep',
      object_type: 'paper',
      object_id: paper.id,
      after: { question: question_id },
      reason: reason.trim(),
    });
    return { success: true as const };
  });
}

/**
 * Publishes the final keys of a paper and of the other shifts of its test, and notifies the students. Challengers are also told of the
 * decisions. Throws `not_possible` while the window is open or a challenge is undecided.
 */
export async function publishFinalKeys(context: StaffContext, id: number) {
  return inTransaction(context, async (within) => {
    const paper = await institutePaper(within, id);
    const papers = await papersOf(within, paper);
    const ids = papers.map((each) => each.id);
    const windows = await store.lockWindows(within, ids);
    if (windows.length === 0) throw new Problem('not_possible', 'The keys were not open for challenges.');
    if (windows.some(({ final_at }) => final_at !== null)) throw new Problem('not_possible', 'The final keys are published already.');
    if (windows.some(({ closes_at }) => closes_at > within.now))
      throw new Problem('not_possible', 'Students can still challenge keys. Publish the final keys after the end of that time.');
    const challenged = await store.findChallenged(within, ids);
    let told = 0;
    // A shift that was added to the test later has no window of its own.
    for (const each of papers.filter(({ id: paper_id }) => windows.some((window) => window.paper_id === paper_id))) {
      const decisions = await store.findDecisions(within, each.id);
      const open = challenged.filter(({ paper_id, question_id }) => paper_id === each.id && !decisions.has(question_id)).length;
      if (open > 0)
        throw new Problem(
          'not_possible',
          `${open === 1 ? 'One challenged key' : `${open} challenged keys`} of ${each.name} ${open === 1 ? 'is' : 'are'} not decided yet.`,
        );
      const challengers = new Set(await store.findChallengers(within, each.id));
      const students = await findFinishedStudents(within, each.id);
      told += students.length;
      const news = { type: 'FinalKeyNotification', title: say`The final key is out`, url: urlOf(each.id) };
      await notify(
        within,
        students.filter((student) => !challengers.has(student)),
        { ...news, message: say`The final key of ${each.name} is published.` },
      );
      await notify(within, [...challengers], {
        ...news,
        message: say`The final key of ${each.name} is published, with the decisions about your challenges.`,
      });
      await writeAudit(within, {
        what: 'final_keys.publish',
        object_type: 'paper',
        object_id: each.id,
        after: { challengers: challengers.size },
      });
    }
    await store.setFinal(
      within,
      windows.map(({ paper_id }) => paper_id),
    );
    return { success: true as const, notified_count: told };
  });
}
