import * as contract from '@abhyas/contract/site/privacy';
import { type Route, serve } from '../../../http/serve.ts';
import type { Storage } from '../../../integrations/storage/storage.ts';
import type { Keys } from '../../institute/identity/identity.ts';
import * as deletion from './deletion.ts';
import { beginExport, exportOf } from './export.ts';

export const privacyRoutes = (keys: Keys, storage: Storage): Route[] => [
  serve(contract.beginExport, (code, context) => beginExport(context, keys, code)),
  serve(contract.getExport, ({ export_key }, context) => exportOf(context, keys.secret, storage, export_key)),
  serve(contract.askForDeletion, (code, context) => deletion.askForDeletion(context, keys, code)),
  serve(contract.keepAccount, (_input, context) => deletion.keepAccount(context)),
];
