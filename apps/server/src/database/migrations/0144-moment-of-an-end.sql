-- When a process ended the test for lack of time, by the database's clock: the end itself is the deadline, and tells nothing of a process whose clock is wrong.
alter table sessions add column ended_by_clock_at timestamptz;
