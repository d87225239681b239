import * as contract from '@abhyas/contract/exam-office/institute-tests';
import { type Route, serve } from '../../../http/serve.ts';
import { setUp, takeBack } from '../assignments/assignments.ts';
import * as tests from './institute-tests.ts';

const momentOf = (text: string | null) => (text === null ? null : new Date(text));

export const instituteTestRoutes: Route[] = [
  serve(contract.getInstituteTests, ({ is_assignment = false, page = 0 }, context) => tests.listTests(context, is_assignment, page)),
  serve(contract.getInstituteTest, ({ id }, context) => tests.oneTest(context, id)),
  serve(contract.getStudentsOfTest, ({ id }, context) => tests.studentsOfTest(context, id)),
  serve(
    contract.setUpTest,
    async ({ id, opens_at, closes_at, should_request_otp, can_lock_test, is_exam_exact, allows_review }, context) => {
      await setUp(context, id, {
        ...(opens_at === undefined ? {} : { opens_at: momentOf(opens_at) }),
        ...(closes_at === undefined ? {} : { closes_at: momentOf(closes_at) }),
        ...(should_request_otp === undefined ? {} : { should_request_otp }),
        ...(can_lock_test === undefined ? {} : { can_lock_test }),
        ...(is_exam_exact === undefined ? {} : { is_exam_exact }),
        ...(allows_review === undefined ? {} : { allows_review }),
      });
      return tests.oneTest(context, id);
    },
  ),
  serve(contract.assignTest, ({ id, ...whom }, context) => tests.giveTest(context, id, whom)),
  serve(contract.takeBackTest, async ({ id, student_ids }, context) => {
    await takeBack(context, id, { ids: student_ids });
    return tests.oneTest(context, id);
  }),
  serve(contract.getSharedPapers, (_input, context) => tests.sharedPapers(context)),
  serve(contract.copyPaper, ({ paper_id, name, is_assignment }, context) => tests.copyPaper(context, paper_id, { name, is_assignment })),
  serve(contract.deleteTest, ({ id }, context) => tests.deleteTest(context, id)),
  serve(contract.tryTest, ({ id }, context) => tests.tryTest(context, id)),
  serve(contract.noteTried, ({ id }, context) => tests.noteTried(context, id)),
];
