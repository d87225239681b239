-- Contents: files that staff share with classrooms

create table shared_files (
  id bigint generated always as identity primary key,
  institute_id bigint not null references institutes,
  -- Null for a file in the folder Common.
  subject_id bigint references institute_subjects,
  meeting_id bigint references meetings on delete set null,
  stored_file_id bigint not null references stored_files,
  title text not null check (length(title) between 1 and 120),
  description text check (length(description) between 1 and 1000),
  module text check (length(module) between 1 and 80),
  lecture text check (length(lecture) between 1 and 80),
  shared_by bigint not null references users,
  shared_at timestamptz not null,
  -- Taken back: no longer listed, no longer downloaded.
  removed_at timestamptz
);
create index shared_files_newest on shared_files (institute_id, shared_at) where removed_at is null;
create index shared_files_by_meeting on shared_files (meeting_id) where meeting_id is not null;
create index shared_files_by_file on shared_files (stored_file_id);

create table shared_file_classrooms (
  shared_file_id bigint not null references shared_files on delete cascade,
  classroom_id bigint not null references classrooms,
  primary key (shared_file_id, classroom_id)
);
create index shared_file_classrooms_by_classroom on shared_file_classrooms (classroom_id);
