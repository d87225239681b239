-- Contents: subjects of an institute · classrooms · classes · attendance · recordings · feedback · live quizzes · hooks of providers

-- What an institute teaches; an institute of higher education gives codes.
create table institute_subjects (
  id bigint generated always as identity primary key,
  institute_id bigint not null references institutes,
  name text not null check (length(name) between 1 and 80),
  code text check (length(code) between 1 and 20),
  -- The same subject in the catalogue, if there is one.
  subject_id smallint references subjects,
  position integer not null default 0,
  unique (institute_id, name)
);
create unique index institute_subjects_by_code on institute_subjects (institute_id, code) where code is not null;

create table classrooms (
  id bigint generated always as identity primary key,
  institute_id bigint not null references institutes,
  name text not null check (length(name) between 1 and 80),
  created_at timestamptz not null,
  archived_at timestamptz,
  unique (institute_id, name)
);

-- With dates: a student who joins late is not absent from earlier classes, and one who left sees no later classes.
create table classroom_members (
  id bigint generated always as identity primary key,
  classroom_id bigint not null references classrooms on delete cascade,
  user_id bigint not null references users on delete cascade,
  role text not null check (role in ('student', 'teacher')),
  joined_at timestamptz not null,
  left_at timestamptz,
  check (left_at >= joined_at)
);
create unique index classroom_members_one_current on classroom_members (classroom_id, user_id, role) where left_at is null;
create index classroom_members_by_user on classroom_members (user_id, classroom_id);

-- A class; `virtual_meeting` on the wire.
create table meetings (
  id bigint generated always as identity primary key,
  institute_id bigint not null references institutes,
  -- Of the institute's subjects.
  subject_id bigint not null references institute_subjects,
  teacher_id bigint not null references users,
  title text not null check (length(title) between 1 and 120),
  module text check (length(module) between 1 and 80),
  lecture text check (length(lecture) between 1 and 80),
  starts_at timestamptz not null,
  -- From 5 minutes to 8 hours.
  duration_seconds integer not null check (duration_seconds between 300 and 28800),
  status text not null default 'NOT_STARTED' check (status in ('NOT_STARTED', 'LIVE', 'COMPLETED', 'CANCELLED')),
  started_at timestamptz,
  ended_at timestamptz,
  cancel_reason text check (length(cancel_reason) between 1 and 200),
  provider text not null check (provider in ('room', 'link', 'zoom', 'jitsi', 'bigbluebutton')),
  -- The provider's id of the meeting.
  provider_meeting_id text,
  password text,
  -- The address to join at the provider, or the address of a `link`. It is handed out only on joining.
  join_url text,
  -- The board and the spoken words of a class in our own room, by the second.
  board jsonb check (jsonb_typeof(board) = 'array'),
  -- The share of the class that counts as presence; copied when the class is made.
  presence_percent smallint not null default 50 check (presence_percent between 1 and 100),
  -- The classes of one weekly series have the id of its first one.
  series_id bigint,
  created_at timestamptz not null,
  check (ended_at >= started_at)
);
create index meetings_by_start on meetings (institute_id, starts_at);
create index meetings_by_teacher on meetings (teacher_id, starts_at);
create unique index meetings_by_provider on meetings (provider, provider_meeting_id) where provider_meeting_id is not null;

create table meeting_classrooms (
  meeting_id bigint not null references meetings on delete cascade,
  classroom_id bigint not null references classrooms,
  primary key (meeting_id, classroom_id)
);
create index meeting_classrooms_by_classroom on meeting_classrooms (classroom_id);

-- Presses on Join, which count as presence until there is better evidence.
create table meeting_joins (
  student_id bigint not null references users on delete cascade,
  meeting_id bigint not null references meetings on delete cascade,
  joined_at timestamptz not null,
  primary key (student_id, meeting_id)
);
create index meeting_joins_by_meeting on meeting_joins (meeting_id);

-- Times that a student spent in a class, from the class page or from the provider.
create table meeting_stays (
  student_id bigint not null references users on delete cascade,
  meeting_id bigint not null references meetings on delete cascade,
  source text not null check (source in ('page', 'provider')),
  -- One socket, or one entrance by the provider's list.
  stay_key text not null,
  from_at timestamptz not null,
  to_at timestamptz not null,
  primary key (student_id, meeting_id, source, stay_key),
  check (to_at >= from_at)
);
create index meeting_stays_by_meeting on meeting_stays (meeting_id);

-- Names on a provider's list that match no student.
create table meeting_guests (
  id bigint generated always as identity primary key,
  meeting_id bigint not null references meetings on delete cascade,
  stay_key text not null,
  name text not null,
  from_at timestamptz not null,
  to_at timestamptz not null,
  -- The student to whom staff assigned the name.
  student_id bigint references users on delete set null,
  unique (meeting_id, stay_key)
);

create table meeting_recordings (
  id bigint generated always as identity primary key,
  meeting_id bigint not null references meetings on delete cascade,
  status text not null check (status in ('PREPARING', 'READY', 'FAILED')),
  -- The address of a video; null if the recording is a replay of the class's board.
  url text,
  seconds integer check (seconds > 0),
  asked_at timestamptz,
  created_at timestamptz not null,
  unique (meeting_id)
);

create table meeting_feedback (
  student_id bigint not null references users on delete cascade,
  meeting_id bigint not null references meetings on delete cascade,
  rating smallint not null check (rating between 1 and 5),
  feedback_message text check (length(feedback_message) <= 2000),
  sent_at timestamptz not null,
  primary key (student_id, meeting_id)
);
create index meeting_feedback_by_meeting on meeting_feedback (meeting_id);

create table live_quizzes (
  id bigint generated always as identity primary key,
  institute_id bigint not null references institutes,
  meeting_id bigint not null references meetings on delete cascade,
  -- Raised by every act of the teacher; pages compare it with their own number.
  number integer not null default 0,
  reveals text not null default 'at_verify' check (reveals in ('at_verify', 'after_lock')),
  completed_at timestamptz,
  created_at timestamptz not null,
  unique (meeting_id)
);

-- A question of the bank, or one typed in by the teacher.
create table live_quiz_questions (
  id bigint generated always as identity primary key,
  quiz_id bigint not null references live_quizzes on delete cascade,
  position integer not null,
  question_id bigint references questions,
  question_text text check (length(question_text) between 1 and 2000),
  option_1 text, option_2 text, option_3 text, option_4 text,
  answer smallint check (answer between 1 and 4),
  shown_at timestamptz,
  locks_at timestamptz,
  unique (quiz_id, position),
  unique (quiz_id, question_id),
  check (num_nonnulls(question_id, question_text) = 1),
  check (question_text is null or num_nonnulls(option_1, option_2, option_3, option_4, answer) = 5),
  check (locks_at is null or shown_at is not null)
);

create table live_quiz_answers (
  student_id bigint not null references users on delete cascade,
  quiz_question_id bigint not null references live_quiz_questions on delete cascade,
  quiz_id bigint not null references live_quizzes on delete cascade,
  selected_option smallint not null check (selected_option between 1 and 4),
  result smallint not null check (result in (-1, 1)),
  -- Seconds since the question was shown.
  duration integer not null check (duration >= 0),
  answered_at timestamptz not null,
  -- Whether the answer waited without a network until after the lock; it counts once the teacher accepts it.
  is_late boolean not null default false,
  accepted_at timestamptz,
  primary key (student_id, quiz_question_id)
);
create index live_quiz_answers_by_question on live_quiz_answers (quiz_question_id);
create index live_quiz_answers_by_quiz on live_quiz_answers (student_id, quiz_id);

-- Hooks of providers, each stored once.
create table meeting_hooks (
  provider text not null,
  event_id text not null check (length(event_id) between 1 and 200),
  meeting_id bigint references meetings on delete cascade,
  received_at timestamptz not null,
  primary key (provider, event_id)
);
