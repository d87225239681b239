import fc from 'fast-check';
import { createEmptyCard, fsrs, generatorParameters, Rating } from 'ts-fsrs';
import { describe, expect, test } from 'vitest';
import { indianDay } from '../institute/indian-day.ts';
import { endOfToday, newMistake, reviewMistake } from './mistakes.ts';

const morning = new Date('2027-01-10T04:00:00Z');
const after = (from: Date, hours: number) => new Date(from.getTime() + hours * 3_600_000);

describe('an entry of the mistake book', () => {
  test('is fixed by right answers on two different days', () => {
    const once = reviewMistake(newMistake(morning), true, after(morning, 24));
    expect(once.is_fixed).toBe(false);
    expect(reviewMistake(once, true, after(morning, 48)).is_fixed).toBe(true);
  });

  test('is not fixed by two right answers on one day', () => {
    const once = reviewMistake(newMistake(morning), true, after(morning, 24));
    expect(reviewMistake(once, true, after(morning, 30))).toMatchObject({ is_fixed: false, right_days: 1 });
  });

  test('counts days from midnight in India', () => {
    const beforeMidnight = new Date('2027-01-10T18:29:59Z');
    expect(indianDay(after(beforeMidnight, 1 / 3600))).toBe(indianDay(beforeMidnight) + 1);
    const once = reviewMistake(newMistake(morning), true, beforeMidnight);
    expect(reviewMistake(once, true, after(beforeMidnight, 1)).is_fixed).toBe(true);
  });

  test('starts again after a wrong answer', () => {
    const once = reviewMistake(newMistake(morning), true, after(morning, 24));
    const wrong = reviewMistake(once, false, after(morning, 48));
    expect(reviewMistake(wrong, true, after(morning, 72))).toMatchObject({ is_fixed: false, right_days: 1 });
  });

  test('is due at the time that FSRS computes, for any answers', () => {
    const direct = fsrs(
      generatorParameters({ request_retention: 0.9, maximum_interval: 365, enable_fuzz: false, enable_short_term: false }),
    );
    fc.assert(
      fc.property(
        fc.array(fc.record({ isCorrect: fc.boolean(), hours: fc.integer({ min: 1, max: 2000 }) }), { maxLength: 20 }),
        (answers) => {
          let mistake = newMistake(morning);
          let { card } = direct.next(createEmptyCard(morning), morning, Rating.Again);
          let at = morning;
          for (const { isCorrect, hours } of answers) {
            at = after(at, hours);
            mistake = reviewMistake(mistake, isCorrect, at);
            card = direct.next(card, at, isCorrect ? Rating.Good : Rating.Again).card;
            expect(mistake).toMatchObject({ due_at: card.due, stability: card.stability, difficulty: card.difficulty });
          }
        },
      ),
    );
  });

  test('that becomes due before midnight in India is due today', () => {
    expect(endOfToday(morning)).toEqual(new Date('2027-01-10T18:30:00Z'));
    expect(endOfToday(new Date('2027-01-10T18:30:00Z'))).toEqual(new Date('2027-01-11T18:30:00Z'));
  });

  test('is due again after a further miss', () => {
    expect(newMistake(morning).due_at.getTime()).toBeGreaterThan(morning.getTime());
  });
});
