import type { ScoreReport } from '@abhyas/exam/tests/paper-marks';
import { tieBreakOf, tieOrder } from '@abhyas/exam/reports/rank';
import { sql } from 'kysely';
import type { Context } from '../../../context.ts';
import type { SessionKey } from './marking.store.ts';

/** Counts of a score are spread over as many rows, by student. */
const slotCount = 8;
/** `session_scores` and `paper_score_counts` keep the whole paper under this subject. */
export const totalSubject = 0;

export interface ScoredSession extends SessionKey {
  is_ranked: boolean;
  reports: readonly Pick<ScoreReport, 'subject_id' | 'subject_name' | 'score' | 'max_score' | 'correct' | 'incorrect' | 'unattempted'>[];
}

/** What a change of scores does to the counts, in one order: so two who count in the same rows never wait for each other. */
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

/** What decides among equal totals, of a total; nothing of a subject. */
function tiesOf(reports: ScoredSession['reports'], subject_id: number | null): number[] {
  if (subject_id !== null) return [];
  const subjects = Object.fromEntries(
    reports.filter((report) => report.subject_id !== null).map((report) => [report.subject_name, report]),
  );
  return tieOrder({ subjects }, tieBreakOf(Object.keys(subjects)));
}

/** Writes the scores of sessions of one paper in place of what they had, and counts those that are ranked. The caller holds the sessions. */
export async function writeScores({ db }: Context, paper_id: number, sessions: readonly ScoredSession[]): Promise<void> {
  const changes = new CountChanges();
  const { rows: before } = await sql<{ student_id: number; subject_id: number; score: number; is_ranked: boolean }>`
    delete from session_scores s
    using unnest(${sessions.map(({ student_id }) => student_id)}::bigint[], ${sessions.map(({ id }) => id)}::bigint[]) as k(student_id, id)
    where s.student_id = k.student_id and s.session_id = k.id and s.paper_id = ${paper_id}
    returning s.student_id, s.subject_id, s.score, s.is_ranked`.execute(db);
  for (const { student_id, subject_id, score, is_ranked } of before) if (is_ranked) changes.add(student_id, subject_id, score, -1);

  const rows = sessions.flatMap(({ student_id, id, is_ranked, reports }) =>
    reports.map(({ subject_id, score, max_score, correct, incorrect, unattempted }) => ({
      paper_id,
      subject_id: subject_id ?? totalSubject,
      student_id,
      session_id: id,
      score,
      max_score,
      correct,
      incorrect,
      unattempted,
      is_ranked,
      ties: tiesOf(reports, subject_id),
    })),
  );
  if (rows.length > 0) await db.insertInto('session_scores').values(rows).execute();
  for (const { student_id, subject_id, score, is_ranked } of rows) if (is_ranked) changes.add(student_id, subject_id, score, 1);

  const counted = changes.inOrder();
  if (counted.length === 0) return;
  await sql`
    insert into paper_score_counts (paper_id, subject_id, score, slot, count)
    select ${paper_id}, c.subject_id, c.score, c.slot, c.by
    from unnest(${counted.map(({ subject_id }) => subject_id)}::smallint[], ${counted.map(({ score }) => score)}::int[],
      ${counted.map(({ slot }) => slot)}::smallint[], ${counted.map(({ by }) => by)}::int[]) as c(subject_id, score, slot, by)
    order by c.subject_id, c.score, c.slot
    on conflict (paper_id, subject_id, score, slot) do update set count = paper_score_counts.count + excluded.count`.execute(db);
}

/** Forgets the scores of a paper, before they are written again. */
export async function deleteScores({ db }: Context, paper_id: number): Promise<void> {
  await db.deleteFrom('session_scores').where('paper_id', '=', paper_id).execute();
  await db.deleteFrom('paper_score_counts').where('paper_id', '=', paper_id).execute();
}

/** Papers that somebody has finished. */
/** Papers whose scores an upgrade left to be computed again. */
export async function findDuePapers({ db }: Context): Promise<number[]> {
  const rows = await db.selectFrom('papers').where('scores_due', '=', true).select('id').orderBy('id').execute();
  return rows.map(({ id }) => id);
}

export async function noteScored({ db }: Context, paper_id: number): Promise<void> {
  await db.updateTable('papers').set({ scores_due: false }).where('id', '=', paper_id).where('scores_due', '=', true).execute();
}

export async function findFinishedPapers({ db }: Context): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from papers p
    where exists (select from sessions s where s.paper_id = p.id and s.status = 'COMPLETE')
      or exists (select from session_scores c where c.paper_id = p.id)
    order by id`.execute(db);
  return rows.map(({ id }) => id);
}
