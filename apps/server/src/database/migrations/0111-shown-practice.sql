-- Whether the student lets the institute see their practice since joining; only the student decides this.
alter table memberships add column shows_practice boolean not null default false;
