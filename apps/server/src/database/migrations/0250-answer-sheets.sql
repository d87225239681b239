-- Answer sheets of tests on paper, read from photos or from the file of another reader, until and after they are entered as attempts.

create table answer_sheets (
  id bigint generated always as identity primary key,
  institute_id bigint not null references institutes,
  paper_id bigint not null references papers on delete cascade,
  -- Null while the roll number belongs to no student, or to several.
  student_id bigint references users on delete cascade,
  source text not null check (source in ('photo', 'file')),
  file_name text not null check (length(file_name) between 1 and 200),
  -- Of the picture, or of the row.
  fingerprint bytea not null check (length(fingerprint) = 32),
  set_name text not null check (set_name in ('A', 'B', 'C', 'D')),
  -- Null for a row with all answers.
  page smallint check (page between 1 and 99),
  roll_number text not null check (length(roll_number) <= 40),
  -- By their numbers in the printed set, with a picture of the place where a person must look.
  answers jsonb not null,
  roll_doubt jsonb,
  read_by bigint references users,
  read_at timestamptz not null,
  -- The attempt that was made of the sheet. It may be on another machine.
  session_id bigint,
  unique (paper_id, fingerprint)
);
create index answer_sheets_by_student on answer_sheets (student_id) where student_id is not null;
