import { afterEach, expect, test, vi } from 'vitest';
import { takeWriting, whileNobodyWrites } from './writer-lock.ts';

const object = { student_id: 1, id: 3, object_type: 1, session_type: 0, is_revise: false };
const refuse = () => Promise.reject(new DOMException('Locks are not allowed here.', 'SecurityError'));

afterEach(() => {
  vi.unstubAllGlobals();
});

test('a session opens even if the browser refuses locks or has none', async () => {
  vi.stubGlobal('navigator', { locks: { query: refuse, request: refuse } });
  const onLost = vi.fn();
  const { wasTaken } = await takeWriting(object, onLost);
  expect([wasTaken, onLost.mock.calls]).toEqual([false, []]);
});

test('unsent answers are sent even if the browser refuses locks', async () => {
  vi.stubGlobal('navigator', { locks: { query: refuse, request: refuse } });
  const act = vi.fn(async () => undefined);
  await whileNobodyWrites(object, act);
  expect(act).toHaveBeenCalledTimes(1);
});

test('a page is notified when a newer page becomes the writer', async () => {
  let steal = () => {};
  const request = (_name: string, _options: object, hold: () => Promise<void>) => {
    void hold();
    return new Promise<void>((_, reject) => {
      steal = () => reject(new DOMException('stolen', 'AbortError'));
    });
  };
  vi.stubGlobal('navigator', { locks: { query: async () => ({ held: [] }), request } });
  const onLost = vi.fn();
  await takeWriting(object, onLost);
  expect(onLost).not.toHaveBeenCalled();
  steal();
  await vi.waitFor(() => expect(onLost).toHaveBeenCalledTimes(1));
});
