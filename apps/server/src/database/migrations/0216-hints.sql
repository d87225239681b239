-- A hint of a question, and the questions whose hint a student saw in practice before the answer.

alter table questions add column hint text check (length(hint) between 1 and 600);

create table shown_hints (
  student_id bigint not null,
  session_id bigint not null,
  question_id bigint not null references questions,
  shown_at timestamptz not null,
  primary key (student_id, session_id, question_id),
  foreign key (student_id, session_id) references sessions on delete cascade
);
