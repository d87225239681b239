import { getMe, getUserTypes, login, logout, requestOtp, switchUserType } from '@abhyas/contract/identity';
import { type Route, serve } from '../../http/serve.ts';
import * as identity from './identity.ts';

export const identityRoutes = (keys: identity.Keys): Route[] => [
  serve(requestOtp, ({ phone_number, request_id }, context) => identity.requestOtp(context, keys, phone_number, request_id)),
  serve(login, ({ phone_number, otp, request_id }, context) => identity.login(context, keys, phone_number, otp, request_id)),
  serve(logout, (_input, context) => identity.logout(context)),
  serve(getMe, async (_input, { caller }) => ({ user: identity.shownUser(caller) })),
  serve(switchUserType, ({ membership_id }, context) => identity.switchMembership(context, membership_id)),
  serve(getUserTypes, async (_input, { caller }) => identity.userTypesOf(caller)),
];
