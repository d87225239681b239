-- Doubts that students ask their institute's teachers about a question, with the answer; private notes of students of no institute.

create table doubts (
  student_id bigint not null references users on delete cascade,
  id bigint generated always as identity,
  -- Null for a private note.
  institute_id bigint references institutes,
  question_id bigint not null references questions,
  text text not null check (length(text) between 1 and 2000),
  -- The student's working.
  photo_id bigint references stored_files,
  -- The student's last answer to the question, as it was when the doubt was asked.
  responses smallint[] not null default '{}',
  rich_response text,
  question_time_spent integer check (question_time_spent >= 0),
  is_solution_seen boolean not null default false,
  asked_at timestamptz not null,
  answer_text text check (length(answer_text) between 1 and 5000),
  answer_photo_id bigint references stored_files,
  answer_voice_id bigint references stored_files,
  answered_by bigint references users,
  answered_at timestamptz,
  refusal text check (length(refusal) between 1 and 500),
  refused_at timestamptz,
  -- The doubt in the words that students of the institute read above the answer.
  shown_text text check (length(shown_text) between 1 and 2000),
  reported_at timestamptz,
  reported_by bigint references users,
  report_reason text check (length(report_reason) between 1 and 500),
  primary key (student_id, id),
  check ((answered_at is not null) = (coalesce(answer_text, answer_photo_id::text, answer_voice_id::text) is not null)),
  check ((refused_at is null) = (refusal is null)),
  check (refused_at is null or answered_at is null),
  check (shown_text is null or answered_at is not null),
  check ((reported_at is null) = (report_reason is null)),
  check (reported_at is null or answered_at is not null),
  check (institute_id is not null or (photo_id is null and answered_at is null and refused_at is null))
);
create index doubts_by_id on doubts (id);
create index doubts_waiting on doubts (institute_id, asked_at) where answered_at is null and refused_at is null;
create index doubts_answered on doubts (institute_id, answered_at) where answered_at is not null;
create index doubts_shown on doubts (question_id, institute_id) where shown_text is not null;
create index doubts_by_photo on doubts (photo_id) where photo_id is not null;
create index doubts_by_answer_photo on doubts (answer_photo_id) where answer_photo_id is not null;
create index doubts_by_answer_voice on doubts (answer_voice_id) where answer_voice_id is not null;
