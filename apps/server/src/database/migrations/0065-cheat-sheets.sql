-- How a student tagged the quick points of cheat sheets.

create table quick_point_tags (
  student_id bigint not null references users on delete cascade,
  quick_point_id bigint not null references quick_points on delete cascade,
  tag text not null check (tag in ('KNOWN', 'UNKNOWN')),
  tagged_at timestamptz not null,
  primary key (student_id, quick_point_id)
);
