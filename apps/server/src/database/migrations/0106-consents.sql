-- Consents of a person, a guardian or an institute; they stay when the account is deleted.
create table consents (
  student_id bigint not null references users on delete cascade,
  id bigint generated always as identity,
  given_by text not null check (given_by in ('self', 'guardian', 'institute')),
  age smallint,
  -- The date of the privacy page to which the consent refers.
  text_of text not null,
  guardian_phone text check (guardian_phone ~ '^[0-9]{10}$'),
  guardian_name text check (length(guardian_name) between 1 and 80),
  relation text check (relation in ('mother', 'father', 'guardian', 'other')),
  institute_id bigint references institutes,
  recorded_by bigint references users on delete set null,
  given_at timestamptz not null,
  primary key (student_id, id),
  check ((given_by = 'self') = (guardian_name is null)),
  check ((guardian_name is null) = (relation is null)),
  check ((given_by = 'institute') = (institute_id is not null))
);
-- Read with each sign-in: when the person came of age or a guardian agreed, and when the institute recorded a consent.
alter table users add column consented_at timestamptz;
alter table memberships add column consented_at timestamptz;
update users set consented_at = now() where adult_from <= now();
insert into consents (student_id, given_by, age, text_of, given_at)
  select id, 'self', age, 'before consents were recorded', now() from users where adult_from <= now();
