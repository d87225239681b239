-- Papers that an institute composes. When a test is deleted, its draft stays, and another test can be made from it.
create table paper_drafts (
  id bigint generated always as identity primary key,
  institute_id bigint not null references institutes on delete cascade,
  name text not null,
  plan jsonb not null,
  items jsonb not null default '[]',
  passed bigint[] not null default '{}',
  version integer not null default 1,
  changed_at timestamptz not null,
  paper_id bigint references papers on delete set null
);
create index paper_drafts_by_institute on paper_drafts (institute_id, changed_at desc, id desc);
create index paper_drafts_by_paper on paper_drafts (paper_id) where paper_id is not null;
