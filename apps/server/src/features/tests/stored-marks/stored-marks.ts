import { type MarkedPaper, totalOf } from '@abhyas/exam/tests/paper-marks';
import type { Context } from '../../../context.ts';
import { groupRows } from '../../../database/group-rows.ts';
import { marksIn, markSessions, totalSubject } from '../marking/marking.ts';
import { presentContent } from '../papers/papers.ts';
import * as store from './stored-marks.store.ts';

/** A sentence for each stored mark of a session that differs from its marks now. */
function differencesOfMarks(stored: store.StoredMarks, now: MarkedPaper): string[] {
  const of = `session ${stored.id} of paper ${stored.paper_id}`;
  const { score, max_score } = totalOf(now);
  const total =
    stored.total_score === score && stored.max_score === max_score
      ? []
      : [`Marked again, ${of} has ${score} of ${max_score} instead of ${stored.total_score} of ${stored.max_score}.`];
  const questions = now.questions.flatMap(({ question_id, marks }) =>
    question_id in stored.marks && stored.marks[question_id] !== marks
      ? [`Marked again, question ${question_id} in ${of} has ${marks} marks instead of ${stored.marks[question_id] ?? 'none'}.`]
      : [],
  );
  const subjects = now.reports.flatMap((report) => {
    const kept = stored.scores[report.subject_id ?? totalSubject];
    return kept === report.score
      ? []
      : [`The stored score of ${of} in ${report.subject_name} is ${kept ?? 'missing'} instead of ${report.score}.`];
  });
  return [...total, ...questions, ...subjects];
}

/**
 * Marks finished sessions again, drawn by a seed, and compares the marks with the stored ones; changes nothing. Papers in `except` wait to
 * be marked again. Returns the number of sessions, and a sentence for each difference.
 */
export async function compareMarks(
  context: Context,
  { seed, count, except }: { seed: number; count: number; except: readonly number[] },
): Promise<{ count: number; differences: string[] }> {
  const drawn = await store.drawFinished(context, seed, count, except);
  const byPaper = groupRows(drawn, ({ paper_id }) => paper_id);
  const differences: string[] = [];
  for (const [paper_id, sessions] of byPaper) {
    const marks = await markSessions(context, await presentContent(context, paper_id), sessions);
    for (const stored of sessions) differences.push(...differencesOfMarks(stored, marksIn(marks, stored.id)));
  }
  return { count: drawn.length, differences };
}
