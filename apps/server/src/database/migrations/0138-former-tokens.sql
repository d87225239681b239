-- The token that the browser had before this one, so that a late refusal of that token does not delete the cookie of this one.
alter table sign_ins add column former_hash bytea;
create index sign_ins_by_former on sign_ins (former_hash) where former_hash is not null;
