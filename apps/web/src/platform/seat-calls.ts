import type { SeatCall } from '@abhyas/exam/tests/seat-verdict';

const most = 8;
let calls: readonly SeatCall[] = [];

/** The latest uploads of this page, from which `useSeatVerdict` judges the seat. */
export const seatCalls = (): readonly SeatCall[] => calls;
export const noteSeatCall = (call: SeatCall): void => void (calls = [...calls.slice(1 - most), call]);
