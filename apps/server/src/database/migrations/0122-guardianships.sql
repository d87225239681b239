-- Guardians, by phone number, who may see a student's results at an institute: once student and guardian have agreed, until
-- one of them or the institute ends it.
create table guardianships (
  id bigint generated always as identity primary key,
  institute_id bigint not null references institutes,
  student_id bigint not null references users on delete cascade,
  phone text not null check (phone ~ '^[0-9]{10}$'),
  name text not null check (length(name) between 1 and 80),
  relation text not null check (relation in ('mother', 'father', 'guardian', 'other')),
  -- The member of staff who invited the guardian; null if the student named the guardian.
  invited_by bigint references users on delete set null,
  is_named_by_student boolean not null,
  created_at timestamptz not null,
  -- The time until which the others must agree.
  expires_at timestamptz not null,
  student_agreed_at timestamptz,
  guardian_id bigint references users on delete cascade,
  guardian_agreed_at timestamptz,
  shows_practice boolean not null default false,
  ended_at timestamptz,
  ended_by text check (ended_by in ('student', 'guardian', 'institute')),
  check (guardian_id <> student_id),
  check ((guardian_id is null) = (guardian_agreed_at is null)),
  check (guardian_agreed_at is null or student_agreed_at is not null),
  check ((ended_at is null) = (ended_by is null))
);
create unique index guardianships_one_open on guardianships (student_id, institute_id, phone) where ended_at is null;
create index guardianships_by_student on guardianships (student_id, institute_id, created_at);
create index guardianships_by_phone on guardianships (phone) where guardian_agreed_at is null and ended_at is null;
create index guardianships_by_guardian on guardianships (guardian_id, institute_id) where ended_at is null;
