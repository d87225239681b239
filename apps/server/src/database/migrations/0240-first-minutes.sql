-- The first minutes of an exam: photograph of a candidate, exam-exact tests of an institute, and tests that move to another machine.

alter table memberships add column photo_id bigint references stored_files on delete set null;
create index memberships_by_photo on memberships (photo_id) where photo_id is not null;

-- Whether every attempt at the test is in exam-exact mode.
alter table papers add column is_exam_exact boolean not null default false;

create table session_moves (
  id bigint generated always as identity primary key,
  student_id bigint not null references users on delete cascade,
  session_id bigint not null,
  paper_id bigint not null references papers on delete cascade,
  membership_id bigint not null references memberships on delete cascade,
  -- The first letters of the code, which name the row; the others are kept as a keyed hash only.
  handle text not null,
  code_hash bytea not null,
  tries smallint not null default 0,
  -- Whether the student gets the time since the last upload back.
  gives_back boolean not null,
  reason text not null check (length(reason) between 1 and 200),
  made_by bigint references users on delete set null,
  made_as text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  used_at timestamptz,
  given_seconds integer not null default 0 check (given_seconds between 0 and 900),
  check (used_at is null or ended_at is not null)
);
create unique index session_moves_open on session_moves (handle) where ended_at is null;
create index session_moves_of_session on session_moves (student_id, session_id);
create index session_moves_by_paper on session_moves (paper_id);
create index session_moves_by_membership on session_moves (membership_id);
create index session_moves_by_maker on session_moves (made_by) where made_by is not null;
