-- The language in which a person reads the site; null while none was chosen, so that their browser decides.
alter table users add column language text check (language in ('en', 'hi'));

-- The patterns of title and message with their words, from which the site says them in the reader's language.
alter table notifications add column said jsonb not null default '[]';
