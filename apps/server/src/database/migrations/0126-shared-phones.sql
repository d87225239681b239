-- Several people may share a phone number. No two of them have the same name (ignoring case and blanks), and at most one has no name.
create function plain_name(name text) returns text language sql immutable
  as $$ select lower(btrim(regexp_replace(coalesce(name, ''), '\s+', ' ', 'g'))) $$;
alter table users drop constraint users_phone_key;
create unique index users_by_phone on users (phone, plain_name(name)) where phone is not null;
-- Two children with one phone number may be invited at the same time.
drop index invitations_open;
create unique index invitations_open on invitations (institute_id, phone, role, plain_name(name)) where answered_at is null and revoked_at is null;
-- If several people share the number, a right code is exchanged for this ticket, which works once, for a few minutes.
alter table sign_in_codes add column ticket_hash bytea, add column ticket_expires_at timestamptz;
