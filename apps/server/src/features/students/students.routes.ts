import { getStudentForStaff } from '@abhyas/contract/students';
import { type Route, serve } from '../../http/serve.ts';
import { studentForStaff } from './students.ts';

export const studentRoutes: Route[] = [serve(getStudentForStaff, ({ id }, context) => studentForStaff(context, id))];
