-- Contents: sign-ins · notifications · assignments · versions of papers
-- Every table of a student's own data has a key that begins with the student, so that the table can be
-- spread over several databases (docs/scale.md).

-- A token contains the id of its person from now on; earlier tokens do not, and end.
delete from sign_ins;
drop index sign_ins_by_user;
alter table sign_ins drop constraint sign_ins_pkey, add primary key (user_id, token_hash);

alter table notifications drop constraint notifications_pkey, add primary key (student_id, id);

drop index paper_assignments_by_student;
alter table paper_assignments drop constraint paper_assignments_pkey, add primary key (student_id, paper_id);
create index paper_assignments_by_paper on paper_assignments (paper_id);

-- A statement that changes a paper raises the version itself, because a spread table has no triggers.
drop trigger papers_version on papers;
drop function grow_paper_version();
