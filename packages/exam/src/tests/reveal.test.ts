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
    ['of a practice question may be known', [], true],
    ['of a paper that is over and published', [published], true],
    ['also to who missed it', [missed], true],
    ['not before its window has come', [toCome], false],
    ['not while it is open, even published and to who has finished', [{ ...published, closes_at: now + 1 }], false],
    ['not in the last moment of the grace after its window', [{ ...published, closes_at: now - grace }], false],
    ['not while an extension lets somebody sit', [{ ...published, is_under_way: true }], false],
    ['not of a paper that opens in the future without a closing time', [{ ...published, opens_at: now + 1, closes_at: null }], false],
    ['nor of a mock that does', [{ ...done, opens_at: now + 1 }], false],
    ['not of a closed Premium mock to who has no Premium', [{ ...liveMock, has_access: false }], false],
    ['of a closed mock to who has access', [liveMock], true],
    ['not while it is unpublished', [unpublished], false],
    ['not where the paper allows no review', [{ ...published, allows_review: false }], false],
    ['not while the student sits the paper', [{ ...published, is_sitting: true }], false],
    ['of a self-paced mock once completed', [done], true],
    ['not before', [mock], false],
    ['not while it is retaken', [{ ...done, is_sitting: true }], false],
    ['not where it allows no review', [{ ...done, allows_review: false }], false],
    ['of an assignment without closing time once published and completed', [{ ...published, closes_at: null }], true],
    ['not before it is completed', [{ ...missed, closes_at: null }], false],
    [
      'not of an institute’s test without closing time while somebody sits it',
      [{ ...published, closes_at: null, is_under_way: true }],
      false,
    ],
    ['of a previous paper, which is public', [previous], true],
    ['not of a previous paper that the student sits', [{ ...previous, is_sitting: true }], false],
    ['of a completed mock that shares with a previous paper', [done, previous], true],
    ['not of a mock that shares with a previous paper before', [mock, previous], false],
    ['of a completed mock that shares with one to come, of whatever access', [done, mock, { ...mock, has_access: false }], true],
    ['not while a mock that opens in the future holds the question too', [done, { ...done, opens_at: now + 1 }], false],
  ])('%s', (_, papers, isRevealed) => {
    expect(mayReveal(papers, now)).toBe(isRevealed);
  });

  it.each<[string, HoldingPaper, boolean]>([
    ['the student may still begin', running, true],
    ['the student may begin later', toCome, true],
    ['the student sits', { ...running, is_sitting: true }, true],
    ['the student has finished in its window', { ...running, has_completed: true }, true],
    ['has no closing time and which the student may still begin', { ...running, closes_at: null }, true],
    ['has no closing time, and which the student has finished, unpublished as it is', { ...unpublished, closes_at: null }, false],
    ['has no closing time, and which the student can retake', { ...unpublished, closes_at: null, is_test_retakable: true }, true],
    ['has no closing time, and which somebody sits', { ...unpublished, closes_at: null, is_under_way: true }, true],
    ['is over and unpublished, and which the student has finished', unpublished, false],
    ['is over and kept from review, and which the student has not finished', { ...unpublished, has_completed: false }, true],
    ['is kept from review and was never given to the student', { ...running, has_access: false }, true],
    ['is a self-paced mock', mock, false],
    ['is public', previous, false],
  ])('of a published paper are withheld where another paper holds the question that %s: %#', (_, other, isWithheld) => {
    expect(withholdingPapers([published, other], now)).toEqual(isWithheld ? [other] : []);
    expect(mayReveal([published, other], now)).toBe(!isWithheld);
  });

  it('of a self-paced paper wait for every other paper that is not over, whoever has finished it', () => {
    expect(mayReveal([done, { ...running, has_completed: true }], now)).toBe(false);
    expect(mayReveal([done, unpublished], now)).toBe(false);
  });
});

describe('a question that an institute has borrowed from the shared bank', () => {
  const copy: HoldingPaper = { ...unpublished, is_borrowed: true, has_access: false, has_completed: false, is_given: false };
  const open = { ...copy, closes_at: now + 1, is_given: true };
  it.each<[string, HoldingPaper, boolean]>([
    ['is not withheld by a paper that was given to nobody', { ...copy, opens_at: null, closes_at: null }, false],
    ['is not withheld from members by one that has a window and was given to nobody', { ...open, is_given: false }, false],
    ['is withheld from members from when it is given with an opening time', { ...open, opens_at: now + 1, closes_at: now + 2 }, true],
    ['is withheld from members in the window and its grace', { ...open, closes_at: now - grace }, true],
    ['is withheld from members while an extension lets somebody sit', { ...open, closes_at: 200, is_under_way: true }, true],
    ['is withheld from members by one without a closing time', { ...open, closes_at: null }, true],
    ['is not withheld once it is over, published or not', { ...open, closes_at: now - grace - 1 }, false],
    ['is not withheld from others, whatever the window', { ...open, is_member: false }, false],
    ['is withheld from who sits it, member or not', { ...open, is_member: false, is_sitting: true }, true],
    ['is withheld from who has finished it while it is unpublished', { ...copy, has_completed: true }, true],
    ['is not withheld from who has finished it once it may be reviewed', { ...published, is_borrowed: true }, false],
    ['is withheld from who has finished one without a closing time', { ...copy, closes_at: null, has_completed: true }, true],
  ])('%s', (_, paper, isWithheld) => {
    expect(withholdingPapers([done, paper], now)).toEqual(isWithheld ? [paper] : []);
    expect(mayReveal([done, paper], now)).toBe(!isWithheld);
    expect(isServedInPractice([paper], now)).toBe(!isWithheld);
  });

  it('is as it would be without the papers of institutes that the student does not belong to and does not sit', () => {
    fc.assert(
      fc.property(fc.array(paper, { maxLength: 3 }), fc.array(borrowing, { maxLength: 3 }), (papers, copies) => {
        const others = copies.map((copy) => ({ ...copy, is_member: false, is_sitting: false, has_access: false }));
        expect(mayReveal([...papers, ...others], now)).toBe(mayReveal(papers, now));
        expect(isServedInPractice([...papers, ...others], now)).toBe(isServedInPractice(papers, now));
      }),
    );
  });

  it('comes when the last of the papers that keep it is over, where all have an end', () => {
    expect(overAt([open, { ...open, closes_at: now + 5 }])).toBe(now + 5 + grace);
    expect([overAt([]), overAt([open, { ...open, closes_at: null }])]).toEqual([null, null]);
  });
});

describe('practice', () => {
  it.each<[string, HoldingPaper[], boolean]>([
    ['serves what stands in no paper', [], true],
    ['serves what stood in a published paper that is over', [published], true],
    ['serves what stands in a previous paper', [previous], true],
    ['serves nothing of a test that the student sits', [{ ...previous, is_sitting: true }], false],
    ['serves nothing of an open paper', [running], false],
    ['serves nothing of a paper to come', [published, toCome], false],
    ['serves nothing of a mock without closing time, completed or not', [done], false],
    ['serves nothing of a paper that may not be reviewed', [{ ...published, allows_review: false }], false],
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

describe('of any papers that hold a question', () => {
  it('one that the student sits withholds it, and what is served in practice is revealed everywhere', () => {
    fc.assert(
      fc.property(fc.array(paper, { minLength: 1, maxLength: 4 }), (papers) => {
        if (papers.some(({ is_sitting }) => is_sitting)) expect(mayReveal(papers, now)).toBe(false);
        if (isServedInPractice(papers, now)) expect(mayReveal(papers, now)).toBe(true);
      }),
    );
  });

  it('a paper alone reveals what it shows in review to who does not sit it, unless it is public', () => {
    fc.assert(
      fc.property(paper, (one) => {
        if (one.mode !== 'previous_paper') expect(mayReveal([one], now)).toBe(mayReview(one, now) && !one.is_sitting);
        else expect(mayReveal([one], now)).toBe(!one.is_sitting);
      }),
    );
  });

  it('a paper that is not over reveals nothing of itself', () => {
    fc.assert(
      fc.property(paper, (one) => {
        const isOpen = one.closes_at !== null && (now <= one.closes_at + grace || one.is_under_way);
        if (one.mode !== 'previous_paper' && (isOpen || (one.opens_at ?? 0) > now)) expect(mayReveal([one], now)).toBe(false);
      }),
    );
  });
});
