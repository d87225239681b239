import fc from 'fast-check';
import { expect, it } from 'vitest';
import { mergeResponse } from './merge.ts';
import * as session from './session.ts';
import type { LocalResponse, LocalVisit, SessionState } from './session.ts';

const opened = session.initialState({
  session_id: 1,
  kind: 'test',
  questions: [0, 1, 2, 3, 0, 1].map((type, at) => ({ id: 11 + at, question_type: type as 0 | 1 | 2 | 3 })),
  responses: [],
  writer: 1,
  session_time_spent: 0,
  current_index: 0,
});

type Action =
  | { do: 'move'; to: number }
  | { do: 'select'; option: number }
  | { do: 'enter'; text: string }
  | { do: 'clear' | 'mark' | 'wait' | 'upload' };
const action: fc.Arbitrary<Action> = fc.oneof(
  fc.record({ do: fc.constant('move' as const), to: fc.nat(5) }),
  fc.record({ do: fc.constant('select' as const), option: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ do: fc.constant('enter' as const), text: fc.constantFrom('', '-', '4', '2.5') }),
  fc.record({ do: fc.constantFrom('clear' as const, 'mark' as const, 'wait' as const, 'upload' as const) }),
);

function after(state: SessionState, step: Action): SessionState {
  switch (step.do) {
    case 'move':
      return session.moveTo(state, step.to, state.session_time_spent);
    case 'select':
      return session.selectOption(state, step.option);
    case 'enter':
      return session.enterNumber(state, step.text);
    case 'clear':
      return session.clearAnswer(state);
    case 'mark':
      return session.toggleMark(state);
    case 'wait':
      return session.tick(state, 7);
    case 'upload':
      return state;
  }
}

/** A server that only merges responses and stores each visit once. */
class Store {
  readonly held = new Map<number, LocalResponse>();
  readonly visits = new Map<number, LocalVisit>();
  takeVisits(visits: readonly LocalVisit[]): number {
    for (const visit of visits) if (!this.visits.has(visit.number)) this.visits.set(visit.number, visit);
    return Math.max(0, ...visits.map(({ number }) => number));
  }
  take(responses: readonly LocalResponse[]) {
    return responses.map((incoming) => {
      const stored = this.held.get(incoming.question_id);
      const kept = stored ? mergeResponse(stored, incoming) : incoming;
      this.held.set(incoming.question_id, kept);
      return { question_id: kept.question_id, writer: kept.writer, version: kept.version };
    });
  }
}

const answerOf = ({ responses, rich_response, is_marked }: LocalResponse) => ({ responses, rich_response, is_marked });

it("after any order, repetition, loss and retry of uploads the server has the device's answers, and each visit once", () => {
  const fates = fc.array(fc.constantFrom('arrives', 'lost', 'answer lost', 'late', 'twice'), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(fc.array(action, { maxLength: 80 }), fates, fc.infiniteStream(fc.nat(99)), (actions, fate, chance) => {
      const store = new Store();
      const late: ReturnType<typeof session.unsent>[] = [];
      let shown: LocalVisit[] = [];
      let uploads = 0;
      const deliver = (state: SessionState): SessionState => {
        const upload = session.unsent(state);
        const { responses, visits } = upload;
        const happens = fate[uploads % fate.length];
        uploads += 1;
        if (happens === 'lost') return state;
        if (happens === 'late') {
          late.push(upload);
          return state;
        }
        if (happens === 'twice') late.push(upload);
        const kept = store.take(responses);
        const visits_kept = store.takeVisits(visits);
        return happens === 'answer lost' ? state : session.acknowledge(state, kept, visits_kept);
      };
      let state = actions.reduce((current, step) => {
        const next = step.do === 'upload' ? deliver(current) : after(current, step);
        if (step.do !== 'upload') shown = [...shown, ...next.visits.slice(current.visits.length)];
        return next;
      }, opened);

      const takeOneLate = () => {
        const [picked] = late.splice((chance.next().value ?? 0) % Math.max(1, late.length), 1);
        if (!picked) return;
        store.take(picked.responses);
        store.takeVisits(picked.visits);
      };
      while (late.length > 2) takeOneLate();
      state = session.acknowledge(state, store.take(session.allResponses(state)), store.takeVisits(session.unsent(state).visits));
      while (late.length > 0) takeOneLate();

      expect(session.unsent(state)).toEqual({ responses: [], visits: [] });
      expect([...store.visits.values()].toSorted((a, b) => a.number - b.number)).toEqual(shown);
      for (const response of session.allResponses(state)) {
        const held = store.held.get(response.question_id);
        expect(held && answerOf(held)).toEqual(answerOf(response));
        expect(held?.question_time_spent).toBe(response.question_time_spent);
      }
    }),
    { numRuns: 500 },
  );
});

it('two devices end with the same answers in any order of uploads, and the newer device wins unless it has only looked', () => {
  const other = session.initialState({
    session_id: 1,
    kind: 'test',
    questions: opened.questionIds.map((id, at) => ({ id, question_type: ([0, 1, 2, 3, 0, 1] as const)[at] ?? 0 })),
    responses: [],
    writer: 2,
    session_time_spent: 0,
    current_index: 0,
  });
  fc.assert(
    fc.property(fc.array(action, { maxLength: 40 }), fc.array(action, { maxLength: 40 }), (older, newer) => {
      const [first, second] = [older.reduce(after, opened), newer.reduce(after, other)];
      const [oneWay, otherWay] = [new Store(), new Store()];
      oneWay.take(session.unsent(first).responses);
      oneWay.take(session.unsent(second).responses);
      otherWay.take(session.unsent(second).responses);
      otherWay.take(session.unsent(first).responses);
      expect(Object.fromEntries(oneWay.held)).toEqual(Object.fromEntries(otherWay.held));
      const hasActed = ({ version, responses, is_marked }: LocalResponse) => version > 1 || responses.length > 0 || is_marked;
      for (const response of session.unsent(second).responses.filter(hasActed)) {
        const held = oneWay.held.get(response.question_id);
        expect(held && answerOf(held)).toEqual(answerOf(response));
      }
    }),
  );
});
