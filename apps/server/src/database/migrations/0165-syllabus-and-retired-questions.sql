-- The exams that no longer ask a topic, each with the first year without it. A question without its own value follows its topic.
alter table topics add column not_asked_since jsonb not null default '{}';
alter table questions add column not_asked_since jsonb;
-- When the bank retired the question: new content no longer shows it, and students' answers, ratings and reports stay.
alter table questions add column retired_at timestamptz;
