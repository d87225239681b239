-- Contents: late uploads of students who could see a key · unreported time of self-paced sessions

-- Whether the student could see a key of the sent answers when they arrived.
alter table late_uploads add column key_visible boolean not null default false;
update late_uploads l set key_visible = true
from sessions s join papers p on p.id = s.paper_id
where s.student_id = l.student_id and s.id = l.session_id
  and (p.institute_id is null or p.results_published_at <= l.received_at);

alter table sessions
  -- Seconds within the present writer's gaps of 90 s and more that were not reported as spent.
  add column unclaimed_seconds integer not null default 0,
  -- Whether these seconds reached ten minutes, so that the attempt is not ranked.
  add column is_time_doubtful boolean not null default false;
