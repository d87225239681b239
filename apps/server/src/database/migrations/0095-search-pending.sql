-- Questions whose entry in the search is still to be written: new ones, changed ones, and those that a previous paper took in or let go.
create table search_pending (
  question_id bigint primary key references questions on delete cascade
);
insert into search_pending (question_id)
  select id from questions where not exists (select from question_search where question_search.question_id = questions.id);
