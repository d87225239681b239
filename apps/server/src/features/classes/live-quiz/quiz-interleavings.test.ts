import { answerLiveQuiz, getQuizQuestionData, QUIZ_CHANNEL } from '@abhyas/contract/classes/live-quiz';
import {
  addTypedQuestion,
  completeQuiz,
  getQuizConsole,
  acceptLateQuizAnswers,
  lockQuizQuestion,
  setQuizReveal,
  showQuizQuestion,
  unlockQuizQuestion,
} from '@abhyas/contract/classes/quiz-console';
import { Problem } from '@abhyas/contract/problem';
import { LOCK_GRACE_MS } from '@abhyas/exam/classes/live-quiz';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { TestPage } from '../../../testing/cable.ts';
import { makeClass, makeSchool, type TestSchool } from '../../../testing/classes.ts';
import { boundlessBudgets, tellStory, type Visitor } from '../../../testing/story.ts';

const story = tellStory({ budgets: boundlessBudgets });
let school: TestSchool;
beforeAll(async () => {
  school = await makeSchool(story, 3);
});

const questionCount = 3;
const student = fc.nat(2);
const question = fc.nat(questionCount - 1);
/** The steps that may happen, in any order, twice, or simultaneously with the next step. */
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('answer' as const), student, question, option: fc.integer({ min: 1, max: 4 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constantFrom('show' as const, 'lock' as const, 'lock_now' as const, 'unlock' as const), question }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('at_verify' as const, 'after_lock' as const, 'accept' as const), question }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('pass' as const), seconds: fc.constantFrom(0.5, 1, 2, 2.5, 6) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('cut' as const, 'restart' as const), student, question }) },
);

/** A lock that the teacher removes before or after its key could be seen. */
const reopening = fc.tuple(question, fc.constantFrom(0.5, 1.5, 2, 2.5)).map(([of, seconds]) => [
  { kind: 'after_lock' as const, question: of },
  { kind: 'show' as const, question: of },
  { kind: 'lock_now' as const, question: of },
  { kind: 'pass' as const, seconds },
  { kind: 'unlock' as const, question: of },
]);
const steps = fc
  .array(fc.oneof({ weight: 6, arbitrary: step.map((one) => [one]) }, { weight: 1, arbitrary: reopening }), { minLength: 5, maxLength: 14 })
  .map((parts) => parts.flat());

interface Sent {
  student_id: number;
  isAfterKey: boolean;
  mayBeLate: boolean;
  question_id: number;
  option: number;
  at: number;
}

/** A refusal is an expected outcome of a step; any other error fails the test. */
async function tried<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (failure) {
    if (failure instanceof Problem && failure.status < 500) return null;
    throw failure;
  }
}

test('after acts, answers, disconnections and restarts in any order, each student has one answer, no late answer counts, and every page shows the stored state', async () => {
  const { teacher, students } = school;
  await fc.assert(
    fc.asyncProperty(steps, async (acts) => {
      const meeting = await makeClass(story, school, { minutes: 480 });
      let server = await story.serverWith({});
      const consoleOf = () => teacher.call(getQuizConsole, { id: meeting });
      for (let number = 0; number < questionCount; number += 1)
        await teacher.call(addTypedQuestion, {
          id: meeting,
          number,
          question_text: `Q${number}`,
          option_1: 'A',
          option_2: 'B',
          option_3: 'C',
          option_4: 'D',
          answer: 2,
        });
      const { questions, quiz_id } = await consoleOf();
      const ids = questions.map(({ id }) => id);
      const subscribed = { institute_id: school.institute_id, meeting_id: meeting, quiz_id: quiz_id ?? 0, number: 0 };
      const pages: (TestPage | null)[] = [];
      const open = async (of: Visitor) => {
        const page = await TestPage.open(server, of.token);
        await page.subscribe(QUIZ_CHANNEL, subscribed);
        return page;
      };
      for (const one of students) pages.push(await open(one));
      const taken: Sent[] = [];
      /** Questions whose key a lock has made visible, and those within a second of it; collected before each step. */
      const [free, nearlyFree] = [new Set<number>(), new Set<number>()];
      const noteFree = async () => {
        const { reveals, questions: held } = await consoleOf();
        for (const { id, locks_at } of held) {
          if (reveals !== 'after_lock' || locks_at === null) continue;
          const left = Date.parse(locks_at) + LOCK_GRACE_MS - story.now.getTime();
          if (left < 0) free.add(id);
          if (left < 1000) nearlyFree.add(id);
        }
      };
      const act = async (kind: string, id: number) => {
        const { number } = await consoleOf();
        const by = { id: meeting, number, question_id: id };
        if (kind === 'accept') await tried(teacher.call(acceptLateQuizAnswers, by));
        if (kind === 'at_verify' || kind === 'after_lock') await tried(teacher.call(setQuizReveal, { id: meeting, number, reveals: kind }));
        if (kind === 'show') await tried(teacher.call(showQuizQuestion, by));
        if (kind === 'unlock') await tried(teacher.call(unlockQuizQuestion, by));
        if (kind === 'lock' || kind === 'lock_now') await tried(teacher.call(lockQuizQuestion, { ...by, now: kind === 'lock_now' }));
      };
      for (const one of acts) {
        await noteFree();
        if (one.kind === 'pass') story.pass(one.seconds);
        else if (one.kind === 'cut') {
          pages[one.student]?.close();
          pages[one.student] = null;
        } else if (one.kind === 'restart') {
          for (const page of pages) page?.close();
          pages.fill(null);
          await server.close();
          server = await story.serverWith({});
        } else if (one.kind === 'answer') {
          const [by, id] = [students[one.student], ids[one.question]];
          if (!by || id === undefined) throw new Error('No such student or question');
          const { locks_at, shown_at } = (await consoleOf()).questions.find((each) => each.id === id) ?? {};
          const send = () => tried(by.call(answerLiveQuiz, { question_id: id, selected_option: one.option as 1, quiz_id: quiz_id ?? 0 }));
          // Two devices answer simultaneously.
          const answers = await Promise.all([send(), send()]);
          for (const answer of answers) {
            if (!answer) continue;
            const isOpen =
              typeof shown_at === 'string' && (typeof locks_at !== 'string' || story.now.getTime() <= Date.parse(locks_at) + LOCK_GRACE_MS);
            const isKnown = taken.some((earlier) => earlier.student_id === by.id && earlier.question_id === id);
            expect(isOpen || isKnown, 'an answer was taken outside the time of its question').toBe(true);
            taken.push({
              student_id: by.id,
              question_id: id,
              option: answer.response.response,
              at: story.now.getTime(),
              isAfterKey: free.has(id),
              mayBeLate: nearlyFree.has(id),
            });
          }
        } else await act(one.kind, ids[one.question] ?? 0);
      }
      const { number } = await consoleOf();
      await teacher.call(completeQuiz, { id: meeting, number });
      // Every page reconnects, and ends in the stored state.
      for (const [at, one] of students.entries()) {
        const page = pages[at] ?? (await open(one));
        const told = await page.message(number + 1);
        const state = await one.call(getQuizQuestionData, { id: meeting });
        const shown = (await consoleOf()).questions.filter(({ shown_at }) => shown_at !== null).map(({ id }) => id);
        expect((told['questions'] as { id: number }[]).map(({ id }) => id)).toEqual(shown);
        expect([told['complete'], told['number'], state.number, state.complete]).toEqual([true, number + 1, number + 1, true]);
        expect(state.question_data.map(({ id }) => id)).toEqual(shown);
        const kept = new Map(state.response_data.map(({ id, response }) => [id, response]));
        const acknowledged = taken.filter(({ student_id }) => student_id === one.id);
        expect(state.response_data.length).toBe(new Set(acknowledged.map(({ question_id }) => question_id)).size);
        for (const { question_id, option } of acknowledged) expect(kept.get(question_id)).toBe(option);
        for (const { id, is_late, result } of state.response_data) {
          const { isAfterKey, mayBeLate } = acknowledged.find(({ question_id }) => question_id === id) ?? {};
          expect(is_late, 'late answers do not count, the others do').toBe(result === null);
          if (is_late !== isAfterKey) expect([is_late, mayBeLate], 'an answer after its key counts').toEqual([true, true]);
        }
        // No frame contains a key.
        expect(JSON.stringify(page.frames)).not.toMatch(/"answers?"|solution/);
        page.close();
      }
      await server.close();
    }),
    { numRuns: 25, seed: 22 },
  );
}, 240_000);
