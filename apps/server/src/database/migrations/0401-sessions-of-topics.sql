-- Home asks for the topics practised last, and the plan of a day whether a topic was practised today. Only practice has a topic, and
-- uploads do not change these columns.
create index sessions_of_topics on sessions (student_id, topic_id, finished_at) where topic_id is not null;
