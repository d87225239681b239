-- Contents: institutes · memberships · the membership in use · owners of content · the log of staff

alter table institutes
  -- The parts of the site's brand that the institute replaces.
  add column brand jsonb not null default '{}' check (jsonb_typeof(brand) = 'object'),
  add column settings jsonb not null default '{}' check (jsonb_typeof(settings) = 'object'),
  add column created_at timestamptz not null default now();

-- The roles of people in institutes. A person may have several, in one institute or in more.
create table memberships (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  institute_id bigint not null references institutes,
  role text not null check (role in ('owner', 'teacher', 'content_editor', 'invigilator', 'counsellor', 'guardian', 'student')),
  -- The institute's own number for the person: a roll or staff number.
  institute_given_id text check (length(institute_given_id) between 1 and 40),
  is_institute_student boolean not null default false,
  has_only_test_board_access boolean not null default false,
  is_higher_education boolean not null default false,
  joined_at timestamptz not null default now(),
  ended_at timestamptz,
  check (role = 'student' or not (is_institute_student or has_only_test_board_access or is_higher_education)),
  check (ended_at >= joined_at)
);
create unique index memberships_one_current on memberships (user_id, institute_id, role) where ended_at is null;
create unique index memberships_by_given_id on memberships (institute_id, role, institute_given_id)
  where ended_at is null and institute_given_id is not null;
create index memberships_by_institute on memberships (institute_id, role);

insert into memberships (user_id, institute_id, role, is_institute_student, has_only_test_board_access, is_higher_education, joined_at)
select id, institute_id, case type when 'Admin' then 'owner' else lower(type) end, type = 'Student' and is_institute_student,
  type = 'Student' and has_only_test_board_access, type = 'Student' and is_higher_education, created_at
from users where institute_id is not null;

-- The membership in use, for a sign-in and for the person's next sign-in. If none is set, the oldest counts.
alter table users
  add column membership_id bigint references memberships on delete set null,
  drop column type,
  drop column institute_id,
  drop column is_higher_education,
  drop column has_only_test_board_access,
  drop column is_institute_student;
alter table sign_ins add column membership_id bigint references memberships on delete cascade;

-- The owner of content: an institute or, with null, the shared bank. A code is unique for each owner.
alter table questions
  add column institute_id bigint references institutes,
  drop constraint questions_code_key,
  add unique nulls not distinct (institute_id, code);
alter table comprehension_questions
  add column institute_id bigint references institutes,
  drop constraint comprehension_questions_code_key,
  add unique nulls not distinct (institute_id, code);
alter table papers
  drop constraint papers_code_key,
  add unique nulls not distinct (institute_id, code);
alter table quick_points
  add column institute_id bigint references institutes,
  drop constraint quick_points_code_key,
  add unique nulls not distinct (institute_id, code);
create table picture_uses (
  hash text not null references pictures,
  institute_id bigint references institutes,
  unique nulls not distinct (institute_id, hash)
);
insert into picture_uses (hash) select hash from pictures;

-- Acts of staff, each written in the transaction of the act; rows are never changed or removed.
create table audit_log (
  id bigint generated always as identity primary key,
  -- Null for the shared bank.
  institute_id bigint references institutes,
  -- Null for the operator of the installation.
  user_id bigint references users,
  role text not null,
  what text not null,
  object_type text not null,
  object_id bigint,
  before jsonb,
  after jsonb,
  reason text check (length(reason) between 1 and 500),
  at timestamptz not null
);
create index audit_log_by_institute on audit_log (institute_id, id desc);
create index audit_log_by_object on audit_log (object_type, object_id, id desc);
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;
create trigger audit_log_append_only before update or delete on audit_log execute function refuse_change();
