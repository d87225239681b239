-- Contents: tie-breaks · median times of a paper's questions · tests held in shifts

-- For the total: subject scores and ratios in the exam's order (`tieOrder` of packages/exam); the smaller list comes first. Empty for
-- subjects and, until `npm run scores -- rebuild`, for sessions that were finished earlier.
alter table session_scores add column ties double precision[] not null default '{}';
drop index session_scores_ranking;
create index session_scores_ranking on session_scores (paper_id, subject_id, score desc, ties, student_id) where is_ranked;

-- Over the ranked sessions that had finished by `measured_at`; can be rebuilt from the responses.
create table question_times (
  paper_id bigint not null references papers on delete cascade,
  question_id bigint not null references questions,
  -- Seconds, over those who answered it.
  median_time double precision not null,
  answered_by integer not null,
  measured_at timestamptz not null,
  primary key (paper_id, question_id)
);

-- Papers that are shifts of one test. The merged rank is computed from the percentiles within each shift.
create table shift_groups (
  id bigint generated always as identity primary key,
  institute_id bigint not null references institutes on delete cascade,
  name text not null check (length(name) between 1 and 80),
  created_at timestamptz not null,
  unique (institute_id, name)
);

create table shift_group_papers (
  paper_id bigint primary key references papers on delete cascade,
  group_id bigint not null references shift_groups on delete cascade
);
create index shift_group_papers_by_group on shift_group_papers (group_id);
