import {
  cancelClass,
  endClass,
  extendClass,
  findClashes,
  getClassFeedback,
  getClassOptions,
  getClassSchedule,
  getStaffClass,
  moveClass,
  scheduleClass,
  setRecording,
  startClass,
} from '@abhyas/contract/classes/class-schedule';
import { type Route, serve } from '../../../http/serve.ts';
import type { MeetingProviders } from '../../../integrations/meetings/meetings.ts';
import * as classes from './class-schedule.ts';

export const classScheduleRoutes = (providers: MeetingProviders, onFailure: (error: unknown) => void): Route[] => [
  serve(getClassOptions, (_input, context) => classes.optionsOf(context, providers)),
  serve(getClassSchedule, (input, context) => classes.scheduleOf(context, input)),
  serve(getStaffClass, ({ id }, context) => classes.staffClass(context, id)),
  serve(findClashes, (input, context) => classes.clashesOf(context, input)),
  serve(scheduleClass, (input, context) => classes.schedule(context, input, providers)),
  serve(moveClass, (input, context) => classes.move(context, input)),
  serve(cancelClass, (input, context) => classes.cancel(context, input)),
  serve(startClass, ({ id }, context) => classes.start(context, id, context.caller.name ?? 'Teacher', providers)),
  serve(extendClass, ({ id, minutes }, context) => classes.extend(context, id, minutes)),
  serve(endClass, ({ id }, context) => classes.end(context, id, providers, onFailure)),
  serve(setRecording, ({ id, url }, context) => classes.giveRecording(context, id, url)),
  serve(getClassFeedback, ({ id }, context) => classes.feedbackOf(context, id)),
];
