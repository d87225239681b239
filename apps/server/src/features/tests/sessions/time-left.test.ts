import { getTestQuestions } from '@abhyas/contract/tests/attempts';
import { getTestInstructions } from '@abhyas/contract/tests/papers';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addPaper, attempt, fourOptions, phoneOf, staff } from '../../../testing/attempts.ts';
import { tellStory } from '../../../testing/story.ts';

const story = tellStory();

/** What happens to a test under way; `seconds` pass before it, often none, so that not a second can be won unseen. */
const step = fc.record({
  seconds: fc.oneof(fc.constant(0), fc.nat(90)),
  what: fc.constantFrom('upload', 'upload', 'upload', 'take over', 'take over', 'open', 'instructions', 'extend'),
  // What the device says of its own clock.
  session_time_spent: fc.oneof(fc.nat(30), fc.nat(600), fc.constant(2_000_000)),
});

test.each([
  ['wall_clock', false],
  ['session_time', true],
] as const)(
  'the time left of a %s test never grows without an extension, whatever is called in whatever order',
  async (kind, assignment) => {
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
            // A test that is past its deadline, within the grace period, had less than nothing left.
            expect(now).toBeLessThanOrEqual(before + 60);
            left += 60;
          } else now = (await student.call(what === 'open' ? getTestQuestions : getTestInstructions, { id })).test_info.remaining_duration;
          expect(now).toBeLessThanOrEqual(left);
          left = now ?? left;
        }
        // The next run begins again.
        if ((await student.call(getTestInstructions, { id })).test_info.session_status === 'IN_PROGRESS') {
          expect((await current.finish()).session_status).toBe('COMPLETE');
        }
        expect(current.session_id).toBe(begun);
        await story.database.pool.query('update paper_assignments set extension_seconds = 0');
      }),
      { numRuns: 25 },
    );
  },
);
