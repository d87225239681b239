-- These tables have no primary key, because their institute may be absent. While a part of a spread table moves to another machine, a changed
-- row of them is found by all its values.

alter table topic_figures replica identity full;
alter table topic_question_counts replica identity full;
alter table picture_uses replica identity full;
