import { describe, expect, test } from 'vitest';
import { afterAction, answerText, Ledger, nothingGiven } from './ledger.ts';
import { type FoundSession, graceMs, judge } from './verdict.ts';

const deadline = new Date('2027-01-10T05:00:00Z');
const given = (option: number) => ({ options: [option], text: null, isMarked: false });
const answer = (option: number) => answerText(given(option));

const session = (more: Partial<FoundSession> = {}): FoundSession => ({
  student: 1,
  session: 1,
  paper: 1,
  status: 'COMPLETE',
  deadline,
  finishedAt: deadline,
  finishedBy: 'clock',
  total: 0,
  max: 4,
  isOverLimit: false,
  responses: [],
  late: [],
  ends: [deadline],
  ...more,
});
const paper = {
  sections: [
    {
      first_position: 0,
      question_count: 1,
      attempt_limit: null,
      limit_kind: null,
      integer: false,
      correct: 4,
      incorrect: -1,
      unattempted: 0,
      partial: null,
    },
  ],
  questions: [{ question: 7, position: 0, type: 0, keys: [2], precision: 2 }],
};
const verdictOf = (ledger: Ledger, found: FoundSession) => judge(new Map([[1, ledger]]), [found], new Map([[1, paper]]));
const entry = { page: 1, device: 0, question: 7, writer: 1 };
const stored = (option: number, result: number, marks: number) => ({ ...given(option), question: 7, result, marks, updatedAt: deadline });

describe('an answer stored on the device', () => {
  const ledger = new Ledger();
  ledger.held([ledger.write({ ...entry, version: 2, answer: answer(2) })]);

  test('is lost when the server has another answer', () => {
    expect(verdictOf(ledger, session()).lost).toBe(1);
  });

  test('counts when the server has it', () => {
    const found = session({ total: 4, responses: [stored(2, 1, 4)] });
    expect(verdictOf(ledger, found)).toMatchObject({ lost: 0, late: 0, finished_once: 1, wrong_marks: 0 });
  });

  test('may be kept as a late answer only when it arrived after the grace period', () => {
    const late = (ms: number) => [{ receivedAt: new Date(deadline.getTime() + ms), answers: [{ ...given(2), question: 7 }] }];
    expect(verdictOf(ledger, session({ late: late(graceMs + 1) }))).toMatchObject({ lost: 0, late: 1 });
    expect(verdictOf(ledger, session({ late: late(graceMs - 1) }))).toMatchObject({ lost: 1, late: 0 });
  });
});

test('a confirmed answer that is kept as a late one is lost', () => {
  const ledger = new Ledger();
  ledger.write({ ...entry, version: 2, answer: answer(2) });
  ledger.acknowledged(0, [{ question: 7, writer: 1, version: 2, answer: answer(2) }], [{ question: 7, writer: 1, version: 2 }]);
  const late = [{ receivedAt: new Date(deadline.getTime() + graceMs + 1), answers: [{ ...given(2), question: 7 }] }];
  expect(verdictOf(ledger, session({ late }))).toMatchObject({ acknowledged: 1, lost: 1 });
});

test('the answer of the newer opening counts, whatever its version', () => {
  const ledger = new Ledger();
  ledger.held([
    ledger.write({ ...entry, version: 9, answer: answer(1) }),
    ledger.write({ ...entry, device: 1, writer: 2, version: 3, answer: answer(2) }),
  ]);
  expect(verdictOf(ledger, session({ total: 4, responses: [stored(2, 1, 4)] })).lost).toBe(0);
  expect(verdictOf(ledger, session({ total: -1, responses: [stored(1, -1, -1)] })).lost).toBe(1);
});

test('on one device the later answer counts, whatever its version', () => {
  const ledger = new Ledger();
  ledger.write({ ...entry, version: 5, answer: answer(1) });
  ledger.held([ledger.write({ ...entry, page: 2, version: 4, answer: answer(2) })]);
  expect(verdictOf(ledger, session({ total: 4, responses: [stored(2, 1, 4)] })).lost).toBe(0);
  expect(verdictOf(ledger, session({ total: -1, responses: [stored(1, -1, -1)] })).lost).toBe(1);
});

test('an answer that a page showed as saved must be on the server, and count', () => {
  const ledger = new Ledger();
  ledger.write({ ...entry, version: 2, answer: answer(2) });
  expect(verdictOf(ledger, session())).toMatchObject({ acknowledged: 0, lost: 0 });
  ledger.shownAsSaved(entry.page);
  expect(verdictOf(ledger, session())).toMatchObject({ acknowledged: 1, lost: 1 });
});

test('a begun test without a session, and a refusal without a reason, are faults', () => {
  const ledger = new Ledger();
  ledger.hasBegun = true;
  ledger.refusals.push('not_found, There is no such thing.');
  expect(judge(new Map([[1, ledger]]), [], new Map()).faults).toHaveLength(2);
});

test('an answer that neither the device nor the server had stored may be missing', () => {
  const ledger = new Ledger();
  ledger.held([ledger.write({ ...entry, version: 2, answer: answer(1) })]);
  ledger.write({ ...entry, version: 3, answer: answer(2) });
  expect(verdictOf(ledger, session({ total: 4, responses: [stored(2, 1, 4)] })).lost).toBe(0);
  expect(verdictOf(ledger, session({ total: -1, responses: [stored(1, -1, -1)] })).lost).toBe(0);
});

test('a page that opens without a stored answer has lost it', () => {
  const ledger = new Ledger();
  ledger.held([ledger.write({ ...entry, version: 2, answer: answer(2) })]);
  ledger.opened(ledger.knownTo(0), true, new Map([[7, answer(2)]]));
  expect(ledger.unshown).toEqual([]);
  ledger.opened(ledger.knownTo(0), true, new Map());
  expect(ledger.unshown).toHaveLength(1);
});

test('a page may miss an answer that another device confirmed while the page opened', () => {
  const ledger = new Ledger();
  const known = ledger.knownTo(1);
  ledger.write({ ...entry, version: 2, answer: answer(2) });
  ledger.shownAsSaved(entry.page);
  ledger.opened(known, true, new Map());
  expect(ledger.unshown).toEqual([]);
  ledger.opened(ledger.knownTo(1), true, new Map());
  expect(ledger.unshown).toHaveLength(1);
});

test('a counted answer that arrived after deadline and grace period is a fault', () => {
  const counted = (ms: number) => ({ ...stored(2, 1, 4), updatedAt: new Date(deadline.getTime() + ms) });
  const faultsOf = (ms: number) => verdictOf(new Ledger(), session({ total: 4, responses: [counted(ms)] })).faults;
  expect([faultsOf(graceMs), faultsOf(graceMs + 1)]).toMatchObject([[], [expect.stringContaining('after the end')]]);
});

test('wrong marks, a second end and an open session are faults', () => {
  const ledger = new Ledger();
  expect(verdictOf(ledger, session({ total: 3 })).wrong_marks).toBe(1);
  expect(verdictOf(ledger, session({ ends: [deadline, deadline] })).finished_once).toBe(0);
  expect(verdictOf(ledger, session({ finishedBy: 'student', finishedAt: new Date(deadline.getTime() + 1) })).finished_once).toBe(0);
  expect(verdictOf(ledger, session({ status: 'IN_PROGRESS', finishedAt: null, ends: [] })).finished_once).toBe(0);
});

test('choosing an option twice removes it, and a question that takes several options keeps the others', () => {
  const one = afterAction(nothingGiven, { kind: 'option', option: 1 }, false);
  expect(afterAction(one, { kind: 'option', option: 1 }, false)).toEqual(nothingGiven);
  expect(afterAction(one, { kind: 'option', option: 3 }, false).options).toEqual([3]);
  expect(answerText(afterAction(one, { kind: 'option', option: 3 }, true))).toBe('1,3||');
});
