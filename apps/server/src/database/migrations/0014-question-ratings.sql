-- Contents: ratings of questions in a table of their own

-- A separate table, because practice would otherwise rewrite the whole row of a question. A question without a row has
-- its initial rating, questions.rating.
create table question_ratings (
  question_id bigint primary key references questions on delete cascade,
  rating real not null
) with (fillfactor = 70);
