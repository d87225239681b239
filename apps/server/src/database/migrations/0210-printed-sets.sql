-- The orders of questions in the printed sets of a paper, which follow from a seed, so that a set and its key can be printed again.
alter table papers
  add column sets_seed integer not null default floor(random() * 2147483647)::integer,
  add column sets_move_options boolean not null default false;
alter table paper_drafts
  add column sets_seed integer not null default floor(random() * 2147483647)::integer,
  add column sets_move_options boolean not null default false;
