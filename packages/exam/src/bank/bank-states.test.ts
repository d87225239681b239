import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type BankFacts, bankActs, bankStates, bankTransitions, mayApprove, refusalOfAct } from './bank-states.ts';

const facts: BankFacts = {
  state: 'draft',
  fault_count: 0,
  is_asked: false,
  is_replaced: false,
  is_writer: false,
  approver_count: 2,
  word: '',
};

const anyFacts = fc.record({
  state: fc.constantFrom(...bankStates),
  fault_count: fc.nat(3),
  is_asked: fc.boolean(),
  is_replaced: fc.boolean(),
  is_writer: fc.boolean(),
  approver_count: fc.nat(3),
  word: fc.constantFrom('', ' ', 'Checked with the book.'),
});

describe('an act on a question', () => {
  test.each<[string, Parameters<typeof refusalOfAct>[0], Partial<BankFacts>, string | null]>([
    ['a draft without faults is submitted', 'submit', {}, null],
    ['a draft with a fault is not submitted', 'submit', { fault_count: 1 }, 'Correct the faults first.'],
    ['another person approves', 'approve', { state: 'in_review' }, null],
    [
      'the writer does not approve while there is somebody else',
      'approve',
      { state: 'in_review', is_writer: true, word: 'I know it is right.' },
      'Somebody else must approve a question that you have written.',
    ],
    [
      'the only teacher approves with a reason',
      'approve',
      { state: 'in_review', is_writer: true, approver_count: 1, word: 'Checked with the book.' },
      null,
    ],
    [
      'the only teacher does not approve without a reason',
      'approve',
      { state: 'in_review', is_writer: true, approver_count: 1, word: ' ' },
      'Give a reason for approving your own question.',
    ],
    ['a fault found later keeps a question from approval', 'approve', { state: 'in_review', fault_count: 2 }, 'Correct the faults first.'],
    ['a question is not sent back without a remark', 'send_back', { state: 'in_review' }, 'Write what should be changed.'],
    ['a question is sent back with a remark', 'send_back', { state: 'in_review', word: 'The unit is missing.' }, null],
    ['the writer takes a question out of review', 'withdraw', { state: 'in_review', is_writer: true }, null],
    ['an approved question that nobody has seen is edited again', 'reopen', { state: 'approved' }, null],
    [
      'an asked question gets a replacement and is not edited again',
      'reopen',
      { state: 'approved', is_asked: true },
      'Students may have seen this question. Write a replacement instead.',
    ],
    ['an asked question is retired', 'retire', { state: 'approved', is_asked: true }, null],
    ['a retired question is restored', 'restore', { state: 'retired' }, null],
    [
      'a question whose replacement is approved is not restored',
      'restore',
      { state: 'retired', is_replaced: true },
      'An approved replacement already exists.',
    ],
    ['a draft is not approved without a review', 'approve', {}, 'Only a question in review can be approved.'],
  ])('%s', (_what, act, given, refusal) => {
    const said = refusalOfAct(act, { ...facts, ...given });
    if (refusal === null) expect(said).toBeNull();
    else expect(said).toMatch(refusal);
  });

  test('is possible from one state only', () => {
    fc.assert(
      fc.property(fc.constantFrom(...bankActs), anyFacts, (act, given) => {
        if (refusalOfAct(act, given) === null) expect(given.state).toBe(bankTransitions[act].from);
      }),
    );
  });

  test('never approves a text with faults, nor the writer’s own text while somebody else could', () => {
    fc.assert(
      fc.property(anyFacts, (given) => {
        if (refusalOfAct('approve', given) !== null) return;
        expect(given.fault_count).toBe(0);
        if (given.is_writer) expect([given.approver_count <= 1, given.word.trim() !== '']).toEqual([true, true]);
      }),
    );
  });

  test('never makes an approved question a draft once students may have seen it', () => {
    fc.assert(
      fc.property(fc.constantFrom(...bankActs), anyFacts, (act, given) => {
        if (bankTransitions[act].to === 'draft' && given.state === 'approved' && given.is_asked)
          expect(refusalOfAct(act, given)).not.toBeNull();
      }),
    );
  });
});

test('a question becomes approved only through a review, or when it is restored after retirement', () => {
  const into = bankActs.filter((act) => bankTransitions[act].to === 'approved').map((act) => bankTransitions[act].from);
  expect(into.toSorted()).toEqual(['in_review', 'retired']);
});

test.each([
  [{ is_writer: false, approver_count: 1 }, 'yes'],
  [{ is_writer: true, approver_count: 1 }, 'with_word'],
  [{ is_writer: true, approver_count: 2 }, 'no'],
] as const)('of %j the permission to approve is %s', (given, may) => expect(mayApprove(given)).toBe(may));
