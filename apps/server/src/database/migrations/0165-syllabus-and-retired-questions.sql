-- The exams that ask a topic no more, each with its first year without it. A question without a value of its own follows its topic.
alter table topics add column not_asked_since jsonb not null default '{}';
alter table questions add column not_asked_since jsonb;
-- A question that the bank has given up: nothing new shows it, and what students answered, rated and reported stays.
alter table questions add column retired_at timestamptz;
