-- Contents: tests in which an answer counts only once it is saved

alter table sessions add column is_exam_exact boolean not null default false;
