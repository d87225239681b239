-- The word at which the operator of a new installation makes its first institute. One row, which goes when the institute exists.
create table first_day (
  only_row boolean primary key default true check (only_row),
  word_hash bytea not null,
  made_at timestamptz not null,
  wrong_tries integer not null default 0,
  -- What the word was exchanged for, once.
  pass_hash bytea,
  entered_at timestamptz,
  -- The loading of the bank's folder under way, and the faults of the last one.
  loading_since timestamptz,
  load_faults jsonb not null default '[]',
  check ((pass_hash is null) = (entered_at is null))
);
