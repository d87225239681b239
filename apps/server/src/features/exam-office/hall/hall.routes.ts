import * as contract from '@abhyas/contract/exam-office/hall';
import { type Route, serve } from '../../../http/serve.ts';
import { acceptLate } from '../results/results.ts';
import * as hall from './hall.ts';

export const hallRoutes = (secret: Buffer): Route[] => [
  serve(contract.getHall, ({ id, roster }, context) => hall.hallOf(context, id, roster)),
  serve(contract.extendTest, ({ id, ...extension }, context) => hall.extendTest(context, id, extension)),
  serve(contract.makeTestCode, ({ id }, context) => hall.makeCode(context, secret, id)),
  serve(contract.unlockStudents, ({ id, student_ids }, context) => hall.unlockStudents(context, id, student_ids)),
  serve(contract.endTest, ({ id, student_id, reason }, context) => hall.endTest(context, id, student_id, reason)),
  serve(contract.getLateAnswers, ({ id }, context) => hall.lateAnswers(context, id)),
  serve(contract.acceptLateAnswers, async ({ id, student_id, upload_ids = null }, context) => {
    await acceptLate(context, id, { ids: [student_id] }, upload_ids);
    hall.forgetCounts(id);
    return { success: true as const };
  }),
];
