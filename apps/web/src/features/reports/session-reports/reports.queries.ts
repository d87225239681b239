import type { Answer, Input, Value } from '@abhyas/contract/endpoint';
import { getLeaderboard, LEADERBOARD_PAGE, type LeaderboardEntry } from '@abhyas/contract/reports/leaderboard';
import { getAssignmentReport, type ScoreReport } from '@abhyas/contract/reports/session-reports';
import { getStudentTestReports } from '@abhyas/contract/reports/test-reports';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { call } from '../../../platform/call.ts';
import { callOrKept, type Kept } from '../../../platform/kept-answers.ts';
import { callKey, useCall } from '../../../platform/queries.ts';

export type Score = Value<typeof ScoreReport>;
export type Report = Answer<typeof getStudentTestReports>;
export type ReportData = NonNullable<Report['data']>;
export type Insights = NonNullable<Report['test_report_insights']>;
export type Entry = Value<typeof LeaderboardEntry>;

export const useTestReport = (id: number) => useCall(getStudentTestReports, { id }, { staleTime: 0 });
export const useSessionReport = (input: Input<typeof getAssignmentReport>) =>
  useQuery<Kept<Answer<typeof getAssignmentReport>>, Error>({
    queryKey: callKey(getAssignmentReport, input),
    queryFn: ({ signal }) => callOrKept(getAssignmentReport, input, { signal }),
    staleTime: 0,
  });

type Leaderboard = Answer<typeof getLeaderboard>;

/** Ms before the next hundred are fetched, so that fast scrolling does not fetch every page. */
const SCROLL_DELAY_MS = 500;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** The leaderboard, a hundred at a time. A student who moves between two pages while they load is listed once. */
export function useLeaderboard(input: Omit<Input<typeof getLeaderboard>, 'page'>) {
  return useInfiniteQuery({
    queryKey: [getLeaderboard.route, input],
    queryFn: async ({ pageParam, signal }) => {
      if (pageParam > 1) await pause(SCROLL_DELAY_MS);
      return call(getLeaderboard, { ...input, page: pageParam }, { signal });
    },
    initialPageParam: 1,
    getNextPageParam: (last: Leaderboard, pages: Leaderboard[]) =>
      pages.length * LEADERBOARD_PAGE < last.total ? pages.length + 1 : undefined,
    select: ({ pages }) => {
      const entries = new Map(pages.flatMap((page) => page.entries.map((entry) => [entry.student_id, entry] as const)));
      return { first: pages[0], entries: [...entries.values()] };
    },
    staleTime: 0,
  });
}

/** A row of the overview as the table of scores shows it. */
export const scoreOf = ({ total, ...row }: ReportData['overview'][number]): Score => ({ ...row, score: total });

export const subjectNameOf = (data: ReportData, id: number): string =>
  data.subject_mapping.find((subject) => subject.id === id)?.name ?? '';
