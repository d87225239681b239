-- The questions that an institute writes, in every state. Students' calls read `questions` alone, which a question enters when it is approved.
create table bank_passages (
  id bigint generated always as identity primary key,
  institute_id bigint not null references institutes on delete cascade,
  content jsonb not null,
  version integer not null default 1,
  changed_at timestamptz not null,
  -- The published passage; from then on the text is fixed.
  comprehension_question_id bigint unique references comprehension_questions
);
create index bank_passages_by_institute on bank_passages (institute_id, id desc);

create table bank_questions (
  id bigint generated always as identity primary key,
  institute_id bigint not null references institutes on delete cascade,
  state text not null default 'draft' check (state in ('draft', 'in_review', 'approved', 'retired')),
  version integer not null default 1,
  content jsonb not null,
  faults jsonb not null default '[]',
  -- What a reviewer wants changed.
  remark text,
  bank_passage_id bigint references bank_passages,
  -- The published question.
  question_id bigint unique references questions,
  approved_version integer,
  -- The question that this one is to replace.
  follows_id bigint references bank_questions on delete set null,
  submitted_by bigint references users,
  changed_by bigint references users,
  changed_at timestamptz not null,
  -- The searched words and formulas while the text is not published as it is.
  document tsvector,
  formulas text not null default '',
  check (state in ('draft', 'in_review') or question_id is not null)
);
create index bank_questions_by_institute on bank_questions (institute_id, changed_at desc, id desc);
create index bank_questions_by_passage on bank_questions (bank_passage_id) where bank_passage_id is not null;
create index bank_questions_by_predecessor on bank_questions (follows_id) where follows_id is not null;
create index bank_questions_by_document on bank_questions using gin (document) where document is not null;

create table bank_question_versions (
  bank_question_id bigint not null references bank_questions on delete cascade,
  version integer not null,
  content jsonb not null,
  saved_by bigint references users,
  saved_at timestamptz not null,
  primary key (bank_question_id, version)
);

-- Changes of many questions at once, with what each question was before, for undo.
create table bank_changes (
  id bigint generated always as identity primary key,
  institute_id bigint not null references institutes on delete cascade,
  change jsonb not null,
  entries jsonb not null,
  made_by bigint references users,
  made_at timestamptz not null,
  undone_at timestamptz
);
create index bank_changes_by_institute on bank_changes (institute_id, id desc);

-- The questions that institutes have imported so far.
insert into bank_passages (institute_id, content, changed_at, comprehension_question_id)
select p.institute_id, jsonb_build_object('text', p.comprehension_text, 'figure', case when p.supporting_picture is not null then
  jsonb_build_object('hash', p.supporting_picture, 'alt', coalesce(p.supporting_picture_alt, ''), 'size', p.supporting_picture_size) end), now(), p.id
from comprehension_questions p where p.institute_id is not null order by p.id;

insert into bank_questions (institute_id, state, content, bank_passage_id, question_id, approved_version, changed_at)
select q.institute_id, case when q.retired_at is null then 'approved' else 'retired' end,
  jsonb_build_object(
    'topic_id', q.topic_id, 'type', (array['four_options', 'numerical', 'multiple_option', 'comprehension'])[q.question_type + 1],
    'difficulty', q.complexity, 'for', case when q.is_for_practice then 'practice' else 'paper' end, 'passage_id', p.id, 'text', q.question_text,
    'options', jsonb_build_array(coalesce(q.option_1, ''), coalesce(q.option_2, ''), coalesce(q.option_3, ''), coalesce(q.option_4, '')),
    'option_figures', (select jsonb_agg(case when f.hash is not null then
        jsonb_build_object('hash', f.hash, 'alt', coalesce(f.alt, ''), 'size', f.size) end order by f.at)
      from (values (1, q.image_option_1, q.image_option_1_alt, q.image_option_1_size), (2, q.image_option_2, q.image_option_2_alt, q.image_option_2_size),
        (3, q.image_option_3, q.image_option_3_alt, q.image_option_3_size), (4, q.image_option_4, q.image_option_4_alt, q.image_option_4_size))
        as f (at, hash, alt, size)),
    'options_layout', q.options_layout,
    'figure', case when q.supporting_picture is not null then
      jsonb_build_object('hash', q.supporting_picture, 'alt', coalesce(q.supporting_picture_alt, ''), 'size', q.supporting_picture_size) end,
    'keys', q.accepted_answers, 'precision', q.precision, 'notes', coalesce(q.numerical_notes, ''), 'solution', coalesce(q.solution_text, ''),
    'solution_figure', case when q.solution_supporting_picture is not null then jsonb_build_object('hash', q.solution_supporting_picture,
      'alt', coalesce(q.solution_supporting_picture_alt, ''), 'size', q.solution_supporting_picture_size) end,
    'video', coalesce(q.video_solution_uri, ''), 'not_asked_since', q.not_asked_since),
  p.id, q.id, 1, now()
from questions q left join bank_passages p on p.comprehension_question_id = q.comprehension_question_id
where q.institute_id is not null order by q.id;

insert into bank_question_versions (bank_question_id, version, content, saved_at)
select id, version, content, changed_at from bank_questions;
