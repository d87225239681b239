-- Contents: lists of ranks from their index alone

-- Rows that a page skips are then not looked up in the table.
drop index session_scores_ranking;
create index session_scores_ranking on session_scores (paper_id, subject_id, score desc, ties, student_id) include (session_id) where is_ranked;
