import {
  beginGoogle,
  connectGoogle,
  disconnectGoogle,
  endOtherSignIns,
  endSignIn,
  exchangeCode,
  getMe,
  getSignIns,
  getSignInWays,
  getUserTypes,
  login,
  loginAs,
  loginWithGoogle,
  loginWithInstituteCode,
  logout,
  makeStandInToken,
  requestOtp,
  setPhone,
  switchUserType,
} from '@abhyas/contract/institute/identity';
import { getInstituteCodes, makeInstituteCode, makeInstituteCodes, revokeInstituteCode } from '@abhyas/contract/institute/institute-codes';
import { type Route, serve } from '../../../http/serve.ts';
import type { GoogleSignIn } from '../../../integrations/google/google.ts';
import * as identity from './identity.ts';

export const identityRoutes = (keys: identity.Keys, google: GoogleSignIn | null): Route[] => [
  serve(requestOtp, ({ phone_number, request_id }, context) => identity.requestOtp(context, keys, phone_number, request_id)),
  serve(login, ({ phone_number, otp, request_id }, context) => identity.login(context, keys, phone_number, otp, request_id)),
  serve(exchangeCode, ({ phone_number, otp, request_id }, context) => identity.exchangeCode(context, keys, phone_number, otp, request_id)),
  serve(loginAs, (input, context) => identity.loginAs(context, keys, input)),
  serve(logout, (_input, context) => identity.logout(context)),
  serve(getSignInWays, async () => ({ has_google: google !== null })),
  serve(beginGoogle, (_input, context) => identity.beginGoogle(context, google)),
  serve(makeStandInToken, ({ subject, nonce }, context) => identity.standInToken(context, google, subject, nonce)),
  serve(loginWithGoogle, ({ id_token }, context) => identity.loginWithGoogle(context, google, id_token)),
  serve(connectGoogle, (input, context) => identity.connectGoogle(context, keys, google, input)),
  serve(disconnectGoogle, (_input, context) => identity.disconnectGoogle(context)),
  serve(loginWithInstituteCode, (input, context) => identity.loginWithInstituteCode(context, keys, input)),
  serve(makeInstituteCode, ({ membership_id }, context) => identity.makeInstituteCode(context, keys.secret, membership_id)),
  serve(getInstituteCodes, (input, context) => identity.instituteCodesOf(context, input)),
  serve(makeInstituteCodes, (input, context) => identity.makeInstituteCodes(context, keys.secret, input)),
  serve(revokeInstituteCode, ({ membership_id }, context) => identity.revokeInstituteCode(context, membership_id)),
  serve(setPhone, (input, context) => identity.setPhone(context, keys, input)),
  serve(getMe, async (_input, context) => {
    await identity.goOn(context);
    return { user: identity.shownUser(context.caller) };
  }),
  serve(getUserTypes, async (_input, { caller }) => identity.userTypesOf(caller)),
  serve(switchUserType, ({ membership_id }, context) => identity.switchMembership(context, membership_id)),
  serve(getSignIns, (_input, context) => identity.signInsOf(context)),
  serve(endSignIn, ({ id }, context) => identity.endSignIn(context, id)),
  serve(endOtherSignIns, (_input, context) => identity.endOtherSignIns(context)),
];
