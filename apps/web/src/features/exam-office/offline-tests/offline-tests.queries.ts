import {
  getOfflineTestSubjects,
  getSubjectsOfflineTest,
  type OfflineTest as OfflineTestSchema,
} from '@abhyas/contract/exam-office/offline-tests';
import type { Value } from '@abhyas/contract/endpoint';
import { queryClient, useCall } from '../../../platform/queries.ts';

export type OfflineTest = Value<typeof OfflineTestSchema>;

/** What the specification says where the lists cannot be had. */
export const LIST_FAILURE = 'Something went wrong, please contact us!';

export const useSubjects = () => useCall(getOfflineTestSubjects, {}, { ownFailures: false });
/** Looked at again each minute: a test opens by the clock. */
export const useTests = (subject_id: number) => useCall(getSubjectsOfflineTest, { subject_id }, { refreshEvery: 60_000 });

/** Names what the device keeps of a test's sheet. */
export const purposeOf = ({ offline_test_student_response_id }: OfflineTest): string => `offline-test/${offline_test_student_response_id}`;

/** After a sheet was handed in or a paper opened. */
export const refreshTests = async () => {
  await queryClient.invalidateQueries({ queryKey: [getSubjectsOfflineTest.route] });
  await queryClient.invalidateQueries({ queryKey: [getOfflineTestSubjects.route] });
};

const words = { NOT_STARTED: 'Not started', QP_DOWNLOADED: 'QP Downloaded', SUBMITTED: 'Submitted', MISSED: 'Missed' } as const;
export const statusInWords = (status: OfflineTest['status']): string => words[status];
