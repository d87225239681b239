-- The time from which students may see the key of a live quiz question; a later answer is stored as late and never counts.
-- Answers in completed quizzes stay unchanged.
alter table live_quiz_questions add column revealed_at timestamptz;
update live_quiz_questions qq set revealed_at = locks_at + interval '2001 milliseconds'
from live_quizzes q where q.id = qq.quiz_id and q.reveals = 'after_lock' and q.completed_at is null and qq.locks_at is not null;
