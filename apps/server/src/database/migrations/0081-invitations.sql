-- People whom an institute has invited by phone number; an invitation is valid for seven days and works once.
create table invitations (
  id bigint generated always as identity primary key,
  institute_id bigint not null references institutes,
  phone text not null check (phone ~ '^[0-9]{10}$'),
  name text check (length(name) between 1 and 80),
  role text not null check (role in ('owner', 'teacher', 'content_editor', 'invigilator', 'counsellor', 'guardian', 'student')),
  institute_given_id text check (length(institute_given_id) between 1 and 40),
  -- The classroom that the person joins with it; classrooms are archived, never deleted.
  classroom_id bigint,
  -- Null for the operator.
  invited_by bigint references users on delete set null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  answered_at timestamptz,
  is_accepted boolean,
  revoked_at timestamptz,
  check ((answered_at is null) = (is_accepted is null))
);
create unique index invitations_open on invitations (institute_id, phone, role) where answered_at is null and revoked_at is null;
create index invitations_by_phone on invitations (phone) where answered_at is null and revoked_at is null;
