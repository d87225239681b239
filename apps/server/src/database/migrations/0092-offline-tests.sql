-- Contents: tests on paper · the state of each student's test · every version of a sheet

create table offline_tests (
  id bigint generated always as identity primary key,
  institute_id bigint not null references institutes,
  subject_id bigint not null references institute_subjects,
  name text not null check (length(name) between 1 and 120),
  starts_at timestamptz not null,
  -- From 5 minutes to 8 hours.
  duration_seconds integer not null check (duration_seconds between 300 and 28800),
  -- After the end, for photos and a slow network; a sheet that comes later is kept as late.
  upload_seconds integer not null default 1800 check (upload_seconds between 0 and 86400),
  total_mark integer not null check (total_mark between 1 and 10000),
  -- Given out from the start on.
  question_file_id bigint references stored_files,
  created_by bigint not null references users,
  created_at timestamptz not null,
  cancelled_at timestamptz
);
create index offline_tests_by_start on offline_tests (institute_id, starts_at);
create index offline_tests_by_question_file on offline_tests (question_file_id);

create table offline_test_classrooms (
  offline_test_id bigint not null references offline_tests on delete cascade,
  classroom_id bigint not null references classrooms,
  primary key (offline_test_id, classroom_id)
);
create index offline_test_classrooms_by_classroom on offline_test_classrooms (classroom_id);

create table offline_test_responses (
  student_id bigint not null references users on delete cascade,
  id bigint generated always as identity,
  offline_test_id bigint not null references offline_tests on delete cascade,
  -- MISSED is read from the clock and not stored.
  status text not null default 'NOT_STARTED' check (status in ('NOT_STARTED', 'QP_DOWNLOADED', 'SUBMITTED')),
  downloaded_at timestamptz,
  submitted_at timestamptz,
  marks double precision check (marks >= 0),
  remark text check (length(remark) between 1 and 1000),
  marked_by bigint references users,
  marked_at timestamptz,
  -- The sheet with the teacher's marks on it.
  marked_file_id bigint references stored_files,
  primary key (student_id, id),
  unique (student_id, offline_test_id),
  check ((marks is null) = (marked_at is null))
);
create index offline_test_responses_by_test on offline_test_responses (offline_test_id);
create index offline_test_responses_by_id on offline_test_responses (id);
create index offline_test_responses_by_marked_file on offline_test_responses (marked_file_id) where marked_file_id is not null;

-- Every version that was handed in; the newest one in time counts, else the newest.
create table offline_test_sheets (
  student_id bigint not null,
  response_id bigint not null,
  stored_file_id bigint not null references stored_files,
  received_at timestamptz not null,
  is_late boolean not null,
  primary key (student_id, response_id, stored_file_id),
  foreign key (student_id, response_id) references offline_test_responses on delete cascade
);
create index offline_test_sheets_by_file on offline_test_sheets (stored_file_id);
