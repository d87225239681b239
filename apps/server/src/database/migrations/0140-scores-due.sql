-- Papers whose scores the next start computes from the responses, because tests were finished before an upgrade added
-- the tables that marking fills.

alter table papers add column scores_due boolean not null default false;

update papers p set scores_due = true
where exists (
  select from sessions s
  where s.paper_id = p.id and s.status = 'COMPLETE'
    and not exists (select from session_scores c where c.paper_id = p.id and c.student_id = s.student_id and c.session_id = s.id)
);
