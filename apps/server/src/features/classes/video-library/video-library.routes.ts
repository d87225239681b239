import {
  addConcept,
  getRecording,
  getRecordings,
  getVideoRecordings,
  removeConcept,
  updateVirtualMeetingConcepts,
} from '@abhyas/contract/classes/video-library';
import { type Route, serve } from '../../../http/serve.ts';
import { cut, libraryLevel, moveEnds, recordingOf, recordingsOf, removeClip } from './video-library.ts';

export const videoLibraryRoutes: Route[] = [
  serve(getVideoRecordings, (input, context) => libraryLevel(context, context.student, input)),
  serve(getRecordings, (_input, context) => recordingsOf(context)),
  serve(getRecording, ({ id }, context) => recordingOf(context, id)),
  serve(addConcept, (input, context) => cut(context, input)),
  serve(updateVirtualMeetingConcepts, (input, context) => moveEnds(context, input)),
  serve(removeConcept, ({ id }, context) => removeClip(context, id)),
];
