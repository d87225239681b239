-- Contents: answers and visits no longer refer to their question by a foreign key

-- An upload stores only questions of its session's paper or practice, and a question that was ever in one is retired, not deleted. The check
-- of each row took a sixth of the upload's time and locked the same rows of questions for a whole hall.
alter table responses drop constraint responses_question_id_fkey;
alter table visits drop constraint visits_question_id_fkey;
