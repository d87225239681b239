alter table users add column deletion_due_at timestamptz;
create index users_due_for_deletion on users (deletion_due_at) where deletion_due_at is not null;
-- The log can only be added to: it goes on naming by number who is no longer there.
alter table audit_log drop constraint audit_log_user_id_fkey;
