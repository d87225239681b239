-- Contents: the index of the search

create extension if not exists pg_trgm;

-- One row for each question; can be rebuilt from the questions at any time.
create table question_search (
  question_id bigint primary key references questions on delete cascade,
  -- Stems of the question's words, and the values of filters as further words:
  -- =s subject, =c chapter, =t topic, =p previous paper, =o public, =i institute.
  document tsvector not null,
  -- Plain forms of the question's formulas, separated by blanks.
  formulas text not null
);
create index question_search_by_document on question_search using gin (document);
create index question_search_by_formula on question_search using gin (formulas gin_trgm_ops);

-- Stems with the number of questions that have them, for correcting typing mistakes. Counted again after each import.
create table search_words (
  word text primary key,
  question_count integer not null
);
create index search_words_by_likeness on search_words using gin (word gin_trgm_ops);
