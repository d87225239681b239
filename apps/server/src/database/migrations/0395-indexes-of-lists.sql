-- A student's sessions of a paper are found without reading their practice. This index also serves the two that it replaces.
create index sessions_of_papers on sessions (student_id, paper_id, id) where paper_id is not null;
drop index sessions_finished_tests;
drop index sessions_for_mistake_book;

-- The few questions with a video are found without reading all questions of a chapter.
create index questions_with_video on questions (topic_id) where is_for_practice and video_solution_uri is not null;

-- The counts by day are read from the index alone.
alter table session_days drop constraint session_days_pkey;
alter table session_days add constraint session_days_pkey
  primary key (student_id, session_id, day, subject_id) include (correct, incorrect, seconds);

-- Bookmarks are counted and listed without reading their questions, as mistakes are. If a question moves to another topic, they move too.
alter table bookmarks add column topic_id bigint, add column institute_id bigint;
update bookmarks set topic_id = q.topic_id, institute_id = q.institute_id from questions q where q.id = bookmarks.question_id;
alter table bookmarks alter column topic_id set not null;
alter table bookmarks drop constraint bookmarks_question_id_fkey;
alter table bookmarks add constraint bookmarks_question_id_topic_id_fkey
  foreign key (question_id, topic_id) references questions (id, topic_id) on update cascade;
alter table bookmarks add constraint bookmarks_institute_id_fkey foreign key (institute_id) references institutes;
create index bookmarks_by_question on bookmarks (question_id);
create index bookmarks_newest on bookmarks (student_id, bookmarked_at desc, question_id desc) include (tag, topic_id, institute_id);
