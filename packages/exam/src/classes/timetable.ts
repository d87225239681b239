// Contents: weeks · hours of the grid · blocks that share a column
import { indianDay, startOfIndianDay } from '../institute/indian-day.ts';

const DAYS_BACK = 180;
const DAYS_AHEAD = 30;
const HOUR_MS = 3_600_000;

/** The Monday of a day's week; days since 1970-01-01, which was a Thursday. */
const mondayOf = (day: number): number => day - ((((day + 3) % 7) + 7) % 7);

export interface Week {
  /** Monday, in days since 1970-01-01. */
  firstDay: number;
  from: Date;
  to: Date;
}

/** The week that is `weeksAgo` weeks before the present one in Asia/Kolkata; a negative number means a later week. */
export function weekOf(now: Date, weeksAgo: number): Week {
  const firstDay = mondayOf(indianDay(now)) - 7 * weeksAgo;
  return { firstDay, from: startOfIndianDay(firstDay), to: startOfIndianDay(firstDay + 7) };
}

/** Whether a week has a day for which classes are shown: from 180 days past to 30 days ahead. */
export function isWeekShown(now: Date, weeksAgo: number): boolean {
  const { firstDay } = weekOf(now, weeksAgo);
  const today = indianDay(now);
  return firstDay + 6 >= today - DAYS_BACK && firstDay <= today + DAYS_AHEAD;
}

/** A class on the grid; times in ms since 1970. */
export interface Block {
  from: number;
  to: number;
}

const hourIn = (moment: number): number => (moment - startOfIndianDay(indianDay(new Date(moment))).getTime()) / HOUR_MS;

/**
 * The whole hours in India that contain all blocks; the hours of a working day if there are no blocks. The grid ends at midnight at the
 * latest.
 */
export function zonesOf(blocks: readonly Block[]): number[] {
  const first = Math.floor(Math.min(...blocks.map(({ from }) => hourIn(from))));
  const ends = blocks.map(({ from, to }) => (indianDay(new Date(from)) === indianDay(new Date(to - 1)) ? hourIn(to - 1) : 23.9));
  const [begin, end] = blocks.length === 0 ? [9, 17] : [first, Math.floor(Math.max(...ends))];
  return Array.from({ length: end - begin + 1 }, (_, at) => begin + at);
}

/** The column of a block (from 0), and the number of columns that share the width. */
export interface Placed {
  column: number;
  columns: number;
}

/** Columns for the blocks of one day, so that no two overlap: blocks that overlap in time share the width evenly. */
export function placeBlocks(blocks: readonly Block[]): Placed[] {
  const placed: Placed[] = blocks.map(() => ({ column: 0, columns: 1 }));
  const inOrder = blocks.map((block, at) => ({ ...block, at })).toSorted((a, b) => a.from - b.from || b.to - a.to || a.at - b.at);
  let group: number[] = [];
  let ends: number[] = [];
  const close = () => {
    for (const at of group) placed[at] = { column: placed[at]?.column ?? 0, columns: ends.length };
    group = [];
    ends = [];
  };
  for (const { from, to, at } of inOrder) {
    if (ends.every((end) => end <= from)) close();
    const free = ends.findIndex((end) => end <= from);
    const column = free === -1 ? ends.length : free;
    ends[column] = to;
    group.push(at);
    placed[at] = { column, columns: 1 };
  }
  close();
  return placed;
}
