import { createDecipheriv, randomBytes } from 'node:crypto';
import { initialState, selectOption } from '@abhyas/exam/tests/session';
import { expect, test } from 'vitest';
import { sealAnswers } from './answer-file.ts';

const state = selectOption(
  initialState({
    session_id: 9,
    kind: 'test',
    questions: [
      { id: 11, question_type: 0 },
      { id: 12, question_type: 0 },
    ],
    responses: [],
    writer: 3,
    session_time_spent: 40,
    current_index: 0,
  }),
  2,
);

test('the answer file contains every answer, as an upload that finishes the test, and is unreadable without the key', async () => {
  const key = randomBytes(32);
  const text = await sealAnswers(state, key.toString('base64'));
  const { format, session_id, iv, sealed } = JSON.parse(text) as { format: string; session_id: number; iv: string; sealed: string };
  expect([format, session_id]).toEqual(['abhyas-answers-1', 9]);
  expect(text).not.toContain('responses');

  const bytes = Buffer.from(sealed, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64'));
  decipher.setAuthTag(bytes.subarray(-16));
  const upload = JSON.parse(decipher.update(bytes.subarray(0, -16)).toString() + decipher.final().toString()) as Record<string, unknown>;
  expect(upload).toMatchObject({ session_id: 9, writer: 3, session_time_spent: 40, isFinishTest: true });
  expect(JSON.parse(String(upload['responses']))).toMatchObject([
    { question_id: 11, responses: [2] },
    { question_id: 12, responses: [] },
  ]);
});

test('two answer files with the same answers differ', async () => {
  const key = randomBytes(32).toString('base64');
  expect(await sealAnswers(state, key)).not.toBe(await sealAnswers(state, key));
});
