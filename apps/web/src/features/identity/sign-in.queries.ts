import { login, requestOtp, updateProfile } from '@abhyas/contract/identity';
import { useSend } from '../../platform/queries.ts';

/** Refusals and failures of these calls are told beside the field they belong to. */
const own = { ownFailures: true } as const;

export const useRequestCode = () => useSend(requestOtp, own);
export const useLogin = () => useSend(login, own);
export const useUpdateProfile = () => useSend(updateProfile, own);
