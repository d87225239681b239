-- Contents: scores of finished tests · how many have which score

-- Per subject, and under subject 0 in total; written by marking. Leads with the paper, whose ranks are read from it.
create table session_scores (
  paper_id bigint not null,
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
  primary key (paper_id, subject_id, student_id, session_id)
);
create index session_scores_ranking on session_scores (paper_id, subject_id, score desc, student_id) where is_ranked;

-- Ranked sessions of a score, in slots by student, so that those who finish at once do not queue on one row.
create table paper_score_counts (
  paper_id bigint not null,
  subject_id smallint not null,
  score integer not null,
  slot smallint not null,
  count integer not null,
  primary key (paper_id, subject_id, score, slot)
);

-- Papers whose finished sessions are to be marked again, by a job.
create table marking_requests (
  paper_id bigint primary key references papers on delete cascade,
  requested_at timestamptz not null
);
insert into marking_requests (paper_id, requested_at) select distinct paper_id, now() from sessions where status = 'COMPLETE' and paper_id is not null;
