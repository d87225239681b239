-- Set if the question was shown in Hindi during the visit. Not validated: all visits before have none.
alter table visits add column language text;
alter table visits add constraint visits_language check (language = 'hi') not valid;
