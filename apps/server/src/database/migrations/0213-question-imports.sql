-- Files of questions that institutes import. Their rows are staged here, and become questions of the bank when the import is committed.
create table question_imports (
  id bigint generated always as identity primary key,
  institute_id bigint not null references institutes on delete cascade,
  made_by bigint references users,
  made_at timestamptz not null,
  file_name text not null,
  -- The uploaded file, until its rows are staged.
  stored_file_id bigint references stored_files on delete set null,
  sha256 bytea not null,
  format text,
  state text not null default 'reading'
    check (state in ('reading', 'checking', 'ready', 'failed', 'committing', 'undoing', 'expired')),
  -- Why the file could not be read.
  reason text,
  -- Notices about the whole file.
  file_notices jsonb not null default '[]',
  -- Difficulty and use of questions for which the file names none.
  defaults jsonb not null,
  -- The state in which the questions are made, and the reason of a person who approves their own.
  made_as text not null default 'draft' check (made_as in ('draft', 'in_review', 'approved')),
  word text,
  row_count integer not null default 0,
  -- Rows that the present work has finished.
  done_count integer not null default 0,
  counts jsonb not null default '{}',
  -- The questions that an undo left, by reason.
  kept jsonb not null default '[]',
  committed_at timestamptz,
  undone_at timestamptz,
  -- The person for whom a server works on the import, with their role, and its latest sign of life.
  worked_for bigint references users,
  worked_as text not null,
  worked_at timestamptz,
  -- Times that a server has taken up the present work.
  attempt_count integer not null default 0,
  -- Whether the work waits for the end of a running test.
  is_waiting boolean not null default false,
  expires_at timestamptz not null
);
create index question_imports_by_institute on question_imports (institute_id, id desc);
create index question_imports_by_file on question_imports (stored_file_id) where stored_file_id is not null;
create index question_imports_at_work on question_imports (id) where state in ('reading', 'checking', 'committing', 'undoing');

create table question_import_passages (
  import_id bigint not null references question_imports on delete cascade,
  number integer not null,
  content jsonb not null,
  bank_passage_id bigint references bank_passages on delete set null,
  primary key (import_id, number)
);
create index question_import_passages_by_passage on question_import_passages (bank_passage_id) where bank_passage_id is not null;

create table question_import_rows (
  import_id bigint not null references question_imports on delete cascade,
  number integer not null,
  -- Where the file has the question, and its text there.
  place text not null,
  source text not null,
  -- Null if no question could be read.
  content jsonb,
  passage_number integer,
  -- The topic in the words of the file; empty if the file names none.
  topic_name text not null default '',
  notices jsonb not null default '[]',
  -- Null until the content is checked. A missing topic is not among them.
  faults jsonb,
  is_excluded boolean not null default false,
  version integer not null default 1,
  -- An earlier row of the file, and a question of the institute, with the same text.
  same_as_number integer,
  same_as_id bigint references bank_questions on delete set null,
  made_at timestamptz,
  bank_question_id bigint references bank_questions on delete set null,
  made_version integer,
  primary key (import_id, number)
);
create index question_import_rows_by_question on question_import_rows (bank_question_id) where bank_question_id is not null;
create index question_import_rows_by_same on question_import_rows (same_as_id) where same_as_id is not null;

-- Pictures of staged rows, by their hash. A commit copies those that its questions show.
create table question_import_pictures (
  import_id bigint not null references question_imports on delete cascade,
  hash text not null,
  media_type text not null,
  bytes bytea not null,
  primary key (import_id, hash)
);
create index question_import_pictures_by_hash on question_import_pictures (hash);

-- The topics that an institute chose for the names in its files.
create table question_import_topics (
  institute_id bigint not null references institutes on delete cascade,
  name text not null,
  topic_id bigint not null references topics on delete cascade,
  primary key (institute_id, name)
);
