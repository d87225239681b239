import type { AcceptedAnswer } from '@abhyas/exam/bank/question';
import type { LevelCounts } from '@abhyas/exam/exam-office/language-gap';
import type { Withdrawal } from '@abhyas/exam/tests/paper-marks';
import { sql } from 'kysely';
import type { ActorContext, Context } from '../../../context.ts';

/** A paper of the actor's institute or, for the operator, of the shared bank. */
export async function findPaperId({ db, actor }: ActorContext, code: string): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from papers where institute_id is not distinct from ${actor.institute_id}::bigint and code = ${code}`.execute(db);
  return rows[0]?.id;
}

export interface StatisticsQuestion {
  question_id: number;
  code: string;
  position: number;
  subject_id: number;
  chapter_name: string;
  question_type: 0 | 1 | 2 | 3;
  accepted_answers: AcceptedAnswer[];
  correction: Withdrawal | null;
  /** The outcome and the marks of an unanswered question: outcome 1 if it was dropped for everybody, otherwise 0. */
  outcome_unanswered: 0 | 1;
  marks_unanswered: number;
}

export async function findStatisticsQuestions({ db }: Context, paper_id: number): Promise<StatisticsQuestion[]> {
  const { rows } = await sql<StatisticsQuestion>`
    select q.id as question_id, q.code, pq.position, c.subject_id, c.name as chapter_name, q.question_type, q.accepted_answers, q.correction,
      case when q.correction = 'dropped' and s.attempt_limit is null then 1 else 0 end as outcome_unanswered,
      case when s.attempt_limit is not null then 0 when q.correction = 'dropped' then s.correct else s.unattempted end as marks_unanswered
    from paper_questions pq
    join paper_sections s on s.paper_id = pq.paper_id and s.position = pq.section_position
    join questions q on q.id = pq.question_id
    join topics t on t.id = q.topic_id
    join chapters c on c.id = t.chapter_id
    where pq.paper_id = ${paper_id} order by pq.position`.execute(db);
  return rows;
}

/**
 * Attempts of a paper that count, as `s`. Taken from the sessions, to which responses and visits refer: so the planner knows how many rows
 * they have, and a spread database reads all three on one machine.
 */
const rankedAttempts = (paper_id: number) => sql`s.paper_id = ${paper_id} and s.status = 'COMPLETE' and s.is_ranked`;

/** Sums over the responses to one question, in whole numbers; `rest` is the score of the paper's other questions. */
export interface QuestionSums {
  question_id: number;
  rows: number;
  not_counted: number;
  attempted: number;
  correct: number;
  rest: number;
  rest_of_correct: number;
  rest_squared: number;
  /** Sums over all rows, including those that do not count. */
  totals: number;
  totals_squared: number;
  chosen_1: number;
  chosen_2: number;
  chosen_3: number;
  chosen_4: number;
  median_time: number | null;
}

/** Sums over the responses of all ranked attempts in one statement: only sums leave the database. */
export async function findSums({ db }: Context, paper_id: number): Promise<QuestionSums[]> {
  const counted = sql`r.result <> 2`;
  const { rows } = await sql<QuestionSums>`
    select r.question_id, count(*) as rows,
      count(*) filter (where r.result = 2) as not_counted,
      count(*) filter (where r.result <> 0) as attempted,
      count(*) filter (where r.result = 1) as correct,
      coalesce(sum(s.total_score - r.marks) filter (where ${counted}), 0)::bigint as rest,
      coalesce(sum(s.total_score - r.marks) filter (where r.result = 1), 0)::bigint as rest_of_correct,
      coalesce(sum((s.total_score - r.marks)::bigint * (s.total_score - r.marks)) filter (where ${counted}), 0)::bigint as rest_squared,
      sum(s.total_score)::bigint as totals, sum(s.total_score::bigint * s.total_score)::bigint as totals_squared,
      count(*) filter (where 1 = any(r.responses)) as chosen_1, count(*) filter (where 2 = any(r.responses)) as chosen_2,
      count(*) filter (where 3 = any(r.responses)) as chosen_3, count(*) filter (where 4 = any(r.responses)) as chosen_4,
      percentile_cont(0.5) within group (order by r.question_time_spent) filter (where r.result <> 0 and r.question_time_spent > 0) as median_time
    from sessions s
    join responses r on r.student_id = s.student_id and r.session_id = s.id and r.result is not null
    where ${rankedAttempts(paper_id)}
    group by r.question_id`.execute(db);
  return rows;
}

export async function findTotals({ db }: Context, paper_id: number): Promise<{ attempts: number; totals: number; totals_squared: number }> {
  const { rows } = await sql<{ attempts: number; totals: number; totals_squared: number }>`
    select count(*) as attempts, coalesce(sum(s.total_score), 0)::bigint as totals,
      coalesce(sum(s.total_score::bigint * s.total_score), 0)::bigint as totals_squared
    from sessions s where ${rankedAttempts(paper_id)}`.execute(db);
  return rows[0] ?? { attempts: 0, totals: 0, totals_squared: 0 };
}

export interface ChangedAnswers {
  question_id: number;
  /** An answer to a question, among the attempts in which the answer changed. */
  answer: string;
  /** The number of attempts that had this answer at some time. */
  given: number;
  /** The number of attempts that ended with this answer. */
  stayed: number;
}

/** Answers to each question in attempts with more than one answer, from the recorded visits. */
export async function findChanged({ db }: Context, paper_id: number): Promise<ChangedAnswers[]> {
  // Grouped and compared without lists of answers, which would be sorted for each of a million responses.
  const { rows } = await sql<ChangedAnswers>`
    with given as (
      select v.student_id, v.session_id, v.question_id, v.answer, max((v.writer::bigint << 32) + v.number) as place
      from sessions s
      join visits v on v.student_id = s.student_id and v.session_id = s.id and v.answer <> ''
      where ${rankedAttempts(paper_id)}
      group by v.student_id, v.session_id, v.question_id, v.answer
    ), compared as (
      select question_id, answer, count(*) over attempt as answers, place = max(place) over attempt as is_last
      from given
      window attempt as (partition by student_id, session_id, question_id)
    )
    select question_id, answer, count(*) as given, count(*) filter (where is_last) as stayed
    from compared where answers > 1
    group by question_id, answer`.execute(db);
  return rows;
}

export type LanguageLevel = LevelCounts & { question_id: number };

/** The number of levels of score within which readers of two languages are compared. Equal scores are in one level. */
const levels = sql.lit(5);

/** The paper's questions that somebody saw in Hindi. */
export async function findSeenInHindi({ db }: Context, paper_id: number): Promise<number[]> {
  const translated = await sql<{ id: number }>`
    select q.id from paper_questions pq join questions q on q.id = pq.question_id
    where pq.paper_id = ${paper_id} and 'hi' = any(q.languages)`.execute(db);
  // Without a translated question the visits need not be read.
  if (translated.rows.length === 0) return [];
  const { rows } = await sql<{ question_id: number }>`
    select distinct v.question_id from sessions s join visits v on v.student_id = s.student_id and v.session_id = s.id
    where ${rankedAttempts(paper_id)} and v.language = 'hi'
      and v.question_id = any(${translated.rows.map(({ id }) => id)}::bigint[])`.execute(db);
  return rows.map(({ question_id }) => question_id);
}

/**
 * Readers of both languages and their right answers, by question and level of score. Whoever saw a question in Hindi counts as a reader of
 * Hindi. The marks of the questions `without` are left out of the score.
 */
export async function findLanguageLevels(
  { db }: Context,
  paper_id: number,
  question_ids: readonly number[],
  without: readonly number[],
): Promise<LanguageLevel[]> {
  const { rows } = await sql<LanguageLevel>`
    with scored as (
      select s.student_id, s.id as session_id, s.total_score - coalesce((
        select sum(w.marks) from responses w
        where w.student_id = s.student_id and w.session_id = s.id and w.question_id = any(${[...without]}::bigint[])), 0) as score
      from sessions s where ${rankedAttempts(paper_id)}
    ), ranked as (
      select student_id, session_id, ceil(${levels} * cume_dist() over (order by score)) as level from scored
    ), seen as (
      select distinct v.student_id, v.session_id, v.question_id
      from ranked s join visits v on v.student_id = s.student_id and v.session_id = s.session_id
      where v.language = 'hi' and v.question_id = any(${[...question_ids]}::bigint[])
    )
    select r.question_id,
      count(*) filter (where h.question_id is null) as english,
      count(*) filter (where h.question_id is null and r.result = 1) as english_right,
      count(h.question_id) as hindi, count(h.question_id) filter (where r.result = 1) as hindi_right
    from ranked s
    join responses r on r.student_id = s.student_id and r.session_id = s.session_id and r.result <> 2
    left join seen h on h.student_id = r.student_id and h.session_id = r.session_id and h.question_id = r.question_id
    where r.question_id = any(${[...question_ids]}::bigint[])
    group by r.question_id, s.level`.execute(db);
  return rows;
}

/** Whether a student is taking the paper. */
export async function isUnderWay({ db }: Context, paper_id: number): Promise<boolean> {
  const row = await db
    .selectFrom('sessions')
    .where('paper_id', '=', paper_id)
    .where('status', '=', sql.lit('IN_PROGRESS'))
    .select('id')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
