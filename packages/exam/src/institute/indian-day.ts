/** How far the clocks of India are ahead of UTC, in ms. */
export const INDIA_OFFSET_MS = 5.5 * 3_600_000;
const DAY_MS = 86_400_000;

/** The day of a moment in Asia/Kolkata, in whole days since 1970-01-01. India has had no daylight saving since 1945. */
export const indianDay = (at: Date): number => Math.floor((at.getTime() + INDIA_OFFSET_MS) / DAY_MS);

/** The moment at which a day of Asia/Kolkata begins; `day` in whole days since 1970-01-01. */
export const startOfIndianDay = (day: number): Date => new Date(day * DAY_MS - INDIA_OFFSET_MS);

/** The weekday of a day in whole days since 1970-01-01, which was a Thursday: 0 for Monday to 6 for Sunday. */
export const weekdayOf = (day: number): number => (((day + 3) % 7) + 7) % 7;

/** The Monday of the day's week, both in whole days since 1970-01-01. */
export const weekStart = (day: number): number => day - weekdayOf(day);

/** A day, in whole days since 1970-01-01, as a date: '2027-05-02'. */
export const dateOfDay = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** A date like '2027-05-02' as whole days since 1970-01-01. NaN for any other text. */
export const dayOfDate = (date: string): number => Math.floor(Date.parse(`${date}T00:00:00Z`) / DAY_MS);

/** The time of day of a moment in India: '15:30'. */
export const indianTime = (at: Date): string => new Date(at.getTime() + INDIA_OFFSET_MS).toISOString().slice(11, 16);
