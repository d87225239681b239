import { getMe } from '@abhyas/contract/institute/identity';
import { call } from '../../../platform/call.ts';
import { rememberUser } from '../../../platform/user.ts';

/**
 * Shows a saved brand at once to the person who saved it. Other members see it at their next visit, as does this person if the call fails.
 */
export function showOwnBrand(): void {
  void call(getMe, {}).then(
    ({ user }) => rememberUser(user),
    () => undefined,
  );
}
