import { Problem } from '@abhyas/contract/problem';
import { beforeEach, describe, expect, test } from 'vitest';
import { NetworkFailure } from '../../../platform/call.ts';
import { type Content, DraftKeeper, type DraftPorts, type DraftQuestion, type KeptContent } from './draft-keeper.ts';
import { moved, withLock, withoutSection } from './draft-moves.ts';
import { newSection, type Plan } from './patterns.ts';

const plan: Plan = { exam: 'NEET', preset: null, test_duration: 3600, shares: [1, 1, 1, 1, 1], sections: [newSection(2, 0, 3)] };
const items = [1, 2, 3].map((question_id) => ({ section: 0, question_id, is_locked: false }));
const question = (id: number, passage: number | null = null) => ({ id, comprehension_question_id: passage }) as DraftQuestion;

/** A server with one draft, whose network can fail before or after it has stored a change. */
let server: { name: string; plan: Plan; items: Content['items']; version: number };
let network: 'up' | 'down' | 'loses the answer';
let kept: KeptContent | null;
let waiting: (() => void)[];
const passTime = async () => {
  for (const work of waiting.splice(0)) work();
};
const opened = () => ({
  id: 7,
  paper_id: null,
  questions: items.map(({ question_id }) => question(question_id)),
  comprehension_questions: [],
  findings: [],
  ...server,
});

function store(change: Content & { version: number }) {
  if (network === 'down') throw new NetworkFailure(false, null);
  if (change.version !== server.version) throw new Problem('draft_changed');
  // The server's response has the fields in another order.
  server = { version: change.version + 1, items: change.items, plan: { ...change.plan }, name: change.name };
  if (network === 'loses the answer') throw new NetworkFailure(true, null);
  return { version: server.version, items: server.items, questions: [], comprehension_questions: [], findings: [] };
}
/** Whether the device takes anything more. */
let hasRoom = true;
const ports: DraftPorts = {
  open: async () => opened(),
  save: async (change) => store(change),
  fill: async (change) => store({ ...change, items: [...change.items, { section: 0, question_id: 9, is_locked: false }] }),
  swap: async ({ version }) => store({ ...server, version, items: server.items.with(0, { section: 0, question_id: 8, is_locked: false }) }),
  add: async ({ version, section, question_id }) =>
    store({ ...server, version, items: [...server.items, { section, question_id, is_locked: true }] }),
  kept: () => kept,
  keep: (content) => {
    if (hasRoom) kept = content;
    return hasRoom;
  },
  later: (work) => {
    waiting = [work];
    return () => {
      waiting = [];
    };
  },
};
const begin = () => new DraftKeeper(opened(), ports);

beforeEach(() => {
  server = { name: 'Paper', plan, items, version: 1 };
  network = 'up';
  kept = null;
  hasRoom = true;
  waiting = [];
});

describe('a change', () => {
  test('tells when the device has no room to keep it, until the device has', () => {
    const keeper = begin();
    hasRoom = false;
    keeper.edit({ name: 'One' });
    expect([keeper.read().isKept, kept]).toEqual([false, null]);
    hasRoom = true;
    keeper.edit({ name: 'Two' });
    expect([keeper.read().isKept, kept?.name]).toEqual([true, 'Two']);
  });

  test('is saved a moment later, and then the device keeps nothing', async () => {
    const keeper = begin();
    keeper.edit({ name: 'One' });
    expect(kept).toMatchObject({ name: 'One', version: 1 });
    await passTime();
    await keeper.flush();
    expect(server).toMatchObject({ name: 'One', version: 2 });
    expect([keeper.read().save, kept]).toEqual(['saved', null]);
  });

  test('without a connection stays on the device and is sent again until it arrives', async () => {
    const keeper = begin();
    network = 'down';
    keeper.edit({ name: 'One' });
    expect(await keeper.flush()).toBe(false);
    expect([keeper.read().save, server.name, kept?.name]).toEqual(['offline', 'Paper', 'One']);
    network = 'up';
    await passTime();
    await keeper.flush();
    expect([keeper.read().save, server.name]).toEqual(['saved', 'One']);
  });

  test('whose answer was lost does not count as a change from elsewhere', async () => {
    const keeper = begin();
    network = 'loses the answer';
    keeper.edit({ name: 'One' });
    await keeper.flush();
    network = 'up';
    keeper.edit({ name: 'Two' });
    expect(await keeper.flush()).toBe(true);
    expect([keeper.read().save, server.name]).toEqual(['saved', 'Two']);
  });

  test('on a paper that was changed elsewhere is not sent again, and stays on the device', async () => {
    const keeper = begin();
    server = { ...server, name: 'Other', version: 2 };
    keeper.edit({ name: 'One' });
    expect(await keeper.flush()).toBe(false);
    expect([keeper.read().save, server.name, kept?.name]).toEqual(['stale', 'Other', 'One']);
  });

  test('that makes the plan impossible is reported and not sent', async () => {
    const keeper = begin();
    keeper.edit({ plan: { ...plan, shares: [0, 0, 0, 0, 0] } });
    expect(await keeper.flush()).toBe(false);
    expect(keeper.read()).toMatchObject({ save: 'refused', message: 'Give at least one level of difficulty a share.' });
    expect(server.version).toBe(1);
  });

  test('made while the draft is being filled is kept, and saved afterwards', async () => {
    let keeper = begin();
    const edit = () => keeper.edit({ name: 'Meanwhile' });
    const fill: DraftPorts['fill'] = async (change) => {
      edit();
      return ports.fill(change);
    };
    keeper = new DraftKeeper(opened(), { ...ports, fill });
    await keeper.fill();
    expect(keeper.read()).toMatchObject({ name: 'Meanwhile', save: 'waiting' });
    expect(keeper.read().items).toHaveLength(4);
    await keeper.flush();
    expect(server.name).toBe('Meanwhile');
  });

  test('is saved before a swap', async () => {
    const keeper = begin();
    keeper.edit({ name: 'One' });
    await keeper.swap(1);
    expect(server).toMatchObject({ name: 'One', version: 3 });
    expect(keeper.read().items[0]?.question_id).toBe(8);
  });
});

describe('a page that opens with changes kept on the device', () => {
  test('sends them if the paper has not changed since', async () => {
    kept = { name: 'Kept', plan, items, version: 1 };
    const keeper = begin();
    await keeper.flush();
    expect([keeper.read().name, server.name]).toEqual(['Kept', 'Kept']);
  });

  test('asks which version to use if the paper has changed since', async () => {
    kept = { name: 'Kept', plan, items: items.toReversed(), version: 1 };
    server = { ...server, name: 'Other', version: 2, items: items.slice(1) };
    const opening = { ...opened(), questions: [question(2), question(3)] };
    const keeper = new DraftKeeper(opening, ports);
    expect(keeper.read()).toMatchObject({ name: 'Other', conflict: { name: 'Kept' } });
    keeper.useKept();
    await keeper.flush();
    expect(server).toMatchObject({ name: 'Kept', items: [items[2], items[1]] });
    expect(kept).toBeNull();
  });

  test('deletes them if the server already has them', () => {
    kept = { name: 'Paper', plan: { ...plan }, items, version: 0 };
    expect(begin().read().conflict).toBeNull();
    expect(kept).toBeNull();
  });
});

describe('the order', () => {
  const questions = new Map([question(1), question(2, 5), question(3, 5), question(4)].map((one) => [one.id, one]));
  const paper = [1, 2, 3, 4].map((question_id) => ({ section: question_id === 4 ? 1 : 0, question_id, is_locked: false }));
  const ids = (list: Content['items'] | null) => list?.map(({ question_id }) => question_id) ?? null;

  test.each([
    [1, 1, [2, 3, 1, 4]],
    [3, -1, [2, 3, 1, 4]],
    [2, 1, null],
    [1, -1, null],
    [4, -1, null],
  ] as const)('question %i moved by %i gives %j: a passage moves whole, and nothing leaves its section', (id, by, order) => {
    expect(ids(moved(paper, id, by, questions))).toEqual(order);
  });

  test('removing a section removes its questions, and the later sections keep theirs', () => {
    const removed = withoutSection({ plan: { ...plan, sections: [newSection(2, 0, 3), newSection(3, 0, 1)] }, items: paper }, 0);
    expect(removed.plan.sections.map(({ subject_id }) => subject_id)).toEqual([3]);
    expect(removed.items).toEqual([{ section: 0, question_id: 4, is_locked: false }]);
  });

  test('locking one question of a passage locks the whole passage', () => {
    expect(withLock(paper, 3, true, questions).map(({ is_locked }) => is_locked)).toEqual([false, true, true, false]);
  });
});
