-- The commands that operators have typed. Their other words may hold personal data, so only command and verb are kept.
create table typed_commands (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  -- The user of the machine, and behind sudo the user who called it.
  typed_by text not null,
  command text not null,
  -- Null while the command runs, or if its process was killed.
  exit_code integer
);
