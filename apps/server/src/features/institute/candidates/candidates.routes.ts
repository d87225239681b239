import { getCandidate, removePhoto, setPhoto } from '@abhyas/contract/institute/candidates';
import { type Route, serve } from '../../../http/serve.ts';
import type { Storage } from '../../../integrations/storage/storage.ts';
import { candidateOf, removePhotoOf, setPhotoOf } from './candidates.ts';

export const candidateRoutes = (storage: Storage): Route[] => [
  serve(getCandidate, (_input, context) => candidateOf(context, context.student)),
  serve(setPhoto, ({ photo_url }, context) => setPhotoOf(context, storage, photo_url)),
  serve(removePhoto, (_input, context) => removePhotoOf(context, storage)),
];
