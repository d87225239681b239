import type { Answer, Input } from '@abhyas/contract/endpoint';
import { type getLeaderboard, type getRank, LEADERBOARD_PAGE } from '@abhyas/contract/reports/leaderboard';
import { Problem } from '@abhyas/contract/problem';
import { subjectName } from '@abhyas/exam/bank/subjects';
import type { Context, Student } from '../../../context.ts';
import { inSnapshot } from '../../../database/transaction.ts';
import { contentOf } from '../../tests/papers/papers.ts';
import * as ranks from '../../tests/ranks/ranks.ts';
import { finishedAttempt } from '../session-reports/session-reports.ts';
import { isScoreShown } from '../../tests/sessions/sessions.ts';

const neighboursEachSide = 2;

/** A page of a paper's leaderboard, for students who have finished the paper. Throws `not_begun` or `not_found` for others. */
export async function leaderboard(
  context: Context,
  student: Student,
  { id, subject_id, page = 1 }: Input<typeof getLeaderboard>,
): Promise<Answer<typeof getLeaderboard>> {
  const { paper } = await finishedAttempt(context, student, id);
  const { sections } = await contentOf(context, paper);
  const names = [...new Set(sections.map((section) => subjectName(section.subject_id)))];
  const subjects = names.map((name) => ({
    id: Math.min(...sections.filter((section) => subjectName(section.subject_id) === name).map((section) => section.subject_id)),
    name,
  }));
  if (subject_id !== undefined && !subjects.some((subject) => subject.id === subject_id)) throw new Problem('not_found');
  const hide_leaderboard = !ranks.arePublished(paper);
  if (hide_leaderboard) return { name: paper.name, subjects, neighbours: [], entries: [], total: 0, hide_leaderboard };
  return inSnapshot(context, async (within) => {
    const part = { ...ranks.wholePaper(id), subject_id: subject_id ?? 0 };
    const from = (page - 1) * LEADERBOARD_PAGE;
    const counts = await ranks.countByScore(within, part);
    const rows = await ranks.pageOf(within, part, counts, from, from + LEADERBOARD_PAGE);
    const around = await ranks.neighboursOf(within, part, student.id, neighboursEachSide);
    const [entries = [], neighbours = []] = await ranks.entriesOf(within, [rows, around]);
    const total = counts.reduce((sum, { count }) => sum + count, 0);
    return { name: paper.name, subjects, neighbours, entries, total, hide_leaderboard };
  });
}

/** The rank of the student's latest finished attempt, with the neighbours of the ranked one; null while results are unpublished. */
export async function rankOfAttempt(context: Context, student: Student, id: number): Promise<Answer<typeof getRank>> {
  const { paper, session } = await finishedAttempt(context, student, id);
  const { placeById } = await contentOf(context, paper);
  const isShown = ranks.arePublished(paper) && (await isScoreShown(context, session, [...placeById.keys()]));
  if (!isShown) return { standing: null, neighbours: [], hide_leaderboard: true };
  return inSnapshot(context, async (within) => {
    const standing = await ranks.standingOf(within, session, id);
    const [neighbours = []] = await ranks.entriesOf(within, [
      await ranks.neighboursOf(within, ranks.wholePaper(id), student.id, neighboursEachSide),
    ]);
    return { standing, neighbours, hide_leaderboard: false };
  });
}
