-- Contents: corrections and contests of an attendance · calendar feeds

create table meeting_attendance (
  student_id bigint not null references users on delete cascade,
  meeting_id bigint not null references meetings on delete cascade,
  -- A correction by staff, which overrides every measurement.
  corrected text check (corrected in ('present', 'absent')),
  reason text check (length(reason) between 1 and 300),
  corrected_by bigint references users,
  corrected_at timestamptz,
  -- When the student contested the absence, within 7 days.
  contested_at timestamptz,
  contest_reason text check (length(contest_reason) between 1 and 300),
  primary key (student_id, meeting_id),
  check (num_nulls(corrected, reason, corrected_at) in (0, 3))
);
create index meeting_attendance_by_meeting on meeting_attendance (meeting_id);

-- The address of a person's classes for a calendar; a new one replaces the old one.
create table calendar_feeds (
  user_id bigint not null references users on delete cascade,
  institute_id bigint not null references institutes,
  token_hash bytea not null unique,
  created_at timestamptz not null,
  primary key (user_id, institute_id)
);
