import {
  beginStaffUpload,
  beginUpload,
  cancelUpload,
  finishUpload,
  getSignedUrl,
  getStaffSignedUrl,
  getUploadParts,
} from '@abhyas/contract/institute/stored-files';
import { type Route, serve } from '../../../http/serve.ts';
import type { Storage } from '../../../integrations/storage/storage.ts';
import * as files from './stored-files.ts';

export const storedFileRoutes = (storage: Storage): Route[] => [
  serve(getSignedUrl, (input, context) => files.signUpload(context, storage, context.student, input), 'uploaded_files'),
  serve(beginUpload, (input, context) => files.beginParts(context, storage, context.student, input), 'uploaded_files'),
  serve(getStaffSignedUrl, (input, context) => files.signUpload(context, storage, context.caller, input), 'uploaded_files'),
  serve(beginStaffUpload, (input, context) => files.beginParts(context, storage, context.caller, input), 'uploaded_files'),
  serve(getUploadParts, ({ id }, context) => files.partsOf(context, storage, context.caller, id)),
  serve(finishUpload, ({ id }, context) => files.finishParts(context, storage, context.caller, id)),
  serve(cancelUpload, ({ id }, context) => files.cancel(context, storage, context.caller, id)),
];
