-- Questions that a student keeps for later, each under one tag.

create table bookmarks (
  student_id bigint not null references users on delete cascade,
  question_id bigint not null references questions,
  tag text not null check (tag in ('Revise', 'Doubts')),
  -- When the bookmark was put under this tag.
  bookmarked_at timestamptz not null,
  primary key (student_id, question_id)
);
