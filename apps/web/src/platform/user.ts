import { audiences } from '@abhyas/contract/institute/access';
import type { Value } from '@abhyas/contract/endpoint';
import type { User as UserSchema } from '@abhyas/contract/institute/identity';
import { useSyncExternalStore } from 'react';
import { createListeners } from './listeners.ts';

export type User = Value<typeof UserSchema>;

/**
 * Whether the user practises and takes tests of the site itself: a student, but not of higher education and not with the test board only.
 */
export const isTrainee = (user: User): boolean => audiences.trainee(user);

/** Whether the sign-in gives access to the whole account, not only to one membership by an institute's code. */
export const hasAccount = (user: User): boolean => audiences.account(user);

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

/** The signed-in person, as the server last sent them. Scripts cannot read the cookie that proves the sign-in. */
export const currentUser = (): User | null => user;

/**
 * The institute that this page works in, 0 for none. When another tab switches the membership, the signed-in user changes but this page's
 * institute does not.
 */
let pageInstitute: number | undefined = user ? (user.institute_id ?? 0) : undefined;
export const instituteOfPage = (): number | undefined => pageInstitute;

/** Number of sign-ins in any tab. If it has increased since a call was sent, the refusal of the call does not concern the new sign-in. */
let signIns = 0;
export const signInNumber = (): number => signIns;

/** Stores the signed-in person (null: nobody) for this visit and the next. */
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

/** The signed-in person; renders again when it changes, in another tab too. */
export function useUser(): User | null {
  return useSyncExternalStore(subscribe, () => user);
}
