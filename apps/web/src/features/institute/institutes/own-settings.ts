import { getMe } from '@abhyas/contract/institute/identity';
import { call } from '../../../platform/call.ts';
import { rememberUser } from '../../../platform/user.ts';

/** Shows the person who saved it what members see from their next visit on. What fails is seen at the next visit too. */
export function showOwnBrand(): void {
  void call(getMe, {}).then(
    ({ user }) => rememberUser(user),
    () => undefined,
  );
}
