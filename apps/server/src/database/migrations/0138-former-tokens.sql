-- The token that the browser had before this one: a refusal of that one, on its way meanwhile, does not take this one's cookie away.
alter table sign_ins add column former_hash bytea;
create index sign_ins_by_former on sign_ins (former_hash) where former_hash is not null;
