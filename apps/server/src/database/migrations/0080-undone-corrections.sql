-- The values besides the answers that a correction replaced, so that it can be undone; and whether it undoes the previous correction.
alter table key_corrections
  add column previous_correction text check (previous_correction in ('dropped', 'bonus')),
  add column is_undo boolean not null default false;
