-- The source of the questions of a revise session: '' for missed questions, otherwise the bookmarks of a tag or the wrong
-- answers of one session. Each source has its own session, so that opening one never shows the questions of another.
alter table sessions add column source text not null default '' check (length(source) <= 60);
drop index sessions_one_open_of_book;
create unique index sessions_one_open_of_book on sessions (student_id, source) where status = 'IN_PROGRESS' and object_type = 2;
drop index sessions_one_open_of_chapter;
create unique index sessions_one_open_of_chapter on sessions (student_id, chapter_id, object_type, session_type, source)
  where status = 'IN_PROGRESS' and chapter_id is not null;
