import { Type } from 'typebox';
import { endpoint, Nullable } from '../endpoint.ts';
import { ComprehensionQuestion, Question } from './questions.ts';

/**
 * Counts of a topic's questions, and one question with its solution. The answer is the same for every student, even if the topic is locked.
 */
export const getTopicSample = endpoint('GET /student_app/{id}/get_topic_sample', {
  summary: 'Describe a topic, with one sample question',
  id: 'The topic.',
  response: Type.Object({
    name: Type.String(),
    question_count: Type.Integer(),
    /** Easy: levels 1 and 2; medium: 3; hard: 4 and 5. */
    by_difficulty: Type.Object({ easy: Type.Integer(), medium: Type.Integer(), hard: Type.Integer() }),
    /** How many of all questions are answered with a number. */
    numerical_count: Type.Integer(),
    has_access: Type.Boolean(),
    /** Null if no question of the topic may be shown. */
    sample_question: Nullable(Question),
    comprehension_question: Nullable(ComprehensionQuestion),
  }),
});
