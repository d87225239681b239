import * as contract from '@abhyas/contract/institute/consent';
import { type Route, serve } from '../../../http/serve.ts';
import type { Keys } from '../identity/identity.ts';
import { agreeByLink, askGuardian, giveGuardianConsent, readGuardianLink, recordConsent } from './consent.ts';

export const consentRoutes = (keys: Keys): Route[] => [
  serve(contract.giveGuardianConsent, (input, context) => giveGuardianConsent(context, keys, input)),
  serve(contract.askGuardian, ({ guardian_phone }, context) => askGuardian(context, keys, guardian_phone)),
  serve(contract.readGuardianLink, ({ link }, context) => readGuardianLink(context, keys, link)),
  serve(contract.agreeByLink, (input, context) => agreeByLink(context, keys, input)),
  serve(contract.recordConsent, ({ id, ...guardian }, context) => recordConsent(context, id, guardian)),
];
