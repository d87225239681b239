import type { Value } from '@abhyas/contract/endpoint';
import { updateProfile } from '@abhyas/contract/institute/identity';
import { getProfile, type ProfileFields } from '@abhyas/contract/institute/profile';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../platform/call.ts';
import { callKey, queryClient, useCall } from '../../../platform/queries.ts';
import { sealedProfile } from '../../../platform/sealed-profile.ts';
import { rememberUser } from '../../../platform/user.ts';

export const useProfile = () => useCall(getProfile, {});

/** Stores the given fields; the others stay as they are. */
export const useSaveProfile = () =>
  useMutation({
    mutationFn: async (fields: Value<typeof ProfileFields>) => call(updateProfile, await sealedProfile(fields, false)),
    meta: { ownFailures: true },
    onSuccess: async ({ auth }) => {
      rememberUser(auth.user);
      await queryClient.invalidateQueries({ queryKey: callKey(getProfile, {}) });
    },
  });
