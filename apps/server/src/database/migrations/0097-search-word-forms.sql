-- A word as it is written, beside its stem, because a mistyped word resembles the word more than the stem.
alter table search_words add column form text;
create index search_words_by_form on search_words using gin (form gin_trgm_ops);
-- Forms are learnt as entries are written.
insert into search_pending (question_id) select id from questions on conflict do nothing;
