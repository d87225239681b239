import type { Answer } from '@abhyas/contract/endpoint';
import { getAnswerSheets, getSheetCrops } from '@abhyas/contract/exam-office/answer-sheets';
import type { Doubt } from '@abhyas/exam/exam-office/answer-sheet';
import { queryClient, useCall } from '../../../platform/queries.ts';

export type SheetsOfTest = Answer<typeof getAnswerSheets>;
export type Sheet = SheetsOfTest['sheets'][number];

export const useSheets = (id: number) => useCall(getAnswerSheets, { id }, { staleTime: 0 });
export const refreshSheets = () => queryClient.invalidateQueries({ queryKey: [getAnswerSheets.route] });

/** The pictures of a sheet's doubts, loaded only when they are shown. */
export const useCrops = (id: number, isWanted: boolean) => useCall(getSheetCrops, { id }, { enabled: isWanted, ownFailures: true });

export const doubtWords: Record<Doubt, string> = {
  faint: 'A mark is faint',
  erased: 'A second mark may be erased',
  two_marks: 'Two marks',
  gap: 'A digit is missing',
};

export const stateBadges: Record<Sheet['state'], { text: string; tone?: 'good' | 'warning' | 'danger' }> = {
  doubtful: { text: 'To look at', tone: 'warning' },
  faulty: { text: 'Not possible', tone: 'danger' },
  ready: { text: 'Ready' },
  entered: { text: 'Entered', tone: 'good' },
};
