-- Students' reports on questions, until staff answer them or the key is corrected.

create table question_reports (
  student_id bigint not null references users on delete cascade,
  id bigint generated always as identity,
  question_id bigint not null references questions,
  -- 10 a better solution, 7 question or options, 2 diagram, 6 answer, 4 other.
  problem_type smallint not null check (problem_type in (2, 4, 6, 7, 10)),
  message text check (length(message) between 1 and 1000),
  reported_at timestamptz not null,
  closed_at timestamptz,
  closed_by text check (closed_by in ('answer', 'key_correction')),
  reply text check (length(reply) between 1 and 1000),
  primary key (student_id, id),
  check ((closed_at is null) = (closed_by is null)),
  check ((reply is not null) = coalesce(closed_by = 'answer', false))
);
-- A second report of the same type replaces the first one while that is open.
create unique index question_reports_one_open on question_reports (student_id, question_id, problem_type) where closed_at is null;
create index question_reports_open on question_reports (question_id, reported_at) where closed_at is null;
