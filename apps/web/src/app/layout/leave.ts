import { logout } from '@abhyas/contract/identity';
import { call } from '../../platform/call.ts';
import { deviceStore } from '../../platform/device-store.ts';
import { queryClient } from '../../platform/queries.ts';
import { clearPictures } from '../../platform/service-worker.ts';
import { rememberUser } from '../../platform/user.ts';
import { isOwing } from '../../session/device-record.ts';
import { sendKept } from './owed.ts';

/** Sends what the device still owes of this student; answers whether anything is left that would be lost with a logout. */
export async function sendBeforeLeaving(student_id: number): Promise<boolean> {
  await sendKept(student_id);
  return (await deviceStore.listOf(student_id)).some(isOwing);
}

/** Ends the sign-in and clears what the device holds. Throws when the server cannot be reached: the cookie would live on. */
export async function leaveForGood(): Promise<void> {
  await call(logout, {});
  // Before the device is cleared: else the bell may ask meanwhile, without a sign-in.
  rememberUser(null);
  queryClient.clear();
  await Promise.all([deviceStore.clearAll(), clearPictures()]);
}
