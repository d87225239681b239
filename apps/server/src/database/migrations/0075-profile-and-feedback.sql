-- Contents: further profile fields of a person · feedback on the product

alter table users
  -- Which exam, and in which year.
  add column exam text check (length(exam) between 1 and 40),
  add column exam_year smallint check (exam_year between 2020 and 2100),
  -- Age in whole years as given; the person is of age from `adult_from` at the latest.
  add column age smallint check (age between 8 and 100),
  add column adult_from timestamptz,
  add check ((age is null) = (adult_from is null));

create table feedbacks (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  rating smallint not null check (rating between 1 and 5),
  message text check (length(message) between 1 and 2000),
  created_at timestamptz not null
);
create index feedbacks_by_time on feedbacks (created_at desc, id desc);
create index feedbacks_by_user on feedbacks (user_id);
