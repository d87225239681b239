/** Times are ms since 1970. */
export interface OfflineTestTimes {
  startsAt: number;
  endsAt: number;
  /** The last moment at which a sheet is on time. */
  submitUntil: number;
}

/** The times of a test on paper. The time to hand in sheets (`uploadSeconds`) begins at the end of the test. */
export function offlineTestTimes(startsAt: number, durationSeconds: number, uploadSeconds: number): OfflineTestTimes {
  const endsAt = startsAt + durationSeconds * 1000;
  return { startsAt, endsAt, submitUntil: endsAt + uploadSeconds * 1000 };
}

/** The stored state of a student's test: a sheet was handed in, the question paper was opened, or neither. */
export type StoredStatus = 'NOT_STARTED' | 'QP_DOWNLOADED' | 'SUBMITTED';

/** The status to show. A test without a sheet is missed once the time to hand in is over, also if the student opened the paper. */
export const shownStatus = (stored: StoredStatus, { submitUntil }: OfflineTestTimes, now: number): StoredStatus | 'MISSED' =>
  stored !== 'SUBMITTED' && now > submitUntil ? 'MISSED' : stored;

/**
 * The status after the student's device asks for a new one. Opening the paper is recorded once the test has begun; any other request
 * changes nothing.
 */
export const statusAfterWish = (stored: StoredStatus, wished: string, { startsAt }: OfflineTestTimes, now: number): StoredStatus =>
  stored === 'NOT_STARTED' && wished === 'QP_DOWNLOADED' && now >= startsAt ? 'QP_DOWNLOADED' : stored;

/** A version of an answer sheet. */
export interface SheetVersion {
  receivedAt: number;
  isLate: boolean;
}

/** The version that counts: the newest one handed in on time or, if all are late, the newest; undefined if there is none. */
export function countedSheet<S extends SheetVersion>(sheets: readonly S[]): S | undefined {
  const newestFirst = sheets.toSorted((a, b) => b.receivedAt - a.receivedAt);
  return newestFirst.find(({ isLate }) => !isLate) ?? newestFirst[0];
}
