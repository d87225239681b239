-- Contents: institute tests · one-time codes · late answers · key corrections · notifications

alter table papers
  -- Null while an institute has not published results; self-paced papers publish at once.
  add column results_published_at timestamptz,
  -- A code of the staff opens the test and unlocks a locked one; only its HMAC is kept.
  add column should_request_otp boolean not null default false,
  add column can_lock_test boolean not null default false,
  add column otp_hash bytea;
alter table papers alter column allows_review set default false;
update papers set allows_review = false where institute_id is not null;

-- Students to whom an institute gave a paper, each with the time beyond its duration.
create table paper_assignments (
  paper_id bigint not null references papers on delete cascade,
  student_id bigint not null references users on delete cascade,
  extension_seconds integer not null default 0 check (extension_seconds between 0 and 86400),
  -- Number of wrong codes that the student entered at this test.
  otp_tries smallint not null default 0,
  primary key (paper_id, student_id)
);
create index paper_assignments_by_student on paper_assignments (student_id);

alter table sessions
  add column locked_at timestamptz,
  -- The student's first finished session of a paper is ranked; a retake is not.
  add column is_ranked boolean not null default false,
  -- The key of answer files that a device may write: it hides the answers from others and reveals damage.
  add column seal_key bytea;
create unique index sessions_one_ranked on sessions (student_id, paper_id) where is_ranked;
create index sessions_ranking on sessions (paper_id, total_score desc) where is_ranked;

-- Events in a running test besides answers: left the window, locked, unlocked, taken over.
create table session_events (
  student_id bigint not null,
  session_id bigint not null,
  id bigint generated always as identity,
  kind text not null check (kind in ('left_window', 'locked', 'unlocked', 'taken_over')),
  -- Second of the session as the device measured it, for an event without a network.
  second integer,
  at timestamptz not null,
  primary key (student_id, session_id, id),
  foreign key (student_id, session_id) references sessions on delete cascade
);
create unique index session_events_once on session_events (student_id, session_id, kind, second) where second is not null;

-- Uploads that arrived after the end and the grace period: stored as a whole, without effect until staff accept them.
create table late_uploads (
  student_id bigint not null,
  session_id bigint not null,
  id bigint generated always as identity,
  received_at timestamptz not null,
  writer integer not null,
  responses jsonb not null,
  accepted_at timestamptz,
  primary key (student_id, session_id, id),
  foreign key (student_id, session_id) references sessions on delete cascade
);

alter table questions add column correction text check (correction in ('dropped', 'bonus'));

create table key_corrections (
  id bigint generated always as identity primary key,
  question_id bigint not null references questions,
  made_at timestamptz not null,
  previous_answers jsonb not null,
  accepted_answers jsonb not null,
  correction text check (correction in ('dropped', 'bonus')),
  reason text not null
);
create index key_corrections_by_question on key_corrections (question_id);

create table notifications (
  id bigint generated always as identity primary key,
  student_id bigint not null references users on delete cascade,
  type text not null,
  title text not null,
  message text not null,
  url text,
  created_at timestamptz not null,
  read_at timestamptz
);
create index notifications_by_student on notifications (student_id, created_at desc);
