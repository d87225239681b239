import type { ScoreReport } from '@abhyas/exam/tests/paper-marks';
import { tieBreakOf, tieOrder } from '@abhyas/exam/reports/rank';
import { sql } from 'kysely';
import type { Context } from '../../../context.ts';
import type { SessionKey } from './marking.store.ts';

/** Number of rows over which the count of a score is spread, by student, to avoid lock conflicts. */
const slotCount = 8;
/** The subject id under which `session_scores` and `paper_score_counts` store the whole paper. */
export const totalSubject = 0;

export interface ScoredSession extends SessionKey {
  is_ranked: boolean;
  reports: readonly Pick<ScoreReport, 'subject_id' | 'subject_name' | 'score' | 'max_score' | 'correct' | 'incorrect' | 'unattempted'>[];
}

/** Changes of the counts, sorted, so that two transactions that change the same rows never deadlock. */
class CountChanges {
  readonly #changes = new Map<string, { subject_id: number; score: number; slot: number; by: number }>();

  add(student_id: number, subject_id: number, score: number, by: number): void {
    const slot = student_id % slotCount;
    const name = `${subject_id} ${score} ${slot}`;
    const change = this.#changes.get(name) ?? { subject_id, score, slot, by: 0 };
    change.by += by;
    this.#changes.set(name, change);
  }

  inOrder() {
    return [...this.#changes.values()]
      .filter(({ by }) => by !== 0)
      .toSorted((a, b) => a.subject_id - b.subject_id || a.score - b.score || a.slot - b.slot);
  }
}

/** The list that breaks ties of a total score; empty for a subject. */
function tiesOf(reports: ScoredSession['reports'], subject_id: number | null): number[] {
  if (subject_id !== null) return [];
  const subjects = Object.fromEntries(
    reports.filter((report) => report.subject_id !== null).map((report) => [report.subject_name, report]),
  );
  return tieOrder({ subjects }, tieBreakOf(Object.keys(subjects)));
}

/**
 * Replaces the scores of sessions of one paper, and counts the ranked ones. The caller has locked the sessions. Sessions that were under
 * way have no scores yet, because reopening deletes them.
 */
export async function writeScores(
  { db }: Context,
  paper_id: number,
  sessions: readonly ScoredSession[],
  wereUnderWay: boolean,
): Promise<void> {
  const changes = new CountChanges();
  if (!wereUnderWay) await removeScores(db, paper_id, sessions, changes);

  const rows = sessions.flatMap(({ student_id, id, is_ranked, reports }) =>
    reports.map(({ subject_id, ...report }) => ({
      subject_id: subject_id ?? totalSubject,
      student_id,
      session_id: id,
      is_ranked,
      ties: tiesOf(reports, subject_id),
      ...report,
    })),
  );
  for (const { student_id, subject_id, score, is_ranked } of rows) if (is_ranked) changes.add(student_id, subject_id, score, 1);
  const counted = changes.inOrder();
  // Lists as parameters keep the statement the same for any number of sessions and subjects. Each array of ties is passed as text.
  await sql`
    with written as (
      insert into session_scores (paper_id, subject_id, student_id, session_id, score, max_score, correct, incorrect, unattempted, is_ranked, ties)
      select ${paper_id}, r.subject_id, r.student_id, r.session_id, r.score, r.max_score, r.correct, r.incorrect, r.unattempted, r.is_ranked, r.ties::float8[]
      from unnest(${rows.map(({ subject_id }) => subject_id)}::smallint[], ${rows.map(({ student_id }) => student_id)}::bigint[],
        ${rows.map(({ session_id }) => session_id)}::bigint[], ${rows.map(({ score }) => score)}::int[], ${rows.map(({ max_score }) => max_score)}::int[],
        ${rows.map(({ correct }) => correct)}::int[], ${rows.map(({ incorrect }) => incorrect)}::int[],
        ${rows.map(({ unattempted }) => unattempted)}::int[], ${rows.map(({ is_ranked }) => is_ranked)}::boolean[],
        ${rows.map(({ ties }) => `{${ties.join(',')}}`)}::text[])
        as r(subject_id, student_id, session_id, score, max_score, correct, incorrect, unattempted, is_ranked, ties)
    )
    insert into paper_score_counts (paper_id, subject_id, score, slot, count)
    select ${paper_id}, c.subject_id, c.score, c.slot, c.by
    from unnest(${counted.map(({ subject_id }) => subject_id)}::smallint[], ${counted.map(({ score }) => score)}::int[],
      ${counted.map(({ slot }) => slot)}::smallint[], ${counted.map(({ by }) => by)}::int[]) as c(subject_id, score, slot, by)
    order by c.subject_id, c.score, c.slot
    on conflict (paper_id, subject_id, score, slot) do update set count = paper_score_counts.count + excluded.count`.execute(db);
}

async function removeScores(db: Context['db'], paper_id: number, sessions: readonly SessionKey[], changes: CountChanges): Promise<void> {
  const { rows: before } = await sql<{ student_id: number; subject_id: number; score: number; is_ranked: boolean }>`
    delete from session_scores s
    using unnest(${sessions.map(({ student_id }) => student_id)}::bigint[], ${sessions.map(({ id }) => id)}::bigint[]) as k(student_id, id)
    where s.student_id = k.student_id and s.session_id = k.id and s.paper_id = ${paper_id}
    returning s.student_id, s.subject_id, s.score, s.is_ranked`.execute(db);
  for (const { student_id, subject_id, score, is_ranked } of before) if (is_ranked) changes.add(student_id, subject_id, score, -1);
}

/** Deletes the scores of a paper, before they are written again. */
export async function deleteScores({ db }: Context, paper_id: number): Promise<void> {
  await db.deleteFrom('session_scores').where('paper_id', '=', paper_id).execute();
  await db.deleteFrom('paper_score_counts').where('paper_id', '=', paper_id).execute();
}

/** Papers whose scores must be computed again after an upgrade. */
export async function findDuePapers({ db }: Context): Promise<number[]> {
  const rows = await db.selectFrom('papers').where('scores_due', '=', true).select('id').orderBy('id').execute();
  return rows.map(({ id }) => id);
}

export async function noteScored({ db }: Context, paper_id: number): Promise<void> {
  await db.updateTable('papers').set({ scores_due: false }).where('id', '=', paper_id).where('scores_due', '=', true).execute();
}

/** Papers with a finished session, or with scores. */
export async function findFinishedPapers({ db }: Context): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from papers p
    where exists (select from sessions s where s.paper_id = p.id and s.status = 'COMPLETE')
      or exists (select from session_scores c where c.paper_id = p.id)
    order by id`.execute(db);
  return rows.map(({ id }) => id);
}
