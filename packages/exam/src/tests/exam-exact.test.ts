import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countStates } from './display.ts';
import * as session from './session.ts';
import type { SessionInput, SessionState } from './session.ts';

const input: SessionInput = {
  session_id: 1,
  kind: 'test',
  questions: [
    { id: 11, question_type: 0 },
    { id: 12, question_type: 1 },
    { id: 13, question_type: 2 },
  ],
  responses: [],
  writer: 1,
  session_time_spent: 0,
  current_index: 0,
};
const usual = session.initialState(input);
const exact = session.initialState({ ...input, is_exam_exact: true });
const at = (state: SessionState, index: number) => session.moveTo(state, index, state.session_time_spent);
const saved = (state: SessionState) => session.currentResponse(state);
const shown = (state: SessionState) => session.shownAnswer(state, state.questionIds[state.currentIndex] ?? 0);

describe('an exam-exact test', () => {
  it('a selection is shown at once and counts only once it is saved', () => {
    const selected = session.selectOption(exact, 2);
    expect(shown(selected)?.responses).toEqual([2]);
    expect(saved(selected)).toMatchObject({ responses: [], version: saved(exact)?.version });
    expect(session.changedCount(selected)).toBe(0);
    expect(countStates(session.allResponses(selected)).answered).toBe(0);
    const kept = session.saveDraft(selected);
    expect(saved(kept)?.responses).toEqual([2]);
    expect(kept.draft).toBeNull();
    expect(session.changedCount(kept)).toBe(1);
  });

  it('a further selection builds on the draft, not on the saved answer', () => {
    const several = [3, 1, 4].reduce(session.selectOption, at(exact, 2));
    expect(shown(several)?.responses).toEqual([1, 3, 4]);
    expect(shown(session.selectOption(several, 3))?.responses).toEqual([1, 4]);
    expect(saved(session.saveDraft(several))?.responses).toEqual([1, 3, 4]);
  });

  it('a number is a draft too, and a text that is not an entry changes nothing', () => {
    const entered = session.enterNumber(at(exact, 1), '-1.5');
    expect(shown(entered)?.rich_response).toBe('-1.5');
    expect(saved(entered)?.rich_response).toBeNull();
    expect(session.enterNumber(entered, '1e5')).toBe(entered);
    expect(saved(session.saveDraft(entered))?.rich_response).toBe('-1.5');
  });

  it('moving to another question drops the draft and keeps the saved answer', () => {
    const changed = session.selectOption(session.saveDraft(session.selectOption(exact, 2)), 4);
    expect(shown(changed)?.responses).toEqual([4]);
    const back = at(at(changed, 1), 0);
    expect(shown(back)?.responses).toEqual([2]);
    expect(back.draft).toBeNull();
  });

  it('selecting the saved answer again leaves no draft', () => {
    const kept = session.saveDraft(session.selectOption(exact, 2));
    const changed = session.selectOption(kept, 3);
    expect(session.selectOption(changed, 2).draft).toBeNull();
    expect(session.selectOption(changed, 3).draft).toMatchObject({ responses: [] });
  });

  it('Clear removes the saved answer and the draft, but not the mark for review', () => {
    const kept = session.setMarked(session.saveDraft(session.selectOption(exact, 2)), true);
    const cleared = session.clearAnswer(session.selectOption(kept, 3));
    expect(cleared.draft).toBeNull();
    expect(saved(cleared)).toMatchObject({ responses: [], is_marked: true });
    expect(session.clearAnswer(session.selectOption(exact, 3)).draft).toBeNull();
  });

  it('marking a question does not save its draft', () => {
    expect(session.setMarked(session.selectOption(exact, 2), true)).toMatchObject({ draft: { question_id: 11, responses: [2] } });
  });

  it('after a reload, a draft is restored only at its own question', () => {
    const { draft } = session.selectOption(exact, 2);
    expect(shown(session.withDraft(exact, draft))?.responses).toEqual([2]);
    expect(session.withDraft(at(exact, 1), draft).draft).toBeNull();
    expect(session.withDraft(usual, draft).draft).toBeNull();
    expect(session.withDraft(session.saveDraft(session.selectOption(exact, 2)), draft).draft).toBeNull();
  });

  it('a draft is never sent, and does not exist outside this mode', () => {
    const acts = [
      (state: SessionState, number: number) => session.selectOption(state, (number % 4) + 1),
      (state: SessionState, number: number) => session.enterNumber(state, String(number)),
      (state: SessionState) => session.clearAnswer(state),
      (state: SessionState) => session.toggleMark(state),
      (state: SessionState, number: number) => at(state, number % 3),
    ];
    const steps = fc.array(fc.tuple(fc.nat(acts.length - 1), fc.nat(20)), { maxLength: 30 });
    fc.assert(
      fc.property(steps, (chosen) => {
        const run = (start: SessionState) => chosen.reduce((state, [act, number]) => acts[act]?.(state, number) ?? state, start);
        expect(session.allResponses(run(exact)).every(({ responses, rich_response }) => responses.length === 0 && !rich_response)).toBe(
          true,
        );
        expect(run(usual).draft).toBeNull();
      }),
    );
  });
});
