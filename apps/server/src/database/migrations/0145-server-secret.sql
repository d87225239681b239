-- A fingerprint of the secret that protects the codes and second factors in this database. The secret cannot be computed from it.
create table server_secret (
  only_row boolean primary key default true check (only_row),
  fingerprint bytea not null
);
