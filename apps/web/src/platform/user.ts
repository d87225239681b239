import { audiences } from '@abhyas/contract/institute/access';
import type { Value } from '@abhyas/contract/endpoint';
import type { User as UserSchema } from '@abhyas/contract/institute/identity';
import { useSyncExternalStore } from 'react';
import { createListeners } from './listeners.ts';

export type User = Value<typeof UserSchema>;

/** Practises and takes tests of the site itself (spec 1, section 6: not higher education, not test-board-only). Has bookmarks. */
export const isTrainee = (user: User): boolean => audiences.trainee(user);

const KEY = 'user';
const listeners = createListeners();

function readStored(): User | null {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? 'null') as User | null;
  } catch {
    return null;
  }
}

let user = readStored();

/** The person who is signed in, as the server last sent them. The cookie that proves it is out of reach of scripts. */
export const currentUser = (): User | null => user;

/** The institute that this page works in, 0 for none: another tab that switches memberships changes who is signed in, but not this page. */
let pageInstitute: number | undefined = user ? (user.institute_id ?? 0) : undefined;
export const instituteOfPage = (): number | undefined => pageInstitute;

/** Grows with each sign-in that this page hears of, in whichever tab: a refusal of a call that left before says nothing of it. */
let signIns = 0;
export const signInNumber = (): number => signIns;

/** Remembers who is signed in (null: nobody) for this and the next visit. */
export function rememberUser(next: User | null): void {
  if (next) signIns += 1;
  user = next;
  pageInstitute = next ? (next.institute_id ?? 0) : undefined;
  try {
    if (next) localStorage.setItem(KEY, JSON.stringify(next));
    else localStorage.removeItem(KEY);
  } catch {
    // Without storage the next visit asks the server who is signed in.
  }
  listeners.notify();
}

function subscribe(onChange: () => void): () => void {
  const readAnew = (event: StorageEvent) => {
    if (event.key !== KEY) return;
    user = readStored();
    if (user) signIns += 1;
    onChange();
  };
  const endSubscription = listeners.subscribe(onChange);
  addEventListener('storage', readAnew);
  return () => {
    endSubscription();
    removeEventListener('storage', readAnew);
  };
}

/** The person who is signed in; renders again when that changes, in another tab too. */
export function useUser(): User | null {
  return useSyncExternalStore(subscribe, () => user);
}
