-- A student lets an institute see the own practice, from joining on; nobody else decides it.
alter table memberships add column shows_practice boolean not null default false;
