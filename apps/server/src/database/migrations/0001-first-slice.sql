-- Contents: installation · people · catalogue · questions · papers · sessions · responses

create table installation (
  only_row boolean primary key default true check (only_row),
  -- Set when a demo made this database; a demo runs on no other.
  is_demo boolean not null,
  -- Hash of the loaded demo content; content with another hash is loaded again.
  demo_content text,
  created_at timestamptz not null default now()
);

-- people ------------------------------------------------------------------------------------------------------------

create table institutes (
  id bigint generated always as identity primary key,
  code text not null unique,
  name text not null
);

create table courses (
  code text primary key,
  name text not null
);

create table users (
  id bigint generated always as identity primary key,
  phone text unique check (phone ~ '^[0-9]{10}$'),
  type text not null default 'Student' check (type in ('Admin', 'Teacher', 'Guardian', 'Counsellor', 'Student')),
  name text check (length(name) between 1 and 80),
  course text references courses,
  institute_id bigint references institutes,
  is_higher_education boolean not null default false,
  has_only_test_board_access boolean not null default false,
  is_institute_student boolean not null default false,
  premium_until timestamptz,
  created_at timestamptz not null default now(),
  check (institute_id is not null or not is_institute_student)
);
create index users_by_institute on users (institute_id) where institute_id is not null;

-- A token is 256 random bits; only its hash is kept.
create table sign_ins (
  token_hash bytea primary key,
  user_id bigint not null references users on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index sign_ins_by_user on sign_ins (user_id);
create index sign_ins_by_expiry on sign_ins (expires_at);

create table sign_in_codes (
  id bigint generated always as identity primary key,
  phone text not null,
  address text not null,
  code_hash bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  tries smallint not null default 0,
  -- Used, replaced by a newer code, or tried too often.
  ended_at timestamptz
);
create index sign_in_codes_by_phone on sign_in_codes (phone, created_at desc);
create index sign_in_codes_by_address on sign_in_codes (address, created_at);

-- catalogue ---------------------------------------------------------------------------------------------------------

create table subjects (
  id smallint primary key,
  code text not null unique,
  name text not null
);
insert into subjects (id, code, name) values
  (1, 'maths', 'Maths'), (2, 'physics', 'Physics'), (3, 'chemistry', 'Chemistry'), (4, 'botany', 'Biology'), (5, 'zoology', 'Biology');

create table course_subjects (
  course text not null references courses,
  subject_id smallint not null references subjects,
  primary key (course, subject_id)
);
insert into courses (code, name) values ('MED', 'Medical'), ('ENG', 'Engineering'), ('MED_ENG', 'Both');
insert into course_subjects (course, subject_id) values
  ('ENG', 1), ('ENG', 2), ('ENG', 3),
  ('MED', 2), ('MED', 3), ('MED', 4), ('MED', 5),
  ('MED_ENG', 1), ('MED_ENG', 2), ('MED_ENG', 3), ('MED_ENG', 4), ('MED_ENG', 5);

create table chapters (
  id bigint generated always as identity primary key,
  code text not null unique,
  subject_id smallint not null references subjects,
  name text not null,
  position integer not null
);
create index chapters_by_subject on chapters (subject_id, position);

create table topics (
  id bigint generated always as identity primary key,
  code text not null unique,
  chapter_id bigint not null references chapters,
  name text not null,
  position integer not null,
  unique (chapter_id, position) deferrable initially deferred
);

-- questions ---------------------------------------------------------------------------------------------------------

create table pictures (
  -- SHA-256 of the bytes: nobody can guess the address of a picture without having the picture.
  hash text primary key check (hash ~ '^[0-9a-f]{64}$'),
  media_type text not null check (media_type in ('image/svg+xml', 'image/png', 'image/jpeg', 'image/webp')),
  bytes bytea not null
);

create table comprehension_questions (
  id bigint generated always as identity primary key,
  code text not null unique,
  comprehension_text text not null,
  supporting_picture text references pictures,
  supporting_picture_alt text,
  supporting_picture_size smallint not null default 0 check (supporting_picture_size between 0 and 3),
  check ((supporting_picture is null) = (supporting_picture_alt is null))
);

create table questions (
  id bigint generated always as identity primary key,
  code text not null unique,
  topic_id bigint not null references topics,
  comprehension_question_id bigint references comprehension_questions,
  question_type smallint not null check (question_type between 0 and 3),
  complexity smallint not null check (complexity between 1 and 5),
  question_text text not null,
  option_1 text, option_2 text, option_3 text, option_4 text,
  image_option_1 text references pictures, image_option_2 text references pictures,
  image_option_3 text references pictures, image_option_4 text references pictures,
  image_option_1_alt text, image_option_2_alt text, image_option_3_alt text, image_option_4_alt text,
  image_option_1_size smallint not null default 0 check (image_option_1_size between 0 and 3),
  image_option_2_size smallint not null default 0 check (image_option_2_size between 0 and 3),
  image_option_3_size smallint not null default 0 check (image_option_3_size between 0 and 3),
  image_option_4_size smallint not null default 0 check (image_option_4_size between 0 and 3),
  supporting_picture text references pictures,
  supporting_picture_alt text,
  supporting_picture_size smallint not null default 0 check (supporting_picture_size between 0 and 3),
  options_layout smallint not null default 1 check (options_layout between 0 and 2),
  -- A list of keys; each key is an option, a set of options, a decimal as text, or {from, to}.
  accepted_answers jsonb not null check (jsonb_typeof(accepted_answers) = 'array' and jsonb_array_length(accepted_answers) > 0),
  precision smallint not null default 2 check (precision between 0 and 6),
  numerical_notes text,
  solution_text text,
  solution_supporting_picture text references pictures,
  solution_supporting_picture_alt text,
  solution_supporting_picture_size smallint not null default 0 check (solution_supporting_picture_size between 0 and 3),
  video_solution_uri text,
  -- Whether practice may serve the question; false for questions that are only for papers.
  is_for_practice boolean not null,
  rating real not null,
  check ((question_type = 3) = (comprehension_question_id is not null)),
  check (question_type = 1 or (coalesce(option_1, image_option_1) is not null and coalesce(option_2, image_option_2) is not null
    and coalesce(option_3, image_option_3) is not null and coalesce(option_4, image_option_4) is not null))
);
create index questions_by_topic on questions (topic_id);
create index questions_by_passage on questions (comprehension_question_id) where comprehension_question_id is not null;

-- papers ------------------------------------------------------------------------------------------------------------

create table papers (
  id bigint generated always as identity primary key,
  code text not null unique,
  name text not null,
  test_mode_type smallint not null check (test_mode_type between 0 and 2),
  -- The exam that the paper follows, as the list shows it: JEE Main, NEET …
  test_type text not null,
  preset text,
  time_kind text not null check (time_kind in ('wall_clock', 'session_time')),
  test_duration integer not null check (test_duration between 60 and 86400),
  is_new_neet_pattern boolean not null default false,
  is_assignment boolean not null default false,
  -- Courses whose students see the paper.
  courses text[] not null,
  is_free boolean not null default false,
  is_test_retakable boolean not null default false,
  allows_review boolean not null default true,
  institute_id bigint references institutes,
  opens_at timestamptz,
  closes_at timestamptz,
  -- Grows with every change of the paper or its questions, so that a server can keep bytes that it has built.
  version integer not null default 1,
  position integer not null default 0,
  check (closes_at > opens_at),
  check ((test_mode_type = 0) = (institute_id is not null))
);
create index papers_by_mode on papers (test_mode_type, position);

create table paper_sections (
  paper_id bigint not null references papers on delete cascade,
  position smallint not null,
  name text not null,
  -- 0 for A, 1 for B … within its subject.
  section smallint not null,
  subject_id smallint not null references subjects,
  question_type smallint not null check (question_type between 0 and 3),
  question_count smallint not null check (question_count > 0),
  first_position smallint not null,
  attempt_limit smallint check (attempt_limit > 0 and attempt_limit <= question_count),
  limit_kind text check (limit_kind in ('block', 'first_n')),
  integer boolean not null default false,
  correct smallint not null check (correct > 0),
  incorrect smallint not null check (incorrect <= 0),
  unattempted smallint not null default 0,
  partial smallint[],
  primary key (paper_id, position),
  check ((attempt_limit is null) = (limit_kind is null))
);

create table paper_questions (
  paper_id bigint not null,
  position smallint not null check (position >= 0),
  section_position smallint not null,
  question_id bigint not null references questions,
  primary key (paper_id, position),
  unique (paper_id, question_id),
  foreign key (paper_id, section_position) references paper_sections on delete cascade
);
create index paper_questions_by_question on paper_questions (question_id);

-- sessions ----------------------------------------------------------------------------------------------------------

-- student_id leads every key here, so that the tables can be spread over several databases by student.
create table sessions (
  student_id bigint not null references users on delete cascade,
  id bigint generated always as identity,
  object_type smallint not null check (object_type between 0 and 6),
  session_type smallint not null default 0 check (session_type between 0 and 4),
  topic_id bigint references topics,
  chapter_id bigint references chapters,
  paper_id bigint references papers,
  status text not null default 'IN_PROGRESS' check (status in ('IN_PROGRESS', 'COMPLETE')),
  began_at timestamptz not null,
  -- By the wall clock; null if time counts only while the session is open.
  deadline timestamptz,
  session_time_spent integer not null default 0 check (session_time_spent >= 0),
  time_reported_at timestamptz,
  writer integer not null default 1,
  current_index smallint not null default 0,
  finished_at timestamptz,
  finished_by text check (finished_by in ('student', 'clock', 'restart')),
  -- Can be rebuilt from the responses at any time.
  total_score integer,
  max_score integer,
  is_over_limit boolean not null default false,
  primary key (student_id, id),
  check ((status = 'COMPLETE') = (finished_at is not null)),
  check ((finished_at is null) = (finished_by is null)),
  check (num_nonnulls(topic_id, chapter_id, paper_id) = 1)
);
create unique index sessions_one_open_of_paper on sessions (student_id, paper_id) where status = 'IN_PROGRESS' and paper_id is not null;
create unique index sessions_one_open_of_topic on sessions (student_id, topic_id, session_type) where status = 'IN_PROGRESS' and topic_id is not null;
create unique index sessions_one_open_of_chapter on sessions (student_id, chapter_id, object_type, session_type)
  where status = 'IN_PROGRESS' and chapter_id is not null;
create index sessions_by_paper on sessions (paper_id, total_score desc) where status = 'COMPLETE' and paper_id is not null;
create index sessions_due on sessions (deadline) where status = 'IN_PROGRESS' and deadline is not null;

-- The questions chosen for a practice session; a test has the questions of its paper.
create table session_questions (
  student_id bigint not null,
  session_id bigint not null,
  position smallint not null,
  question_id bigint not null references questions,
  primary key (student_id, session_id, position),
  unique (student_id, session_id, question_id),
  foreign key (student_id, session_id) references sessions on delete cascade
);

-- responses ---------------------------------------------------------------------------------------------------------

create table responses (
  student_id bigint not null,
  session_id bigint not null,
  question_id bigint not null references questions,
  id bigint generated always as identity,
  responses smallint[] not null default '{}',
  rich_response text,
  is_marked boolean not null default false,
  is_visited boolean not null default true,
  verified boolean not null default false,
  verified_at timestamptz,
  -- 1 correct, -1 incorrect, 0 unattempted, 2 not counted; set when verified or when the test is marked.
  result smallint check (result in (-1, 0, 1, 2)),
  marks smallint,
  writer integer not null,
  version integer not null,
  question_time_spent integer not null default 0 check (question_time_spent >= 0),
  solution_request_time integer check (solution_request_time >= 0),
  updated_at timestamptz not null default now(),
  primary key (student_id, session_id, question_id),
  foreign key (student_id, session_id) references sessions on delete cascade,
  check (verified = (verified_at is not null))
);
create index responses_verified on responses (student_id, question_id, verified_at desc) where verified;

-- Visits to questions, append-only: time charts, timelines and late skips are computed from these rows.
create table visits (
  student_id bigint not null,
  session_id bigint not null,
  writer integer not null,
  number integer not null,
  question_id bigint not null references questions,
  second integer not null check (second >= 0),
  seconds integer not null check (seconds >= 0),
  answer text not null,
  primary key (student_id, session_id, writer, number),
  foreign key (student_id, session_id) references sessions on delete cascade
);

-- Elo rating of a student in a subject, moved by the first answer to each question.
create table student_ratings (
  student_id bigint not null references users on delete cascade,
  subject_id smallint not null references subjects,
  rating real not null,
  answered integer not null,
  primary key (student_id, subject_id)
);
