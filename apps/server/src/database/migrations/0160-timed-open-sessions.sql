-- Whether a timed test is under way is asked at every review; self-paced sessions of the same paper, of which there may be thousands, do not count.
create index sessions_open_timed on sessions (paper_id) where status = 'IN_PROGRESS' and deadline is not null;
