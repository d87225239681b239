-- The language in which the student read the question; null for English.
alter table doubts add column language text constraint doubts_language check (language = 'hi');
