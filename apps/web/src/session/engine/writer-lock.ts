import type { SessionObject } from './device-record.ts';

const nameOf = ({ student_id, object_type, session_type, id, is_revise }: SessionObject) =>
  ['session', student_id, object_type, session_type, id, is_revise].join('/');

/** Old browsers and insecure contexts have none: there the server's number alone says who writes. */
const locks = () => globalThis.navigator?.locks;

export interface Writing {
  /** Whether another page of this browser wrote until now. */
  wasTaken: boolean;
  release: () => void;
}

/** Makes this page the only one of its browser that writes in a session. `onLost` is called when a newer page takes it. */
export async function takeWriting(object: SessionObject, onLost: () => void): Promise<Writing> {
  const [manager, name] = [locks(), nameOf(object)];
  const unlocked = { wasTaken: false, release: () => undefined };
  if (!manager) return unlocked;
  // The browser answers in the order it is asked: this tells how things stood before the request.
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

/** Does something with a session unless a page of this browser writes in it; a page that comes meanwhile need not wait. */
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
