-- Contents: scores of finished tests · how many have which score

-- Of every finished session, per subject and under subject 0 in total; written by marking, can be rebuilt from the responses. It leads with the
-- paper, whose ranks are read from it.
create table session_scores (
  paper_id bigint not null references papers on delete cascade,
  -- The lowest id of the subject's name, so Biology is 4; 0 for the total.
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

-- Ranked sessions of a score, in slots by student, so that those who finish at once do not queue on one row.
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
