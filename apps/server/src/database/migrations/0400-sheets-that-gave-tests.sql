-- Entering a sheet gives the test to its student. Taking the sheet back takes back only a test that was given so.
alter table answer_sheets add column gave_test boolean not null default false;
