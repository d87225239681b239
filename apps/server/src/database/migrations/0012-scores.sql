-- Contents: scores of finished tests · number of sessions with each score

-- Scores of every finished session, by subject and in total (subject 0). Marking writes them, and they can be rebuilt from the responses.
-- The key begins with the paper, because the ranks of a paper are read from this table.
create table session_scores (
  paper_id bigint not null references papers on delete cascade,
  -- The lowest id with the subject's name, so Biology is 4; 0 for the total.
  subject_id smallint not null,
  student_id bigint not null,
  session_id bigint not null,
  score integer not null,
  max_score integer not null,
  correct smallint not null,
  incorrect smallint not null,
  unattempted smallint not null,
  is_ranked boolean not null,
  primary key (paper_id, subject_id, student_id, session_id),
  foreign key (student_id, session_id) references sessions on delete cascade
);
create index session_scores_ranking on session_scores (paper_id, subject_id, score desc, student_id) where is_ranked;
create index session_scores_by_session on session_scores (student_id, session_id);

-- Numbers of ranked sessions by score, in slots by student, so that sessions that finish at once do not wait for one row.
create table paper_score_counts (
  paper_id bigint not null references papers on delete cascade,
  subject_id smallint not null,
  score integer not null,
  slot smallint not null,
  count integer not null,
  primary key (paper_id, subject_id, score, slot)
);

-- Ranks are read from session_scores from now on.
drop index sessions_ranking;
