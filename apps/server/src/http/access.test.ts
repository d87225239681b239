import { type Audience, audiences } from '@abhyas/contract/institute/access';
import type { Endpoint } from '@abhyas/contract/endpoint';
import { endpoints } from '@abhyas/contract/endpoints';
import { findOrCreateSessionItem } from '@abhyas/contract/tests/attempts';
import { getStudentHomeData } from '@abhyas/contract/site/home';
import { getMe } from '@abhyas/contract/institute/identity';
import { getNotifications } from '@abhyas/contract/institute/notifications';
import { getTestInstructions } from '@abhyas/contract/tests/papers';
import { getTrainQuestions } from '@abhyas/contract/practice/practice';
import { beforeAll, describe, expect, test } from 'vitest';
import { requestOf, smallestValues } from '../testing/contract-inputs.ts';
import { boundlessBudgets, tellStory, type Visitor } from '../testing/story.ts';

const story = tellStory({ budgets: boundlessBudgets });
const kinds = {
  'a student of no institute': {},
  'a member of an institute': { institute: 'school' },
  'an institute-type student': { institute: 'school', is_institute_student: true },
  'a student with the test board only': { institute: 'school', is_institute_student: true, has_only_test_board_access: true },
  'a student of higher education': { institute: 'school', is_higher_education: true },
} as const;
type Kind = keyof typeof kinds;
const people = {} as Record<Kind, Visitor & { id: number }>;
beforeAll(async () => {
  for (const [kind, columns] of Object.entries(kinds)) people[kind as Kind] = await story.student(columns);
});

/** Calls with an audience in the contract. */
const named = Object.entries(endpoints).filter(([, { access }]) => typeof access === 'string' && access in audiences) as [
  string,
  Endpoint,
][];

describe.each(Object.keys(kinds) as Kind[])('%s', (kind) => {
  test('is refused every call for other audiences, before its fields are checked', async () => {
    const { user } = await people[kind].call(getMe, {});
    let refused = 0;
    for (const [name, endpoint] of named) {
      const answer = await people[kind].send(requestOf(endpoint, smallestValues(endpoint)));
      const isMeant = audiences[endpoint.access as Audience](user);
      const { code } = answer.json<{ code?: string }>();
      if (!isMeant) {
        expect([name, answer.statusCode, code]).toEqual([name, 403, 'not_allowed']);
        refused += 1;
      }
    }
    expect(refused > 0).toBe(kind === 'a student with the test board only' || kind === 'a student of higher education');
  });
});

test('home, mock, previous papers, chapters, practice and notifications refuse a student who has only the test board', async () => {
  const student = people['a student with the test board only'];
  const refusal = { code: 'not_allowed', status: 403 };
  for (const type of ['home', 'physics', 'mock', 'previous_paper'])
    await expect(student.call(getStudentHomeData, { type }), type).rejects.toMatchObject(refusal);
  const chapter = await story.idOf('chapters', 'motion');
  await expect(student.call(getStudentHomeData, { type: 'chapter', id: chapter })).rejects.toMatchObject(refusal);
  await expect(student.call(getTrainQuestions, { id: await story.idOf('topics', 'motion-one') })).rejects.toMatchObject(refusal);
  await expect(student.call(getNotifications, {})).rejects.toMatchObject(refusal);
  const mock = await story.idOf('papers', 'mock');
  for (const call of [getTestInstructions, findOrCreateSessionItem])
    await expect(student.call(call, { id: mock })).rejects.toMatchObject({ code: 'not_an_active_test', status: 404 });
});

test('a student who has only the test board can use the tests and assignments of the institute', async () => {
  const student = people['a student with the test board only'];
  const { test_list = [] } = await student.call(getStudentHomeData, { type: 'institute' });
  expect(test_list.length).toBeGreaterThan(0);
  await student.call(getStudentHomeData, { type: 'institute', sub_type: 'assignment' });
});
