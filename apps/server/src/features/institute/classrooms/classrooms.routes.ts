import * as contract from '@abhyas/contract/institute/classrooms';
import { type Route, serve } from '../../../http/serve.ts';
import * as staff from './classroom-staff.ts';

export const classroomRoutes: Route[] = [
  serve(contract.getClassrooms, (_input, context) => staff.listOf(context)),
  serve(contract.createClassroom, ({ name }, context) => staff.makeClassroom(context, name)),
  serve(contract.getClassroom, ({ id }, context) => staff.classroomOf(context, id)),
  serve(contract.renameClassroom, ({ id, name }, context) => staff.renameClassroom(context, id, name)),
  serve(contract.archiveClassroom, ({ id, is_archived }, context) => staff.archiveClassroom(context, id, is_archived)),
  serve(contract.changeClassroomMembers, (input, context) => staff.changeMembers(context, input)),
  serve(contract.setMemberDates, (input, context) => staff.setDates(context, input)),
  serve(contract.createSubject, ({ name, code }, context) => staff.makeSubject(context, name, code)),
  serve(contract.changeSubject, ({ id, name, code }, context) => staff.changeSubject(context, id, { name, code })),
];
