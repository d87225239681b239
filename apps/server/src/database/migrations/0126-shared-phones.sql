-- Several people may have one phone: no two of them one name, with case and blanks folded, and one at most none.
create function plain_name(name text) returns text language sql immutable
  as $$ select lower(btrim(regexp_replace(coalesce(name, ''), '\s+', ' ', 'g'))) $$;
alter table users drop constraint users_phone_key;
create unique index users_by_phone on users (phone, plain_name(name)) where phone is not null;
-- Two children of one phone may be asked at once.
drop index invitations_open;
create unique index invitations_open on invitations (institute_id, phone, role, plain_name(name)) where answered_at is null and revoked_at is null;
-- What a code that was right is exchanged for where several people have its number: once, for a few minutes.
alter table sign_in_codes add column ticket_hash bytea, add column ticket_expires_at timestamptz;
