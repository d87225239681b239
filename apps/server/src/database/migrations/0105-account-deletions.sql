alter table users add column deletion_due_at timestamptz;
create index users_due_for_deletion on users (deletion_due_at) where deletion_due_at is not null;
-- The log is append-only, so it keeps the ids of deleted people.
alter table audit_log drop constraint audit_log_user_id_fkey;
