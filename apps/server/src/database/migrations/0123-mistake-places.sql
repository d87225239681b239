-- Columns by which the mistake book is counted: the topic and the owner of the question, and the time that the latest answer took.
alter table mistakes add column topic_id bigint, add column institute_id bigint references institutes, add column seconds integer not null default 0;
update mistakes set topic_id = q.topic_id, institute_id = q.institute_id from questions q where q.id = mistakes.question_id;
update mistakes set seconds = r.question_time_spent from responses r
  where r.student_id = mistakes.student_id and r.session_id = mistakes.session_id and r.question_id = mistakes.question_id;

-- If a question moves to another topic, its entries move too; they are found by question.
alter table questions add unique (id, topic_id);
alter table mistakes
  alter column topic_id set not null,
  drop constraint mistakes_question_id_fkey,
  add foreign key (question_id, topic_id) references questions (id, topic_id) on update cascade;
create index mistakes_by_question on mistakes (question_id);

-- Each count reads its index alone.
drop index mistakes_due;
create index mistakes_due on mistakes (student_id, due_at, question_id) include (topic_id, institute_id, kind, seconds) where not is_fixed;
create index mistakes_fixed on mistakes (student_id) where is_fixed;
create index mistakes_reviewed on mistakes (student_id, last_review_at) where reps > 1;
