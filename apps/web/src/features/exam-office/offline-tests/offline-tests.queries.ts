import {
  getOfflineTestSubjects,
  getSubjectsOfflineTest,
  type OfflineTest as OfflineTestSchema,
} from '@abhyas/contract/exam-office/offline-tests';
import type { Answer, Value } from '@abhyas/contract/endpoint';
import { i18n } from '../../../platform/language.ts';
import { queryClient, useCall } from '../../../platform/queries.ts';

export type OfflineTest = Value<typeof OfflineTestSchema>;

/** The fixed text (docs/product.md) for lists that could not be loaded. */
export const LIST_FAILURE = /*i18n*/ 'Something went wrong, please contact us!';

export const useSubjects = () => useCall(getOfflineTestSubjects, {}, { ownDefects: true });
/** Fetched again each minute, because tests open at a set time. */
export const useTests = (subject_id: number) => useCall(getSubjectsOfflineTest, { subject_id }, { refreshEvery: 60_000, ownDefects: true });

/** The name under which the device keeps a test's sheet. */
export const purposeOf = ({ offline_test_student_response_id }: OfflineTest): string => `offline-test/${offline_test_student_response_id}`;

/** Fetches the tests again after a sheet was handed in or a paper opened. */
export const refreshTests = async () => {
  await queryClient.invalidateQueries({ queryKey: [getSubjectsOfflineTest.route] });
  await queryClient.invalidateQueries({ queryKey: [getOfflineTestSubjects.route] });
};

/** Whether the test's paper counts as not opened in the list fetched now or, without a network, in the last known list. */
export async function hasNotStarted({ id }: OfflineTest): Promise<boolean> {
  await refreshTests();
  const lists = queryClient.getQueriesData<Answer<typeof getSubjectsOfflineTest>>({ queryKey: [getSubjectsOfflineTest.route] });
  const known = lists.flatMap(([, list]) => list?.subject_offline_test_list ?? []).find((test) => test.id === id);
  return known?.status === 'NOT_STARTED';
}

const words = {
  NOT_STARTED: /*i18n*/ 'Not started',
  QP_DOWNLOADED: /*i18n*/ 'QP Downloaded',
  SUBMITTED: /*i18n*/ 'Submitted',
  MISSED: /*i18n*/ 'Missed',
} as const;
export const statusInWords = (status: OfflineTest['status']): string => i18n.t(words[status]);
