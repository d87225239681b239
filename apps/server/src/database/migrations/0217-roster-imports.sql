-- Rosters that are too large for one transaction: a job takes their rows in parts. Rows that were taken are deleted at once, rows that were
-- refused with the import after seven days.

create table roster_imports (
  id bigint generated always as identity primary key,
  institute_id bigint not null references institutes on delete cascade,
  imported_by bigint references users,
  role text not null,
  row_count integer not null check (row_count > 0),
  new integer not null default 0,
  invited integer not null default 0,
  changed integer not null default 0,
  same integer not null default 0,
  refused integer not null default 0,
  created_at timestamptz not null,
  finished_at timestamptz
);
create unique index roster_imports_running on roster_imports (institute_id) where finished_at is null;
create index roster_imports_of_institute on roster_imports (institute_id, id);

create table roster_rows (
  import_id bigint not null references roster_imports on delete cascade,
  place integer not null,
  line integer not null,
  name text not null,
  phone text not null,
  given_id text not null,
  classroom text not null,
  course text not null,
  -- Why the row is not taken; null while it waits.
  refusal text,
  primary key (import_id, place)
);
create index roster_rows_of_phone on roster_rows (phone);
