-- Contents: files that people hand in

-- A file of a person in an institute, by its key in the storage. The table that names a file shows its
-- purpose. A file that no table names can only be downloaded by its owner.
create table stored_files (
  id bigint generated always as identity primary key,
  institute_id bigint not null references institutes,
  user_id bigint not null references users on delete cascade,
  storage_key text not null unique,
  -- The person's own name for the file, with its extension.
  file_name text not null check (length(file_name) between 1 and 200),
  extension text not null check (extension ~ '^[a-z0-9]{1,8}$'),
  -- Expected, arrived, checked and accepted, refused.
  status text not null default 'EXPECTED' check (status in ('EXPECTED', 'STORED', 'CLEAN', 'REFUSED')),
  -- For an unfinished upload in parts: its id at the storage and its whole size.
  upload_id text,
  announced_bytes bigint check (announced_bytes between 1 and 104857600),
  -- Size in the storage when the file was recorded.
  bytes bigint check (bytes > 0),
  sha256 bytea,
  pages integer check (pages > 0),
  created_at timestamptz not null,
  recorded_at timestamptz,
  check ((status in ('STORED', 'CLEAN')) = (recorded_at is not null and bytes is not null and sha256 is not null))
);
create index stored_files_expected on stored_files (created_at) where status = 'EXPECTED';
