import type { Answer } from '@abhyas/contract/endpoint';
import type { getShiftGroup } from '@abhyas/contract/staff-results';

export type ShiftGroup = Answer<typeof getShiftGroup>;
