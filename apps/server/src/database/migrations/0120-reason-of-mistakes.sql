-- Why the student thinks the latest miss went wrong; null until the student says so, and again after another miss.
alter table mistakes add column reason text check (reason in ('concept', 'calculation', 'misread', 'guess'));
