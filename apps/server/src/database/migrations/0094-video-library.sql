-- Contents: clips of recordings

-- A part of a class's recording that treats one topic; a `concept` on the wire.
create table meeting_concepts (
  id bigint generated always as identity primary key,
  meeting_id bigint not null references meetings on delete cascade,
  -- Null where the institute's subject has no topics of the catalogue.
  topic_id bigint references topics,
  title text not null check (length(title) between 1 and 120),
  description text check (length(description) between 1 and 1000),
  -- Seconds of the recording.
  starts_at integer not null check (starts_at >= 0),
  ends_at integer not null,
  created_by bigint references users,
  created_at timestamptz not null,
  check (ends_at > starts_at)
);
create index meeting_concepts_by_meeting on meeting_concepts (meeting_id, starts_at);
create index meeting_concepts_by_topic on meeting_concepts (topic_id);
