import { getPracticeSharing, getStudentForStaff, sharePractice } from '@abhyas/contract/reports/students';
import { type Route, serve } from '../../../http/serve.ts';
import * as students from './students.ts';

export const studentRoutes: Route[] = [
  serve(getStudentForStaff, ({ id }, context) => students.studentForStaff(context, id)),
  serve(getPracticeSharing, (_input, context) => students.practiceSharing(context)),
  serve(sharePractice, (input, context) => students.sharePractice(context, input)),
];
