-- Contents: what an adaptive session chooses from · personalised assignments

-- What a practice session began with, and the questions at the places that its student has visited, in order.
create table practice_sessions (
  student_id bigint not null,
  session_id bigint not null,
  rating real not null,
  answered integer not null check (answered >= 0),
  places bigint[] not null default '{}',
  primary key (student_id, session_id),
  foreign key (student_id, session_id) references sessions on delete cascade
);

-- Of an adaptive session the questions are its pool, as it stood when the session began; of others, without these, what is practised.
alter table session_questions
  add column rating real,
  add column is_seen boolean,
  add column is_missed boolean;

-- What was asked for: 0 easy, 1 medium, 2 hard.
create table personalised_tests (
  student_id bigint not null,
  session_id bigint not null,
  complexity smallint not null check (complexity between 0 and 2),
  total_count smallint not null check (total_count in (15, 30)),
  -- Questions of a neighbouring difficulty that filled it up.
  filled_count smallint not null check (filled_count >= 0),
  primary key (student_id, session_id),
  foreign key (student_id, session_id) references sessions on delete cascade
);
