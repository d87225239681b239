-- Why the student thinks the latest miss went wrong; null until it is said, and again after another miss.
alter table mistakes add column reason text check (reason in ('concept', 'calculation', 'misread', 'guess'));
