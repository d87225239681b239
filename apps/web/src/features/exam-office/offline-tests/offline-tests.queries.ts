import {
  getOfflineTestSubjects,
  getSubjectsOfflineTest,
  type OfflineTest as OfflineTestSchema,
} from '@abhyas/contract/exam-office/offline-tests';
import type { Value } from '@abhyas/contract/endpoint';
import { queryClient, useCall } from '../../../platform/queries.ts';

export type OfflineTest = Value<typeof OfflineTestSchema>;

/** The fixed text (docs/product.md) for lists that could not be loaded. */
export const LIST_FAILURE = 'Something went wrong, please contact us!';

export const useSubjects = () => useCall(getOfflineTestSubjects, {}, { ownFailures: false });
/** Fetched again each minute, because tests open at a set time. */
export const useTests = (subject_id: number) => useCall(getSubjectsOfflineTest, { subject_id }, { refreshEvery: 60_000 });

/** The name under which the device keeps a test's sheet. */
export const purposeOf = ({ offline_test_student_response_id }: OfflineTest): string => `offline-test/${offline_test_student_response_id}`;

/** Fetches the tests again after a sheet was handed in or a paper opened. */
export const refreshTests = async () => {
  await queryClient.invalidateQueries({ queryKey: [getSubjectsOfflineTest.route] });
  await queryClient.invalidateQueries({ queryKey: [getOfflineTestSubjects.route] });
};

const words = { NOT_STARTED: 'Not started', QP_DOWNLOADED: 'QP Downloaded', SUBMITTED: 'Submitted', MISSED: 'Missed' } as const;
export const statusInWords = (status: OfflineTest['status']): string => words[status];
