-- Every review asks whether a timed test is under way. Self-paced sessions of the same paper do not count, and there may be thousands.
create index sessions_open_timed on sessions (paper_id) where status = 'IN_PROGRESS' and deadline is not null;
