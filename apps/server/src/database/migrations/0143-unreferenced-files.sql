-- Contents: files of the storage that no row names

-- Found by a daily pass. Days are counted from the first sighting in this table, so they begin again in a
-- database that is restored from an older backup.
create table unreferenced_files (
  storage_key text not null,
  -- Id of an upload in parts; empty for an object.
  upload_id text not null,
  bytes bigint not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  passes integer not null,
  primary key (storage_key, upload_id)
);
create index unreferenced_files_by_first_sight on unreferenced_files (first_seen_at);

-- The mark that the last pass left in the storage.
create table storage_passes (
  only_row boolean primary key default true check (only_row),
  mark text not null,
  ended_at timestamptz not null
);

create index job_applications_by_resume on job_applications (resume_key);
create index stored_files_by_upload on stored_files (upload_id) where upload_id is not null;
