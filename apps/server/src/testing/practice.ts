import type { Answer } from '@abhyas/contract/endpoint';
import { getTrainQuestions } from '@abhyas/contract/practice/practice';
import { uploadStudentResponses } from '@abhyas/contract/reports/uploads';
import { practiceKey } from './fixture-content.ts';
import type { Visitor } from './story.ts';

type Practice = Answer<typeof getTrainQuestions>;
type Question = Practice['questions'][number];

/** A right and a wrong answer for each type of question in the fixture's practice. */
export const right = { 0: { responses: [2] }, 1: { rich_response: practiceKey }, 2: { responses: [1, 3] }, 3: { responses: [2] } };
export const wrong = { 0: { responses: [1] }, 1: { rich_response: '1' }, 2: { responses: [1] }, 3: { responses: [4] } };

/** A response as a device sends it. */
export const response = ({ id }: Question, fields: Record<string, unknown>) => ({
  question_id: id,
  responses: [],
  rich_response: null,
  is_marked: false,
  is_visited: true,
  verified: false,
  version: 1,
  question_time_spent: 10,
  solution_request_time: null,
  ...fields,
});
export const verified = (question: Question, answers: typeof right | typeof wrong, fields: Record<string, unknown> = {}) =>
  response(question, { ...answers[question.question_type], verified: true, ...fields });

/** Opens the practice of a topic. */
export async function openPractice(student: Visitor, id: number) {
  const practice = await student.call(getTrainQuestions, { id });
  const { session_id, writer } = practice.test_info;
  const upload = (responses: unknown[], fields: Record<string, unknown> = {}) =>
    student.call(uploadStudentResponses, {
      session_id: session_id ?? 0,
      writer,
      session_time_spent: 0,
      current_index: 0,
      responses: JSON.stringify(responses),
      ...fields,
    });
  return { ...practice, upload };
}
