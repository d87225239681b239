import { getFilesSharedWithStudent, getSharedFiles, removeSharedFile, shareFile } from '@abhyas/contract/classes/shared-files';
import { type Route, serve } from '../../../http/serve.ts';
import type { Storage } from '../../../integrations/storage/storage.ts';
import { filesOfInstitute, filesOfStudent, share, takeBack } from './shared-files.ts';

export const sharedFileRoutes = (storage: Storage): Route[] => [
  serve(getFilesSharedWithStudent, (_input, context) => filesOfStudent(context, context.student)),
  serve(getSharedFiles, (_input, context) => filesOfInstitute(context)),
  serve(shareFile, (input, context) => share(context, storage, input)),
  serve(removeSharedFile, ({ id }, context) => takeBack(context, id)),
];
