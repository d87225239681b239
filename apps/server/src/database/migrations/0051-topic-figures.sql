-- Contents: numbers of practice questions by topic · a student's figures of a topic

-- Practice questions of a topic by owner; null is the shared bank.
create table topic_question_counts (
  topic_id bigint not null references topics,
  institute_id bigint references institutes,
  question_count integer not null check (question_count >= 0),
  unique nulls not distinct (topic_id, institute_id)
);

-- Figures from the latest verified answer to each practice question, by the owner of the question.
create table topic_figures (
  student_id bigint not null references users on delete cascade,
  topic_id bigint not null references topics,
  institute_id bigint references institutes,
  verified integer not null,
  correct integer not null,
  incorrect integer not null,
  -- Of correct and incorrect answers.
  seconds integer not null,
  unique nulls not distinct (student_id, topic_id, institute_id)
);
create index topic_figures_by_topic on topic_figures (topic_id);

insert into topic_question_counts
  select topic_id, institute_id, count(*) from questions where is_for_practice group by topic_id, institute_id;

insert into topic_figures
  select r.student_id, q.topic_id, q.institute_id, count(*), count(*) filter (where r.result = 1), count(*) filter (where r.result = -1),
    coalesce(sum(r.question_time_spent) filter (where r.result in (1, -1)), 0)
  from (
    select distinct on (student_id, question_id) student_id, question_id, result, question_time_spent
    from responses where verified order by student_id, question_id, verified_at desc
  ) r
  join questions q on q.id = r.question_id and q.is_for_practice
  group by r.student_id, q.topic_id, q.institute_id;
