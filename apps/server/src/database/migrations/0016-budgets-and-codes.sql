-- What students, sessions and addresses have spent of their budgets. Of no worth after a crash, so nothing is logged for it.
create unlogged table spent_budgets (
  budget text not null,
  holder text not null,
  ends_at timestamptz not null,
  spent integer not null,
  primary key (budget, holder, ends_at)
);
create index spent_budgets_by_end on spent_budgets (ends_at);

-- A code belongs to the request that asked for it: only who holds the request's id can enter it, or use it up.
alter table sign_in_codes add column request_hash bytea, add column device text;
create unique index sign_in_codes_by_request on sign_in_codes (request_hash) where ended_at is null;
-- Whoever waits for a code made before asks for another.
update sign_in_codes set ended_at = now() where ended_at is null;
