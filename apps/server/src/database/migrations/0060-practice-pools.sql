-- Contents: pools of adaptive sessions · personalised assignments

-- The initial state of a practice session, and the questions that its student has visited, in order.
create table practice_sessions (
  student_id bigint not null,
  session_id bigint not null,
  rating real not null,
  answered integer not null check (answered >= 0),
  places bigint[] not null default '{}',
  primary key (student_id, session_id),
  foreign key (student_id, session_id) references sessions on delete cascade
);

-- The questions of an adaptive session are its pool, with these columns as they were at the beginning. Other sessions leave them empty.
alter table session_questions
  add column rating real,
  add column is_seen boolean,
  add column is_missed boolean;

-- The requested difficulty: 0 easy, 1 medium, 2 hard.
create table personalised_tests (
  student_id bigint not null,
  session_id bigint not null,
  complexity smallint not null check (complexity between 0 and 2),
  total_count smallint not null check (total_count in (15, 30)),
  -- Number of questions of a neighbouring difficulty that fill the test up.
  filled_count smallint not null check (filled_count >= 0),
  primary key (student_id, session_id),
  foreign key (student_id, session_id) references sessions on delete cascade
);
