-- Right and wrong answers of a session by day and subject, from which progress is computed. Can be rebuilt from the responses.

create table session_days (
  student_id bigint not null,
  session_id bigint not null,
  -- Days since 1970-01-01, cut at midnight of Asia/Kolkata.
  day integer not null,
  subject_id smallint not null references subjects,
  correct integer not null,
  incorrect integer not null,
  seconds integer not null,
  primary key (student_id, session_id, day, subject_id),
  foreign key (student_id, session_id) references sessions on delete cascade
);

insert into session_days (student_id, session_id, day, subject_id, correct, incorrect, seconds)
select r.student_id, r.session_id, floor((extract(epoch from r.verified_at) + 19800) / 86400)::int, c.subject_id,
  count(*) filter (where r.result = 1), count(*) filter (where r.result = -1), sum(r.question_time_spent)
from responses r
join questions q on q.id = r.question_id
join topics t on t.id = q.topic_id
join chapters c on c.id = t.chapter_id
where r.verified and r.result in (1, -1)
group by 1, 2, 3, 4;
