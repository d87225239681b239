import { describe, expect, it } from 'vitest';
import * as session from './session.ts';
import type { SessionInput, SessionState } from './session.ts';

const input: SessionInput = {
  session_id: 1,
  kind: 'test',
  questions: [
    { id: 11, question_type: 0 },
    { id: 12, question_type: 1 },
    { id: 13, question_type: 2 },
    { id: 14, question_type: 3 },
  ],
  responses: [],
  writer: 1,
  session_time_spent: 0,
  current_index: 0,
};
const opened = session.initialState(input);
const practice = session.initialState({ ...input, kind: 'train' });
const at = (state: SessionState, index: number) => session.moveTo(state, index, state.session_time_spent);
const chosen = (state: SessionState) => session.currentResponse(state)?.responses;
const sentIds = (state: SessionState) => session.unsent(state).responses.map(({ question_id }) => question_id);
const allKept = (state: SessionState) =>
  session.unsent(state).responses.map(({ question_id, version }) => ({ question_id, version, writer: state.writer }));

describe('answering', () => {
  it('selecting an option toggles it, and another one replaces it', () => {
    const first = session.selectOption(opened, 2);
    expect(chosen(first)).toEqual([2]);
    expect(chosen(session.selectOption(first, 3))).toEqual([3]);
    expect(chosen(session.selectOption(first, 2))).toEqual([]);
  });

  it('a multiple-option question adds and removes', () => {
    const three = [3, 1, 4].reduce(session.selectOption, at(opened, 2));
    expect(chosen(three)).toEqual([1, 3, 4]);
    expect(chosen(session.selectOption(three, 3))).toEqual([1, 4]);
  });

  it('a numerical question accepts an entry and refuses any other text', () => {
    const entered = session.enterNumber(at(opened, 1), '-1.5');
    expect(session.currentResponse(entered)?.rich_response).toBe('-1.5');
    expect(session.enterNumber(entered, '1e5')).toBe(entered);
    expect(session.selectOption(entered, 1)).toBe(entered);
    expect(session.enterNumber(opened, '5')).toBe(opened);
    expect(session.currentResponse(session.enterNumber(entered, ''))?.rich_response).toBeNull();
  });

  it('clearing removes the answer and keeps the mark', () => {
    const cleared = session.clearAnswer(session.toggleMark(session.selectOption(opened, 1)));
    expect(session.currentResponse(cleared)).toMatchObject({ responses: [], is_marked: true });
  });

  it('a change increases the version of its question only, and an action without effect increases none', () => {
    const changed = session.setMarked(session.toggleMark(session.selectOption(opened, 1)), false);
    expect(session.currentResponse(changed)?.version).toBe((session.currentResponse(opened)?.version ?? 0) + 3);
    expect(changed.responses[12]).toBe(opened.responses[12]);
    expect(session.setMarked(opened, false)).toBe(opened);
    expect(session.clearAnswer(opened)).toBe(opened);
  });

  it('does not mutate an earlier state', () => {
    const before = structuredClone(opened);
    session.acknowledge(
      session.tick(session.moveTo(session.selectOption(opened, 1), 2, 5), 3),
      [{ question_id: 11, writer: 1, version: 9 }],
      1,
    );
    expect(opened).toEqual(before);
  });
});

describe('moving', () => {
  it('marks the question as visited, and records the visit that ends with its answer', () => {
    const moved = session.moveTo(session.selectOption(opened, 3), 2, 40);
    expect(session.currentResponse(moved)).toMatchObject({ question_id: 13, is_visited: true });
    expect(moved.visits).toEqual([{ number: 1, question_id: 11, second: 0, seconds: 40, answer: '3' }]);
    expect(session.moveTo(session.enterNumber(at(moved, 1), '2.5'), 0, 50).visits.at(-1)).toEqual({
      number: 2,
      question_id: 12,
      second: 0,
      seconds: 50,
      answer: '2.5',
    });
    expect(session.closeVisit(session.selectOption(moved, 4), 45).visits.at(-1)).toEqual({
      number: 2,
      question_id: 13,
      second: 40,
      seconds: 5,
      answer: '4',
    });
  });

  it('records that a question was shown in Hindi, for its own visits only', () => {
    const shown = session.showInHindi(opened);
    const visits = session.moveTo(session.moveTo(session.closeVisit(shown, 5), 2, 9), 0, 20).visits;
    expect(visits.map(({ question_id, language }) => [question_id, language])).toEqual([
      [11, 'hi'],
      [11, 'hi'],
      [13, undefined],
    ]);
  });

  it('to a question that does not exist, or to the same one, changes nothing', () => {
    for (const index of [-1, 4, 0, 0.5, Number.NaN]) expect(session.moveTo(opened, index, 10)).toBe(opened);
  });

  it('works in a session without questions', () => {
    const empty = session.initialState({ ...input, questions: [] });
    expect(session.currentResponse(empty)).toBeUndefined();
    expect(session.tick(session.toggleMark(session.selectOption(session.moveTo(empty, 1, 1), 1)), 1).session_time_spent).toBe(1);
  });

  it('opens at the saved question, and at the last one when the saved index is too large', () => {
    expect(session.initialState({ ...input, current_index: 2 }).currentIndex).toBe(2);
    expect(session.initialState({ ...input, current_index: 99 }).currentIndex).toBe(3);
  });
});

describe('time', () => {
  it('runs for the session and the current question', () => {
    const later = session.tick(at(session.tick(opened, 5), 1), 7);
    expect(later.session_time_spent).toBe(12);
    expect([11, 12].map((id) => later.responses[id]?.question_time_spent)).toEqual([5, 7]);
  });

  it('does not run for a question whose result is shown', () => {
    const verified = session.verify(session.selectOption(practice, 1), 5);
    expect(session.currentResponse(session.tick(verified, 9))?.question_time_spent).toBe(0);
    expect(session.tick(verified, 9).session_time_spent).toBe(9);
  });

  it('that passes is not by itself a change to send', () => {
    const settled = session.acknowledge(opened, allKept(opened), 0);
    expect(sentIds(session.tick(settled, 60))).toEqual([]);
  });
});

describe('practice', () => {
  it('a verified answer is locked', () => {
    const verified = session.verify(session.selectOption(practice, 1), 5);
    expect(session.currentResponse(verified)?.verified).toBe(true);
    expect(session.selectOption(verified, 2)).toBe(verified);
    expect(session.clearAnswer(verified)).toBe(verified);
    expect(session.verify(verified, 6)).toBe(verified);
    expect(verified.visits).toEqual([{ number: 1, question_id: 11, second: 0, seconds: 5, answer: '1' }]);
  });

  it('only an answer can be verified, and a half-typed entry is not an answer', () => {
    expect(session.verify(practice, 5)).toBe(practice);
    const half = session.enterNumber(at(practice, 1), '-');
    expect(session.verify(half, 5)).toBe(half);
  });

  it('asking for the solution clears the selection, and the question can no longer be answered', () => {
    const asked = session.requestSolution(session.selectOption(practice, 1), 8);
    expect(session.currentResponse(asked)).toMatchObject({ responses: [], solution_request_time: 8, verified: false });
    expect(session.selectOption(asked, 2)).toBe(asked);
    expect(session.verify(asked, 9)).toBe(asked);
    expect(session.requestSolution(asked, 20)).toBe(asked);
  });

  it('asking for the solution of a verified question keeps its answer', () => {
    const asked = session.requestSolution(session.verify(session.selectOption(practice, 1), 5), 8);
    expect(session.currentResponse(asked)).toMatchObject({ responses: [1], verified: true, solution_request_time: 8 });
  });

  it('a test has neither Verify nor solutions', () => {
    const selected = session.selectOption(opened, 1);
    expect(session.verify(selected, 5)).toBe(selected);
    expect(session.requestSolution(selected, 5)).toBe(selected);
  });
});

describe('the unsent changes', () => {
  it("are the changes since the server's last acknowledgement", () => {
    const changed = session.selectOption(at(session.selectOption(opened, 1), 1), 1);
    expect(sentIds(changed)).toEqual([11, 12]);
    const settled = session.acknowledge(changed, allKept(changed), 0);
    expect(sentIds(settled)).toEqual([]);
    expect(sentIds(session.enterNumber(settled, '4'))).toEqual([12]);
  });

  it('include an answer that changed while its upload was under way', () => {
    const before = session.selectOption(opened, 1);
    const kept = allKept(before);
    expect(sentIds(session.acknowledge(session.selectOption(before, 2), kept, 0))).toEqual([11]);
  });

  it('do not return after a late acknowledgement of an older state', () => {
    const first = session.selectOption(opened, 1);
    const second = session.selectOption(first, 2);
    const settled = session.acknowledge(session.acknowledge(second, allKept(second), 0), allKept(first), 0);
    expect(sentIds(settled)).toEqual([]);
  });

  it('are no longer sent once the server keeps the answer of a newer writer', () => {
    const changed = session.selectOption(opened, 1);
    expect(sentIds(session.acknowledge(changed, [{ question_id: 11, writer: 2, version: 1 }], 0))).toEqual([]);
  });

  it('count answers and marks, not mere visits', () => {
    const visited = at(at(opened, 1), 2);
    expect(sentIds(visited)).toEqual([11, 12, 13]);
    expect(session.changedCount(visited)).toBe(0);
    const changed = session.toggleMark(session.selectOption(visited, 1));
    expect(session.changedCount(changed)).toBe(1);
    expect(session.changedNumericalCount(changed)).toBe(0);
    expect(session.changedNumericalCount(session.enterNumber(at(changed, 1), '3'))).toBe(1);
  });

  it('keep visits until the server has received them, and continue their numbering', () => {
    const moved = session.moveTo(session.moveTo(opened, 1, 10), 2, 20);
    const half = session.acknowledge(moved, [], 1);
    expect(half.visits.map(({ number }) => number)).toEqual([2]);
    expect(session.moveTo(half, 0, 30).visits.map(({ number }) => number)).toEqual([2, 3]);
  });

  it('count no second twice if an upload ends a visit', () => {
    const visits = session.moveTo(session.closeVisit(opened, 10), 1, 25).visits;
    expect(visits.map(({ second, seconds }) => [second, seconds])).toEqual([
      [0, 10],
      [10, 15],
    ]);
  });

  it('survive a reload as plain data', () => {
    const changed = session.moveTo(session.selectOption(opened, 1), 1, 10);
    expect(JSON.parse(JSON.stringify(changed))).toEqual(changed);
  });

  it('get the number of a new writer, under which their visits are numbered from 1', () => {
    const moved = session.acknowledge(session.moveTo(session.moveTo(opened, 1, 10), 2, 20), [], 1);
    const taken = session.takeOver(moved, 5);
    expect(taken.visits.map(({ number }) => number)).toEqual([1]);
    expect(session.moveTo(taken, 0, 30).visits.map(({ number }) => number)).toEqual([1, 2]);
    expect(session.currentResponse(session.selectOption(taken, 1))?.writer).toBe(5);
    expect(session.takeOver(taken, 5)).toBe(taken);
  });

  it('are empty right after the server hands out the session, but the finish upload contains every response', () => {
    const responses = [11, 12, 13, 14].map((question_id) => ({
      question_id,
      responses: [],
      rich_response: null,
      is_marked: false,
      is_visited: true,
      verified: false,
      version: 3,
      question_time_spent: 9,
      solution_request_time: null,
    }));
    const reopened = session.initialState({ ...input, responses });
    expect(sentIds(reopened)).toEqual([]);
    expect(session.allResponses(reopened).map(({ question_time_spent }) => question_time_spent)).toEqual([9, 9, 9, 9]);
  });
});
