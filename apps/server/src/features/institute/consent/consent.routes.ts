import * as contract from '@abhyas/contract/institute/consent';
import { type Route, serve } from '../../../http/serve.ts';
import type { Keys } from '../identity/identity.ts';
import { giveGuardianConsent, recordConsent } from './consent.ts';

export const consentRoutes = (keys: Keys): Route[] => [
  serve(contract.giveGuardianConsent, (input, context) => giveGuardianConsent(context, keys, input)),
  serve(contract.recordConsent, ({ id, ...guardian }, context) => recordConsent(context, id, guardian)),
];
