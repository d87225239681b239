-- When a process ended the test for lack of time, by the database's clock: the end itself is stored as the deadline,
-- which would not show that the process had a wrong clock.
alter table sessions add column ended_by_clock_at timestamptz;
