-- The spendings of students, sessions and addresses. Unlogged, because they are not needed after a crash.
create unlogged table spent_budgets (
  budget text not null,
  holder text not null,
  ends_at timestamptz not null,
  spent integer not null,
  primary key (budget, holder, ends_at)
);
create index spent_budgets_by_end on spent_budgets (ends_at);

-- A code belongs to the request that asked for it: only a client with the request's id can enter the code or use it up.
alter table sign_in_codes add column request_hash bytea, add column device text;
create unique index sign_in_codes_by_request on sign_in_codes (request_hash) where ended_at is null;
-- Codes made before end; a person who still waits for one requests another.
update sign_in_codes set ended_at = now() where ended_at is null;
