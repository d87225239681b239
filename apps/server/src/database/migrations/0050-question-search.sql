-- Contents: what a search goes by

create extension if not exists pg_trgm;

-- One row for each question; can be rebuilt from the questions at any time.
create table question_search (
  question_id bigint primary key references questions on delete cascade,
  -- Stems of its words, and what filters ask for as words of their own: =s subject, =c chapter, =t topic, =p previous paper, =o public, =i institute.
  document tsvector not null,
  -- Plain forms of its formulas, parted by blanks.
  formulas text not null
);
create index question_search_by_document on question_search using gin (document);
create index question_search_by_formula on question_search using gin (formulas gin_trgm_ops);

-- Stems that some question has, with how many have it: mistakes of typing are mended by it. Counted again after each import.
create table search_words (
  word text primary key,
  question_count integer not null
);
create index search_words_by_likeness on search_words using gin (word gin_trgm_ops);
