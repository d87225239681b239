/** Moments are ms since 1970. */
export interface OfflineTestTimes {
  startsAt: number;
  endsAt: number;
  /** The last moment at which a sheet is in time. */
  submitUntil: number;
}

/** When a test on paper runs and until when its sheets are in time; the time to hand in begins with the end. */
export function offlineTestTimes(startsAt: number, durationSeconds: number, uploadSeconds: number): OfflineTestTimes {
  const endsAt = startsAt + durationSeconds * 1000;
  return { startsAt, endsAt, submitUntil: endsAt + uploadSeconds * 1000 };
}

/** What the server has stored of a student's test: a sheet was handed in, the question paper was opened, or neither. */
export type StoredStatus = 'NOT_STARTED' | 'QP_DOWNLOADED' | 'SUBMITTED';

/** The status that is shown: what is not handed in by the end of the time to hand in is missed, also where the paper was opened. */
export const shownStatus = (stored: StoredStatus, { submitUntil }: OfflineTestTimes, now: number): StoredStatus | 'MISSED' =>
  stored !== 'SUBMITTED' && now > submitUntil ? 'MISSED' : stored;

/** The status after a wish of the student's device: opening the paper counts once the test has begun; nothing else is taken on its word. */
export const statusAfterWish = (stored: StoredStatus, wished: string, { startsAt }: OfflineTestTimes, now: number): StoredStatus =>
  stored === 'NOT_STARTED' && wished === 'QP_DOWNLOADED' && now >= startsAt ? 'QP_DOWNLOADED' : stored;

/** A version of an answer sheet. */
export interface SheetVersion {
  receivedAt: number;
  isLate: boolean;
}

/** The version that counts: the newest of those in time, else the newest; undefined where there is none. */
export function countedSheet<S extends SheetVersion>(sheets: readonly S[]): S | undefined {
  const newestFirst = sheets.toSorted((a, b) => b.receivedAt - a.receivedAt);
  return newestFirst.find(({ isLate }) => !isLate) ?? newestFirst[0];
}
