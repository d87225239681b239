import { Type } from 'typebox';
import { endpoint, Nullable } from '../endpoint.ts';
import { ComprehensionQuestion, Question } from './questions.ts';

/** What a topic holds, and one question of it with its solution: the same for everybody, open or locked. */
export const getTopicSample = endpoint('GET /student_app/{id}/get_topic_sample', {
  summary: 'Say what a topic holds, with one sample question',
  id: 'The topic.',
  response: Type.Object({
    name: Type.String(),
    question_count: Type.Integer(),
    /** Easy: levels 1 and 2; medium: 3; hard: 4 and 5. */
    by_difficulty: Type.Object({ easy: Type.Integer(), medium: Type.Integer(), hard: Type.Integer() }),
    /** Of all, those that are answered with a number. */
    numerical_count: Type.Integer(),
    has_access: Type.Boolean(),
    /** Null where the topic has none that may be shown. */
    sample_question: Nullable(Question),
    comprehension_question: Nullable(ComprehensionQuestion),
  }),
});
