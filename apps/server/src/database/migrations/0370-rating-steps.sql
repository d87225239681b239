-- Contents: the steps by which practice moves ratings of questions

-- An answer writes a row of its student, so that answers to one question do not wait for each other. A job adds the steps to the ratings.
create table rating_steps (
  student_id bigint not null references users on delete cascade,
  question_id bigint not null references questions on delete cascade,
  step real not null,
  moved_at timestamptz not null,
  primary key (student_id, question_id)
);
create index rating_steps_by_time on rating_steps (moved_at);
create index rating_steps_by_question on rating_steps (question_id);
