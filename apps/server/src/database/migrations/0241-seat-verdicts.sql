-- Why the seat of a student in a running test is slow, as the student's page found it.

create table seat_verdicts (
  student_id bigint not null,
  session_id bigint not null,
  paper_id bigint not null references papers on delete cascade,
  verdict text not null check (verdict in ('server', 'network', 'device', 'unclear')),
  said_at timestamptz not null,
  primary key (student_id, session_id),
  foreign key (student_id, session_id) references sessions on delete cascade
);
create index seat_verdicts_by_paper on seat_verdicts (paper_id);
