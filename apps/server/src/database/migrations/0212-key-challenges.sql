-- The time in which students challenge the keys of a test, their challenges, and the keys that staff kept.

create table key_challenge_windows (
  paper_id bigint primary key references papers on delete cascade,
  opened_at timestamptz not null,
  closes_at timestamptz not null,
  final_at timestamptz,
  check (closes_at > opened_at),
  check (final_at >= closes_at)
);

create table key_challenges (
  student_id bigint not null references users on delete cascade,
  paper_id bigint not null references papers on delete cascade,
  question_id bigint not null references questions,
  claim text not null check (claim in ('other_answer', 'several_answers', 'no_answer', 'unclear_question')),
  answer jsonb,
  reason text not null check (length(reason) between 20 and 1000),
  made_at timestamptz not null,
  primary key (student_id, paper_id, question_id),
  check ((answer is null) = (claim <> 'other_answer'))
);
create index key_challenges_of_paper on key_challenges (paper_id, question_id, made_at);

create table kept_keys (
  paper_id bigint not null references papers on delete cascade,
  question_id bigint not null references questions,
  reason text not null check (length(reason) between 1 and 500),
  decided_at timestamptz not null,
  primary key (paper_id, question_id)
);
