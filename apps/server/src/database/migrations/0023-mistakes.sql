-- Contents: the mistake book · tests that are not in the book yet · revise sessions of the whole book

-- Questions that a student missed, each on its schedule; an entry stays when it is fixed.
create table mistakes (
  student_id bigint not null references users on delete cascade,
  question_id bigint not null references questions,
  -- Kind of the latest miss.
  kind text not null check (kind in ('incorrect', 'rushed', 'late_skip', 'solution_seen')),
  missed_at timestamptz not null,
  times_missed integer not null check (times_missed > 0),
  -- The latest session that changed the entry, so that no answer changes it twice.
  session_id bigint not null,
  -- What `packages/exam/src/mistakes.ts` keeps of it.
  due_at timestamptz not null,
  stability double precision not null,
  difficulty double precision not null,
  reps integer not null,
  lapses integer not null,
  state smallint not null,
  scheduled_days integer not null,
  last_review_at timestamptz,
  right_days smallint not null,
  last_right_day integer,
  is_fixed boolean not null,
  primary key (student_id, question_id)
);
create index mistakes_due on mistakes (student_id, due_at) where not is_fixed;

alter table sessions
  add column is_in_mistake_book boolean not null default false,
  drop constraint sessions_check2,
  -- A revise session of the whole book (object type 2) has no topic, chapter or paper.
  add check (num_nonnulls(topic_id, chapter_id, paper_id) = case when object_type = 2 then 0 else 1 end);
create index sessions_for_mistake_book on sessions (student_id)
  where status = 'COMPLETE' and paper_id is not null and not is_in_mistake_book;
create unique index sessions_one_open_of_book on sessions (student_id) where status = 'IN_PROGRESS' and object_type = 2;
