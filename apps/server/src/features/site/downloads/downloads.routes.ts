import { getFile } from '@abhyas/contract/institute/stored-files';
import { type Route, serve } from '../../../http/serve.ts';
import type { Storage } from '../../../integrations/storage/storage.ts';
import { download } from './downloads.ts';

export const downloadRoutes = (storage: Storage): Route[] => [
  serve(getFile, ({ id }, context) => download(context, storage, context.caller, id)),
];
