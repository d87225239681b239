import { getMe, login, logout, requestOtp, switchUserType, updateProfile } from '@abhyas/contract/identity';
import { type Route, serve } from '../../http/serve.ts';
import * as identity from './identity.ts';

export const identityRoutes = (sender: identity.CodeSender): Route[] => [
  serve(requestOtp, ({ phone_number }, context) => identity.requestOtp(context, sender, phone_number)),
  serve(login, ({ phone_number, otp }, context) => identity.login(context, phone_number, otp)),
  serve(logout, (_input, context) => identity.logout(context)),
  serve(getMe, async (_input, { caller }) => ({ user: identity.shownUser(caller) })),
  serve(switchUserType, ({ membership_id }, context) => identity.switchMembership(context, membership_id)),
  serve(updateProfile, (profile, context) => identity.updateProfile(context, profile)),
];
