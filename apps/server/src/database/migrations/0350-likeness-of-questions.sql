-- The same for two questions that differ in numbers and signs at most. The signs are named one by one, so that databases with different
-- rules for letters agree: of ASCII and Latin-1, the general and mathematical ones from U+2000, and digits and stops of Devanagari.
alter table questions add column likeness text not null generated always as (
  md5(
    regexp_replace(
      lower((question_text || ' ' || coalesce(option_1, '') || ' ' || coalesce(option_2, '') || ' ' || coalesce(option_3, '') || ' '
        || coalesce(option_4, '')) collate "C"),
      '[\u0001-\u0040\u005b-\u0060\u007b-\u00b4\u00b6-\u00bf\u00d7\u00f7\u2000-\u2bff\u0964-\u096f]+', '', 'g')
    || ' ' || coalesce(supporting_picture, '') || ' ' || coalesce(image_option_1, '') || ' ' || coalesce(image_option_2, '')
    || ' ' || coalesce(comprehension_question_id::text, ''))) stored;
create index questions_by_likeness on questions (topic_id, likeness);
-- Its first column is the same.
drop index questions_by_topic;
