-- Questions with Hindi get a new entry in the search index, which contains the words of both languages.
insert into search_pending select distinct question_id from question_translations on conflict do nothing;
