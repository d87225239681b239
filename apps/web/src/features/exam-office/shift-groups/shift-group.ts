import type { Answer } from '@abhyas/contract/endpoint';
import type { getShiftGroup } from '@abhyas/contract/exam-office/results';

export type ShiftGroup = Answer<typeof getShiftGroup>;
