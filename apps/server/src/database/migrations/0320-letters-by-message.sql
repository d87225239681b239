-- The Monday letter is announced by text message and by e-mail too, to those who asked for it.

alter table letter_readers
  -- Whether the site tells the person by a notification.
  add column in_site boolean not null default true,
  add column by_text boolean not null default false,
  -- The address that the person confirmed by a link sent there.
  add column mail_address text,
  -- The Mondays for which the person got the last text message and e-mail, in days since 1970.
  add column texted_for integer not null default 0,
  add column mailed_for integer not null default 0;
create index letter_readers_by_texted on letter_readers (texted_for, user_id) where by_text;
create index letter_readers_by_mailed on letter_readers (mailed_for, user_id) where mail_address is not null;
