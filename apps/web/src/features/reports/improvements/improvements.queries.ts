import type { Answer } from '@abhyas/contract/endpoint';
import { addToMistakeBook, getImprovementData } from '@abhyas/contract/reports/test-reports';
import type { ImprovementType } from '@abhyas/exam/reports/report';
import { useCall, useSend } from '../../../platform/queries.ts';

export type Improvements = Answer<typeof getImprovementData>;

export const useImprovements = (id: number, type: ImprovementType) =>
  useCall(getImprovementData, { id, type }, { staleTime: 0, ownFailures: true });
export const useAddToBook = () => useSend(addToMistakeBook);
