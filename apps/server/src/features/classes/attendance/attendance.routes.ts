import {
  contestAttendance,
  correctAttendance,
  getRegister,
  getSubjectWiseAttendance,
  matchGuest,
} from '@abhyas/contract/classes/attendance';
import { type Route, serve } from '../../../http/serve.ts';
import { attendanceOf, contest, correct, match, register } from './attendance.ts';

export const attendanceRoutes: Route[] = [
  serve(getSubjectWiseAttendance, (_input, context) => attendanceOf(context, context.student)),
  serve(contestAttendance, ({ id, reason }, context) => contest(context, context.student, id, reason)),
  serve(getRegister, ({ id }, context) => register(context, id)),
  serve(correctAttendance, (input, context) => correct(context, input)),
  serve(matchGuest, (input, context) => match(context, input)),
];
