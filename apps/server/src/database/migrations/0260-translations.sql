-- Questions and passages in another language than English. Key, pictures and everything else are those of the English question.

create table question_translations (
  question_id bigint not null references questions on delete cascade,
  -- The owner of the question.
  institute_id bigint references institutes,
  language text not null check (language in ('hi')),
  -- Raised by every change.
  version integer not null default 1,
  -- Text, options, notes, hint, solution, and descriptions of pictures.
  content jsonb not null,
  primary key (question_id, language)
);

create table passage_translations (
  passage_id bigint not null references comprehension_questions on delete cascade,
  institute_id bigint references institutes,
  language text not null check (language in ('hi')),
  version integer not null default 1,
  content jsonb not null,
  primary key (passage_id, language)
);

-- The languages of a question's translations, written with them, so that no call looks for translations that are not there.
alter table questions add column languages text[] not null default '{}';
