-- The backups of this database, and when each was proved: restored aside and compared.
create table backups (
  -- The random id in the backup's manifest.
  id text primary key,
  made_at timestamptz not null,
  database_bytes bigint not null,
  files integer not null,
  file_bytes bigint not null,
  proved_at timestamptz
);
create index backups_by_time on backups (made_at desc);
