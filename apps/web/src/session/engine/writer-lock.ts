import type { SessionObject } from './device-record.ts';

const nameOf = ({ student_id, object_type, session_type, id, is_revise, source = '' }: SessionObject) =>
  ['session', student_id, object_type, session_type, id, is_revise, source].join('/');

/** Old browsers and insecure contexts have no locks: there the server's writer number alone decides. */
const locks = () => globalThis.navigator?.locks;

export interface Writing {
  /** Whether another page of this browser was the writer until now. */
  wasTaken: boolean;
  release: () => void;
}

/** Makes this page the only writer of a session in its browser. `onLost` is called when a newer page becomes the writer. */
export async function takeWriting(object: SessionObject, onLost: () => void): Promise<Writing> {
  const [manager, name] = [locks(), nameOf(object)];
  const unlocked = { wasTaken: false, release: () => undefined };
  if (!manager) return unlocked;
  // Requests are answered in order, so this response shows the locks as they were before the request below.
  const before = manager.query().catch(() => ({ held: [] as LockInfo[] }));
  return new Promise((resolve) => {
    let isHeld = false;
    const hold = () =>
      new Promise<void>((release) => {
        isHeld = true;
        void before.then(({ held = [] }) => resolve({ wasTaken: held.some((lock) => lock.name === name), release }));
      });
    manager.request(name, { steal: true }, hold).catch(() => (isHeld ? onLost() : resolve(unlocked)));
  });
}

/** Calls `act` unless a page of this browser is the writer of the session. A page that opens the session meanwhile does not wait. */
export async function whileNobodyWrites(object: SessionObject, act: () => Promise<void>): Promise<void> {
  const manager = locks();
  if (!manager) return act();
  let acting: Promise<void> | undefined;
  await manager
    .request(nameOf(object), { ifAvailable: true }, (lock) => {
      acting = lock ? act() : Promise.resolve();
      return acting;
    })
    .catch(() => acting ?? act());
}
