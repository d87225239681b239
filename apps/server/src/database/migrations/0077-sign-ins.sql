-- Contents: details of a sign-in · rotation of tokens · the second factor of staff

alter table sign_ins
  add column id bigint generated always as identity,
  -- The browser and system that signed in, such as 'Chrome on Android'.
  add column device text not null default 'Unknown device' check (length(device) between 1 and 80),
  -- When the person signed in; `created_at` is when this token was made.
  add column began_at timestamptz,
  add column last_seen_at timestamptz,
  -- The token before this one, which ends once this one has been used.
  add column replaces_hash bytea,
  add column second_factor_at timestamptz;
create unique index sign_ins_by_id on sign_ins (user_id, id);
update sign_ins set began_at = created_at, last_seen_at = created_at;
alter table sign_ins alter column began_at set not null, alter column began_at set default now(),
  alter column last_seen_at set not null, alter column last_seen_at set default now();

create table second_factors (
  user_id bigint primary key references users on delete cascade,
  -- AES-256-GCM under a key that is not in the database.
  secret bytea not null,
  created_at timestamptz not null,
  -- When the first right code was entered; the factor counts only from then on.
  confirmed_at timestamptz,
  -- The latest step of 30 seconds whose code was accepted, so that no code is accepted twice.
  last_step bigint
);

create table recovery_codes (
  user_id bigint not null references users on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);
