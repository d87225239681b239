-- Contents: a student's daily goal and exam · the plan of each day · a student's open sessions

create table student_goals (
  student_id bigint primary key references users on delete cascade,
  -- Questions a day; null until it is chosen.
  daily_goal smallint check (daily_goal in (10, 20, 40)),
  exam text check (exam in ('JEE Main', 'JEE Advanced', 'NEET')),
  exam_year smallint check (exam_year between 2025 and 2100),
  -- Whether the student has answered or skipped the question about the exam.
  is_asked boolean not null default false,
  check ((exam is null) = (exam_year is null))
);

-- The lines of the Today card as they were first shown on the day, so that a finished line keeps its tick.
create table day_plans (
  student_id bigint not null references users on delete cascade,
  -- Days since 1970-01-01, cut at midnight of Asia/Kolkata.
  day integer not null,
  lines jsonb not null,
  primary key (student_id, day)
);

create index sessions_open_of_student on sessions (student_id) where status = 'IN_PROGRESS';
