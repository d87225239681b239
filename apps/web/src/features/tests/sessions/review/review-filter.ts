import { getStudentTestReports } from '@abhyas/contract/reports/test-reports';
import { useCall } from '../../../../platform/queries.ts';
import { isWithheld } from '../../../../question/question-content.ts';
import type { PaperPlace } from '../paper-places.ts';
import type { TestPayload } from '../test-payload.ts';

export const reviewFilters = ['wrong', 'slow', 'skipped', 'marked'] as const;
export type ReviewFilter = (typeof reviewFilters)[number];

export const filterLabels: Record<ReviewFilter, string> = {
  wrong: /*i18n*/ 'Wrong',
  slow: /*i18n*/ 'Slow',
  skipped: /*i18n*/ 'Skipped',
  marked: /*i18n*/ 'Marked',
};

/** The questions of each filter, by id. The slow ones come from the report; until it has loaded, that filter is empty. */
export function useReviewFilters({ test_info, question_responses }: TestPayload, places: readonly PaperPlace[]) {
  const isOfTest = test_info.session_id !== null;
  const report = useCall(getStudentTestReports, { id: test_info.id }, { enabled: isOfTest, ownFailures: true });
  const slow = new Set(report.data?.test_report_insights?.actions.slow.question_ids ?? []);
  const responses = new Map(question_responses.map((response) => [response.question_id, response]));
  const idsOf = (belongs: (place: PaperPlace) => boolean) => new Set(places.filter(belongs).map(({ question }) => question.id));
  return {
    wrong: idsOf(({ question }) => responses.get(question.id)?.result === -1),
    slow,
    skipped: isOfTest
      ? idsOf(({ question }) => !isWithheld(question) && (responses.get(question.id)?.result ?? 0) === 0)
      : new Set<number>(),
    marked: idsOf(({ question }) => responses.get(question.id)?.is_marked === true),
  } satisfies Record<ReviewFilter, Set<number>>;
}
