import { getAssignmentReport, getReport, type ScoreReport } from '@abhyas/contract/reports';
import type { Input, Value } from '@abhyas/contract/endpoint';
import { useCall } from '../../platform/queries.ts';

export type Score = Value<typeof ScoreReport>;

export const useTestReport = (id: number) => useCall(getReport, { id, is_test: true }, { staleTime: 0 });
export const useSessionReport = (input: Input<typeof getAssignmentReport>) => useCall(getAssignmentReport, input, { staleTime: 0 });
