import { describe, expect, it } from 'vitest';
import { isServedInPractice, mayReveal, type PaperWindow } from './reveal.ts';

const now = 1_000;
const over: PaperWindow = { opens_at: 100, closes_at: 1_000, allows_review: true, results_published: true };
const running: PaperWindow = { ...over, closes_at: 1_001 };
const toCome: PaperWindow = { ...over, opens_at: 2_000, closes_at: 3_000 };
const selfPaced: PaperWindow = { opens_at: null, closes_at: null, allows_review: true, results_published: false };
const done = { running_session_has_it: false, completed: true };
const notDone = { ...done, completed: false };

describe('answers, solutions and videos', () => {
  it.each<[string, PaperWindow[], typeof done, boolean]>([
    ['of a practice question may be known', [], notDone, true],
    ['never while a running test holds the question', [over], { ...done, running_session_has_it: true }, false],
    ['not before a window has come', [toCome], done, false],
    ['not while it is open, even to who has finished', [running], done, false],
    ['once it is over and published', [over], done, true],
    ['also to who missed the test', [over], notDone, true],
    ['not while it is unpublished', [{ ...over, results_published: false }], done, false],
    ['not where the paper allows no review', [{ ...over, allows_review: false }], done, false],
    ['of a self-paced paper once completed', [selfPaced], done, true],
    ['of a self-paced paper not before', [selfPaced], notDone, false],
    ['of a self-paced paper not without review', [{ ...selfPaced, allows_review: false }], done, false],
    ['of a paper that opens and never closes once completed', [{ ...selfPaced, opens_at: 100 }], done, true],
    ['not while one of several papers is still to come', [over, selfPaced, toCome], done, false],
    ['when all of several papers agree', [over, selfPaced], done, true],
  ])('%s', (_, papers, student, isRevealed) => {
    expect(mayReveal({ papers, ...student }, now)).toBe(isRevealed);
  });
});

describe('practice', () => {
  it.each<[string, PaperWindow[], boolean]>([
    ['serves what stands in no paper', [], true],
    ['serves what stood in a published paper that is over', [over], true],
    ['serves nothing of an open paper', [running], false],
    ['serves nothing of a paper to come', [over, toCome], false],
    ['serves nothing of a self-paced paper, which is always open', [selfPaced], false],
    ['serves nothing of a paper that may not be reviewed', [{ ...over, allows_review: false }], false],
  ])('%s', (_, papers, isServed) => {
    expect(isServedInPractice(papers, now)).toBe(isServed);
    if (isServed) expect(mayReveal({ papers, ...notDone }, now)).toBe(true);
  });
});
