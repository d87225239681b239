import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GRACE_SECONDS } from './clock.ts';
import { type HoldingPaper, isServedInPractice, mayReveal, mayReview, overAt, withholdingPapers } from './reveal.ts';

const now = 1_000_000;
const grace = GRACE_SECONDS * 1000;
const published: HoldingPaper = {
  mode: 'institute',
  opens_at: 100,
  closes_at: now - grace - 1,
  is_test_retakable: false,
  allows_review: true,
  results_published: true,
  is_under_way: false,
  has_access: true,
  is_sitting: false,
  has_completed: true,
  is_borrowed: false,
  is_member: true,
  is_given: true,
};
const missed = { ...published, has_completed: false };
const unpublished = { ...published, allows_review: false, results_published: false };
const running = { ...unpublished, closes_at: now + 1, has_completed: false };
const toCome = { ...running, opens_at: now + 1, closes_at: now + 2 };
const mock: HoldingPaper = { ...published, mode: 'mock', opens_at: null, closes_at: null, is_test_retakable: true, has_completed: false };
const done = { ...mock, has_completed: true };
const liveMock = { ...missed, mode: 'mock' as const };
const previous = { ...mock, mode: 'previous_paper' as const };

describe('answers, solutions and videos', () => {
  it.each<[string, HoldingPaper[], boolean]>([
    ['of a practice question are revealed', [], true],
    ['of a paper that is over and published are revealed', [published], true],
    ['of a published paper are revealed also to a student who missed it', [missed], true],
    ['are not revealed before the window', [toCome], false],
    [
      'are not revealed while the paper is open, even if it is published and the student has finished',
      [{ ...published, closes_at: now + 1 }],
      false,
    ],
    ['are not revealed in the last moment of the grace period after the window', [{ ...published, closes_at: now - grace }], false],
    ['are not revealed while a student sits the paper with an extension', [{ ...published, is_under_way: true }], false],
    [
      'are not revealed of a paper that opens in the future without a closing time',
      [{ ...published, opens_at: now + 1, closes_at: null }],
      false,
    ],
    ['are not revealed of a mock that opens in the future', [{ ...done, opens_at: now + 1 }], false],
    ['of a closed Premium mock are not revealed without Premium', [{ ...liveMock, has_access: false }], false],
    ['of a closed mock are revealed to a student with access', [liveMock], true],
    ['are not revealed while the paper is unpublished', [unpublished], false],
    ['are not revealed if the paper allows no review', [{ ...published, allows_review: false }], false],
    ['are not revealed while the student sits the paper', [{ ...published, is_sitting: true }], false],
    ['of a self-paced mock are revealed once it is completed', [done], true],
    ['of a self-paced mock are not revealed before', [mock], false],
    ['of a self-paced mock are not revealed during a retake', [{ ...done, is_sitting: true }], false],
    ['of a self-paced mock are not revealed if it allows no review', [{ ...done, allows_review: false }], false],
    ['of an assignment without closing time are revealed once it is published and completed', [{ ...published, closes_at: null }], true],
    ['of an assignment without closing time are not revealed before it is completed', [{ ...missed, closes_at: null }], false],
    [
      'of an institute’s test without closing time are not revealed while a student sits it',
      [{ ...published, closes_at: null, is_under_way: true }],
      false,
    ],
    ['of a previous paper are revealed, because it is public', [previous], true],
    ['of a previous paper are not revealed while the student sits it', [{ ...previous, is_sitting: true }], false],
    ['of a question in a completed mock and a previous paper are revealed', [done, previous], true],
    ['of a question in an uncompleted mock and a previous paper are not revealed', [mock, previous], false],
    [
      'of a question in a completed mock and other self-paced mocks are revealed, with or without access to those',
      [done, mock, { ...mock, has_access: false }],
      true,
    ],
    ['are not revealed while a mock that opens in the future contains the question too', [done, { ...done, opens_at: now + 1 }], false],
  ])('%s', (_, papers, isRevealed) => {
    expect(mayReveal(papers, now)).toBe(isRevealed);
  });

  it.each<[string, HoldingPaper, boolean]>([
    ['may still be begun by the student', running, true],
    ['may be begun by the student later', toCome, true],
    ['the student is sitting', { ...running, is_sitting: true }, true],
    ['the student has finished, while its window is open', { ...running, has_completed: true }, true],
    ['has no closing time and may still be begun', { ...running, closes_at: null }, true],
    ['has no closing time, is unpublished, and is finished by the student', { ...unpublished, closes_at: null }, false],
    ['has no closing time and can be retaken', { ...unpublished, closes_at: null, is_test_retakable: true }, true],
    ['has no closing time and is being sat by somebody', { ...unpublished, closes_at: null, is_under_way: true }, true],
    ['is over, unpublished, and finished by the student', unpublished, false],
    ['is over, kept from review, and not finished by the student', { ...unpublished, has_completed: false }, true],
    ['is kept from review and was never given to the student', { ...running, has_access: false }, true],
    ['is a self-paced mock', mock, false],
    ['is public', previous, false],
  ])('of a question in a published paper and in a paper that %s: %#', (_, other, isWithheld) => {
    expect(withholdingPapers([published, other], now)).toEqual(isWithheld ? [other] : []);
    expect(mayReveal([published, other], now)).toBe(!isWithheld);
  });

  it('of a self-paced paper stay hidden until every other paper is over, even one that the student has finished', () => {
    expect(mayReveal([done, { ...running, has_completed: true }], now)).toBe(false);
    expect(mayReveal([done, unpublished], now)).toBe(false);
  });
});

describe('a question that an institute has borrowed from the shared bank', () => {
  const copy: HoldingPaper = { ...unpublished, is_borrowed: true, has_access: false, has_completed: false, is_given: false };
  const open = { ...copy, closes_at: now + 1, is_given: true };
  it.each<[string, HoldingPaper, boolean]>([
    ['is not withheld by a paper that was given to nobody', { ...copy, opens_at: null, closes_at: null }, false],
    ['is not withheld from members by a paper with a window that was given to nobody', { ...open, is_given: false }, false],
    [
      'is withheld from members as soon as the paper is given with an opening time',
      { ...open, opens_at: now + 1, closes_at: now + 2 },
      true,
    ],
    ['is withheld from members in the window and the grace period', { ...open, closes_at: now - grace }, true],
    ['is withheld from members while a student sits the paper with an extension', { ...open, closes_at: 200, is_under_way: true }, true],
    ['is withheld from members by a paper without a closing time', { ...open, closes_at: null }, true],
    ['is not withheld once the paper is over, published or not', { ...open, closes_at: now - grace - 1 }, false],
    ['is not withheld from students who are not members, whatever the window', { ...open, is_member: false }, false],
    ['is withheld from a student who sits the paper, member or not', { ...open, is_member: false, is_sitting: true }, true],
    ['is withheld from a student who has finished the paper while it is unpublished', { ...copy, has_completed: true }, true],
    ['is not withheld from a student who has finished the paper once it may be reviewed', { ...published, is_borrowed: true }, false],
    ['is withheld from a student who has finished a paper without a closing time', { ...copy, closes_at: null, has_completed: true }, true],
  ])('%s', (_, paper, isWithheld) => {
    expect(withholdingPapers([done, paper], now)).toEqual(isWithheld ? [paper] : []);
    expect(mayReveal([done, paper], now)).toBe(!isWithheld);
    expect(isServedInPractice([paper], now)).toBe(!isWithheld);
  });

  it('is not affected by papers of other institutes that the student does not sit', () => {
    fc.assert(
      fc.property(fc.array(paper, { maxLength: 3 }), fc.array(borrowing, { maxLength: 3 }), (papers, copies) => {
        const others = copies.map((copy) => ({ ...copy, is_member: false, is_sitting: false, has_access: false }));
        expect(mayReveal([...papers, ...others], now)).toBe(mayReveal(papers, now));
        expect(isServedInPractice([...papers, ...others], now)).toBe(isServedInPractice(papers, now));
      }),
    );
  });

  it('is free when the last paper that withholds it is over, if all of them have an end', () => {
    expect(overAt([open, { ...open, closes_at: now + 5 }])).toBe(now + 5 + grace);
    expect([overAt([]), overAt([open, { ...open, closes_at: null }])]).toEqual([null, null]);
  });
});

describe('practice', () => {
  it.each<[string, HoldingPaper[], boolean]>([
    ['serves a question in no paper', [], true],
    ['serves a question of a published paper that is over', [published], true],
    ['serves a question of a previous paper', [previous], true],
    ['serves no question of a test that the student sits', [{ ...previous, is_sitting: true }], false],
    ['serves no question of an open paper', [running], false],
    ['serves no question of a future paper', [published, toCome], false],
    ['serves no question of a mock without closing time, completed or not', [done], false],
    ['serves no question of a paper that may not be reviewed', [{ ...published, allows_review: false }], false],
  ])('%s', (_, papers, isServed) => {
    expect(isServedInPractice(papers, now)).toBe(isServed);
  });
});

const moment = fc.option(fc.integer({ min: now - 2 * grace, max: now + 2 * grace }));
const paper = fc.record<HoldingPaper>({
  mode: fc.constantFrom('institute', 'mock', 'previous_paper'),
  opens_at: moment,
  closes_at: moment,
  is_test_retakable: fc.boolean(),
  allows_review: fc.boolean(),
  results_published: fc.boolean(),
  is_under_way: fc.boolean(),
  has_access: fc.boolean(),
  is_sitting: fc.boolean(),
  has_completed: fc.boolean(),
  is_borrowed: fc.constant(false),
  is_member: fc.boolean(),
  is_given: fc.boolean(),
});
/** A paper of an institute with a question of the shared bank. */
const borrowing = paper.map((one): HoldingPaper => ({ ...one, mode: 'institute', is_borrowed: true }));

describe('for any papers that contain a question', () => {
  it('a paper that the student sits withholds it, and a question that practice serves is revealed everywhere', () => {
    fc.assert(
      fc.property(fc.array(paper, { minLength: 1, maxLength: 4 }), (papers) => {
        if (papers.some(({ is_sitting }) => is_sitting)) expect(mayReveal(papers, now)).toBe(false);
        if (isServedInPractice(papers, now)) expect(mayReveal(papers, now)).toBe(true);
      }),
    );
  });

  it('a single paper that is not public reveals it if, and only if, the student may review the paper and is not taking it', () => {
    fc.assert(
      fc.property(paper, (one) => {
        if (one.mode !== 'previous_paper') expect(mayReveal([one], now)).toBe(mayReview(one, now) && !one.is_sitting);
        else expect(mayReveal([one], now)).toBe(!one.is_sitting);
      }),
    );
  });

  it('a single paper that is not over does not reveal it', () => {
    fc.assert(
      fc.property(paper, (one) => {
        const isOpen = one.closes_at !== null && (now <= one.closes_at + grace || one.is_under_way);
        if (one.mode !== 'previous_paper' && (isOpen || (one.opens_at ?? 0) > now)) expect(mayReveal([one], now)).toBe(false);
      }),
    );
  });
});
