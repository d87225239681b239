-- Contents: open tests by paper and by age · ranks of sessions that were finished before ranks existed

create index sessions_open_of_paper on sessions (paper_id) where status = 'IN_PROGRESS' and paper_id is not null;
create index sessions_open_self_paced on sessions (began_at) where status = 'IN_PROGRESS' and paper_id is not null and deadline is null;

update sessions s set is_ranked = true
from (
  select distinct on (student_id, paper_id) student_id, id from sessions
  where status = 'COMPLETE' and paper_id is not null order by student_id, paper_id, finished_at, id
) first
where s.student_id = first.student_id and s.id = first.id
  and not exists (select from sessions o where o.student_id = s.student_id and o.paper_id = s.paper_id and o.is_ranked);
