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
import type { FeatureParts } from '../../domain.ts';
import * as files from './stored-files.ts';

/** `isSheetAwaited`: whether a running test on paper waits for the person's answer sheet, handed in already or not. */
export const storedFileRoutes = (storage: Storage, isSheetAwaited: FeatureParts['isSheetAwaited']): Route[] => [
  serve(
    getSignedUrl,
    (input, context) => files.signUpload(context, storage, files.studentOf(context, isSheetAwaited), input),
    'uploaded_files',
  ),
  serve(
    beginUpload,
    (input, context) => files.beginParts(context, storage, files.studentOf(context, isSheetAwaited), input),
    'uploaded_files',
  ),
  serve(getStaffSignedUrl, (input, context) => files.signUpload(context, storage, files.memberOf(context), input), 'uploaded_files'),
  serve(beginStaffUpload, (input, context) => files.beginParts(context, storage, files.memberOf(context), input), 'uploaded_files'),
  serve(getUploadParts, ({ id }, context) => files.partsOf(context, storage, context.caller, id)),
  serve(finishUpload, ({ id }, context) => files.finishParts(context, storage, context.caller, id)),
  serve(cancelUpload, ({ id }, context) => files.cancel(context, storage, context.caller, id)),
];
