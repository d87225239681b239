import type { Answer, Input, Value } from '@abhyas/contract/endpoint';
import { getLeaderboard, type LeaderboardEntry } from '@abhyas/contract/leaderboard';
import { getAssignmentReport, type ScoreReport } from '@abhyas/contract/reports';
import { getStudentTestReports } from '@abhyas/contract/test-reports';
import { useCall } from '../../platform/queries.ts';

export type Score = Value<typeof ScoreReport>;
export type Report = Answer<typeof getStudentTestReports>;
export type ReportData = NonNullable<Report['data']>;
export type Insights = NonNullable<Report['test_report_insights']>;
export type Entry = Value<typeof LeaderboardEntry>;

export const useTestReport = (id: number) => useCall(getStudentTestReports, { id }, { staleTime: 0 });
export const useSessionReport = (input: Input<typeof getAssignmentReport>) => useCall(getAssignmentReport, input, { staleTime: 0 });
export const useLeaderboard = (input: Input<typeof getLeaderboard>) => useCall(getLeaderboard, input, { keepPrevious: true });

/** A row of the overview as the table of scores shows it. */
export const scoreOf = ({ total, ...row }: ReportData['overview'][number]): Score => ({ ...row, score: total });

export const subjectNameOf = (data: ReportData, id: number): string => data.subject_mapping.find((subject) => subject.id === id)?.name ?? '';
