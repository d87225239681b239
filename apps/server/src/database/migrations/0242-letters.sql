-- People who want to be told each Monday that the letter of last week is there.

create table letter_readers (
  user_id bigint primary key references users on delete cascade,
  agreed_at timestamptz not null,
  -- The Monday for which the person was told last, in days since 1970.
  told_for integer not null
);
create index letter_readers_by_told on letter_readers (told_for);
