import type { Answer, Input } from '@abhyas/contract/endpoint';
import { type getLeaderboard, LEADERBOARD_PAGE } from '@abhyas/contract/leaderboard';
import { Problem } from '@abhyas/contract/problem';
import { subjectName } from '@abhyas/exam/subjects';
import type { Context, Student } from '../../context.ts';
import { inSnapshot } from '../../database/transaction.ts';
import { contentOf } from '../papers/papers.ts';
import * as ranks from '../ranks/ranks.ts';
import { finishedAttempt } from '../reports/reports.ts';

const neighboursEachSide = 2;

/** A page of a paper's leaderboard, for who has finished the paper. Throws `not_begun` or `not_found` for anybody else. */
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
  const hide_leaderboard = paper.institute_id !== null && paper.results_published_at === null;
  if (hide_leaderboard) return { name: paper.name, subjects, neighbours: [], entries: [], total: 0, hide_leaderboard };
  return inSnapshot(context, async (within) => {
    const part = { ...ranks.wholePaper(id), subject_id: subject_id ?? 0 };
    const from = (page - 1) * LEADERBOARD_PAGE;
    const rows = await ranks.pageOf(within, part, from, from + LEADERBOARD_PAGE);
    const around = await ranks.neighboursOf(within, part, student.id, neighboursEachSide);
    const [entries = [], neighbours = []] = await ranks.entriesOf(within, [rows, around]);
    return { name: paper.name, subjects, neighbours, entries, total: await ranks.countRanked(within, part), hide_leaderboard };
  });
}
