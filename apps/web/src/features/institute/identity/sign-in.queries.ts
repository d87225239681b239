import type { Answer, Value } from '@abhyas/contract/endpoint';
import {
  exchangeCode,
  getSignInWays,
  login,
  loginAs,
  loginWithGoogle,
  loginWithInstituteCode,
  requestOtp,
  updateProfile,
} from '@abhyas/contract/institute/identity';
import type { ProfileFields } from '@abhyas/contract/institute/profile';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../platform/call.ts';
import { useCall, useSend } from '../../../platform/queries.ts';
import { sealedProfile } from '../../../platform/sealed-profile.ts';

export type SignedIn = Answer<typeof login>;

/** Refusals and failures of these calls are shown beside the field they belong to. */
const own = { ownFailures: true } as const;

export const useRequestCode = () => useSend(requestOtp, own);
export const useLogin = () => useSend(login, own);
export const useExchangeCode = () => useSend(exchangeCode, own);
export const useLoginAs = () => useSend(loginAs, own);

export const useInstituteLogin = () => useSend(loginWithInstituteCode, own);
export const useGoogleLogin = () => useSend(loginWithGoogle, own);
export const useSignInWays = () => useCall(getSignInWays, {}, { ...own, staleTime: Number.POSITIVE_INFINITY });

const useProfile = (is_onboarding: boolean) =>
  useMutation({
    mutationFn: async (fields: Value<typeof ProfileFields>) => call(updateProfile, await sealedProfile(fields, is_onboarding)),
    meta: own,
  });

/** Stores name, course and age of a new person. */
export const useRegister = () => useProfile(true);
/** Stores exam and year. */
export const useStoreAim = () => useProfile(false);
