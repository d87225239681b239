-- Finished tests of a student, the newest first: found without reading every practice session.
create index sessions_finished_tests on sessions (student_id, finished_at desc) where status = 'COMPLETE' and paper_id is not null;
