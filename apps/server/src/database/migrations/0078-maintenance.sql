-- The server is under maintenance while there is a row.
create table maintenance (
  only_row boolean primary key default true check (only_row),
  began_at timestamptz not null
);
