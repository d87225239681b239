-- Questions with an outdated entry in the search: new or changed questions, and questions that a previous paper added or dropped.
create table search_pending (
  question_id bigint primary key references questions on delete cascade
);
insert into search_pending (question_id)
  select id from questions where not exists (select from question_search where question_search.question_id = questions.id);
