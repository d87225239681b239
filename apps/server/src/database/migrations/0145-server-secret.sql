-- Which secret keys the codes and second factors in this database: derived from it, and of no use to find it.
create table server_secret (
  only_row boolean primary key default true check (only_row),
  fingerprint bytea not null
);
