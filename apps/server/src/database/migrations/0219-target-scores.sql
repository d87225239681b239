-- The score that a student aims at, in marks of the chosen exam.

alter table student_goals add column target_score smallint check (target_score between 1 and 720);
