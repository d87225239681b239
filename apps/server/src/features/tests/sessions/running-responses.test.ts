import { findOrCreateSessionItem, getTestQuestions, QuestionResponse } from '@abhyas/contract/tests/attempts';
import { uploadStudentResponses } from '@abhyas/contract/reports/uploads';
import { expect, test } from 'vitest';
import { compileCheck } from '../../../http/validator.ts';
import { response } from '../../../testing/attempts.ts';
import { tellStory } from '../../../testing/story.ts';

const story = tellStory();

test('responses of a test in progress have the form of the contract and the stored values, whatever text was entered', async () => {
  const student = await story.student();
  const id = await story.idOf('papers', 'mock');
  const { session_id, writer } = await student.call(findOrCreateSessionItem, { id });
  const { questions } = await student.call(getTestQuestions, { id });
  const sent = questions.map((question, at) =>
    question.question_type === 1
      ? response(question.id, { rich_response: '-0.50', is_marked: true, question_time_spent: at })
      : response(question.id, { responses: at % 2 === 0 ? [1 + (at % 4)] : [], version: 7, solution_request_time: null }),
  );
  await student.call(uploadStudentResponses, {
    session_id: session_id ?? 0,
    writer,
    session_time_spent: 10,
    current_index: 0,
    responses: JSON.stringify(sent),
  });
  const { question_responses } = await student.call(getTestQuestions, { id });
  const check = compileCheck(QuestionResponse);
  const fields = Object.keys(QuestionResponse.properties).toSorted();
  expect(question_responses).toHaveLength(questions.length);
  for (const shown of question_responses) {
    expect(check.isGood(shown) ? null : check.faultOf(shown)).toBeNull();
    expect(Object.keys(shown).toSorted()).toEqual(fields);
    const question = questions.find(({ id: of }) => of === shown.question_id);
    expect(shown).toMatchObject({
      position: question?.position,
      subject_id: question?.subject_id,
      question_type: question?.question_type,
      result: null,
    });
    expect(shown).toMatchObject(sent.find(({ question_id }) => question_id === shown.question_id) ?? { question_id: -1 });
  }
});
