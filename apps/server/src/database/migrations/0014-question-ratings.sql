-- Contents: ratings of questions in a table of their own

-- Moved by practice, which would else write a whole wide question again. A question without a row has the rating it began with, questions.rating.
create table question_ratings (
  question_id bigint primary key references questions on delete cascade,
  rating real not null
) with (fillfactor = 70);
