import { expect, test } from 'vitest';
import { findStatementFaults } from './statement-faults.ts';

test.each([
  ['select * from "sessions" where "student_id" = $1'],
  ['select * from sessions s join responses r on r.student_id = s.student_id where s.student_id = $1 and r.student_id = any($2::bigint[])'],
  ['insert into "notifications" ("student_id", "title") values ($1, $2)'],
  ['update sessions set current_index = $1 where student_id = $2 and id = $3'],
  ['select count(*) from papers where institute_id = $1'],
  ['update sessions s set deadline = to_timestamp($1) from papers p where s.student_id = any($2::bigint[]) for update'],
])('one machine answers: %s', (statement) => {
  expect(findStatementFaults(statement)).toEqual([]);
});

test.each([
  ['select count(*) from sessions where paper_id = $1', 'sessions is read without a value of student_id'],
  [
    'select 1 from sign_ins i join sessions s on s.student_id = i.user_id where i.user_id = $1',
    'sessions is read without a value of student_id',
  ],
  [
    'select 1 from sessions s join guardianships g using (student_id) where s.student_id = $1',
    'guardianships is local and stands beside spread tables',
  ],
  [
    'select 1 from sessions s join session_scores t on t.paper_id = $2 where s.student_id = $1',
    'tables of a student and of a paper stand in one statement',
  ],
  [
    'insert into bookmarks (student_id, tag) values ($1, $2) on conflict (student_id) do update set tag = (select name from topics limit 1)',
    'a subquery stands in "do update"',
  ],
  ['insert into mistakes (student_id, topic_id) values ($1, (select topic_id from questions))', 'a subquery stands in "values"'],
  [
    'update sessions set deadline = deadline + make_interval(secs => $2) where student_id = $1',
    'a change calls a function that is not immutable over columns',
  ],
])('refused, or asked of every machine: %s', (statement, fault) => {
  expect(findStatementFaults(statement)).toContain(fault);
});
