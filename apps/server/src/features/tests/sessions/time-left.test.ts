import { getTestQuestions } from '@abhyas/contract/tests/attempts';
import { getTestInstructions } from '@abhyas/contract/tests/papers';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addPaper, attempt, fourOptions, phoneOf, staff } from '../../../testing/attempts.ts';
import { tellStory } from '../../../testing/story.ts';

const story = tellStory();

/** An event in a test in progress. `seconds` pass before it, often zero, so that the test detects a gain of even one second. */
const step = fc.record({
  seconds: fc.oneof(fc.constant(0), fc.nat(90)),
  what: fc.constantFrom('upload', 'upload', 'upload', 'take over', 'take over', 'open', 'instructions', 'extend'),
  // The time that the device claims.
  session_time_spent: fc.oneof(fc.nat(30), fc.nat(600), fc.constant(2_000_000)),
});

test.each([
  ['wall_clock', false],
  ['session_time', true],
] as const)('the time left of a %s test never grows without an extension, after any sequence of calls', async (kind, assignment) => {
  const id = await addPaper(story, kind, [fourOptions(21, 22)], { assignment, minutes: 20, retakable: true });
  const student = await story.student({ institute: 'school' });
  const phone = await phoneOf(story, student);
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      let current = await attempt(student, id);
      expect(current.opened.test_info.time_kind).toBe(kind);
      const begun = current.session_id;
      let left = current.opened.test_info.remaining_duration ?? 0;
      for (const { seconds, what, session_time_spent } of steps) {
        story.pass(seconds);
        const { test_info } = await student.call(getTestQuestions, { id });
        if (test_info.session_status === 'COMPLETE') break;
        expect(test_info.remaining_duration).toBeLessThanOrEqual(left);
        left = test_info.remaining_duration ?? left;
        let now: number | null = null;
        if (what === 'upload') now = (await current.upload([], { session_time_spent })).remaining_duration;
        else if (what === 'take over') {
          current = await attempt(student, id);
          now = current.opened.test_info.remaining_duration;
        } else if (what === 'extend' && kind === 'wall_clock') {
          const before = test_info.remaining_duration ?? 0;
          expect((await staff(story, 'extend', kind, '--minutes', '1', '--phones', phone)).exit).toBe(0);
          now = (await current.upload()).remaining_duration;
          // Within the grace period the time left before was negative.
          expect(now).toBeLessThanOrEqual(before + 60);
          left += 60;
        } else now = (await student.call(what === 'open' ? getTestQuestions : getTestInstructions, { id })).test_info.remaining_duration;
        expect(now).toBeLessThanOrEqual(left);
        left = now ?? left;
      }
      // The next run begins with a fresh test.
      if ((await student.call(getTestInstructions, { id })).test_info.session_status === 'IN_PROGRESS') {
        expect((await current.finish()).session_status).toBe('COMPLETE');
      }
      expect(current.session_id).toBe(begun);
      await story.database.pool.query('update paper_assignments set extension_seconds = 0');
    }),
    { numRuns: 25 },
  );
});
