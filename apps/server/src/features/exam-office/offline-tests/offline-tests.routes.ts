import {
  cancelOfflineTest,
  createOfflineTest,
  getOfflineTestResponses,
  getOfflineTestSubjects,
  getOfflineTests,
  getSubjectsOfflineTest,
  giveOfflineTestMarks,
  updateAnswerSheetUrl,
  updateOfflineTestStudentResponseStatus,
} from '@abhyas/contract/exam-office/offline-tests';
import { type Route, serve } from '../../../http/serve.ts';
import type { Storage } from '../../../integrations/storage/storage.ts';
import { handIn, subjectsOf, testsOf, wishStatus } from './offline-tests.ts';
import { cancelTest, giveMarks, makeTest, responsesOf, testsOfInstitute } from './staff-tests.ts';

export const offlineTestRoutes = (storage: Storage): Route[] => [
  serve(getOfflineTestSubjects, (_input, context) => subjectsOf(context, context.student)),
  serve(getSubjectsOfflineTest, ({ subject_id }, context) => testsOf(context, context.student, subject_id)),
  serve(updateOfflineTestStudentResponseStatus, ({ offline_test_student_response_id, status }, context) =>
    wishStatus(context, context.student, offline_test_student_response_id, status),
  ),
  serve(updateAnswerSheetUrl, (input, context) => handIn(context, storage, input)),
  serve(getOfflineTests, (_input, context) => testsOfInstitute(context)),
  serve(createOfflineTest, (input, context) => makeTest(context, storage, input)),
  serve(cancelOfflineTest, ({ id }, context) => cancelTest(context, id)),
  serve(getOfflineTestResponses, ({ id }, context) => responsesOf(context, id)),
  serve(giveOfflineTestMarks, (input, context) => giveMarks(context, storage, input)),
];
