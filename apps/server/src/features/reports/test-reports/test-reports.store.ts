import type { ReportedVisit } from '@abhyas/exam/reports/report';
import { sql } from 'kysely';
import type { Context } from '../../../context.ts';

interface SessionKey {
  student_id: number;
  id: number;
}

export function findVisits({ db }: Context, { student_id, id }: SessionKey): Promise<ReportedVisit[]> {
  return db
    .selectFrom('visits')
    .where('student_id', '=', student_id)
    .where('session_id', '=', id)
    .select(['question_id', 'second', 'seconds', 'answer'])
    .orderBy('second')
    .orderBy('writer')
    .orderBy('number')
    .execute();
}

/** Names of the chapters of a paper's questions, by question. */
export async function findChapterNames({ db }: Context, paper_id: number): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('paper_questions')
    .innerJoin('questions', 'questions.id', 'paper_questions.question_id')
    .innerJoin('topics', 'topics.id', 'questions.topic_id')
    .innerJoin('chapters', 'chapters.id', 'topics.chapter_id')
    .where('paper_questions.paper_id', '=', paper_id)
    .select(['questions.id', 'chapters.name'])
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

export interface EarlierAttempts {
  count: number;
  best_score: number;
  last_score: number;
}

/**
 * The student's earlier ranked attempts at other papers of the exam with the same maximum marks; null without one. Without `withShared` those
 * at shared papers are left out.
 */
export async function findEarlier(
  { db }: Context,
  { student_id, id }: SessionKey,
  { test_type, institute_id }: { test_type: string; institute_id: number | null },
  withShared: boolean,
): Promise<EarlierAttempts | null> {
  const { rows } = await sql<EarlierAttempts>`
    select count(*)::int as count, max(s.total_score) as best_score, (array_agg(s.total_score order by s.finished_at desc))[1] as last_score
    from sessions own
    join sessions s on s.student_id = ${student_id} and s.id <> own.id and s.is_ranked and s.status = 'COMPLETE'
      and s.finished_at < own.finished_at and s.max_score = own.max_score and s.paper_id <> own.paper_id
    join papers p on p.id = s.paper_id and p.test_type = ${test_type} and not p.is_assignment
      and (p.institute_id is null and ${withShared} or p.institute_id = ${institute_id}::bigint)
    where own.student_id = ${student_id} and own.id = ${id}
    having count(*) > 0`.execute(db);
  return rows[0] ?? null;
}
