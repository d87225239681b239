import type { getSubjectWiseAttendance } from '@abhyas/contract/classes/attendance';
import type { Answer } from '@abhyas/contract/endpoint';
import { consecutiveClassesNeeded, percentRoundedUp } from '@abhyas/exam/classes/attendance';

export type Attendance = Answer<typeof getSubjectWiseAttendance>;

/** What 75% means here: the share as it is, and how many classes in a row lift it. */
export function meaningOf({ total_classes, attended }: { total_classes: number; attended: number }): string {
  const exact = Math.round((attended * 1000) / total_classes) / 10;
  const shown = percentRoundedUp(attended, total_classes) ?? 0;
  const needed = consecutiveClassesNeeded(total_classes, attended);
  const rounded = exact === shown ? '' : `${shown}% is ${exact}% rounded up. `;
  if (needed === null) {
    const spare = Math.floor((4 * attended) / 3) - total_classes;
    return `${rounded}${spare > 0 ? `You may miss ${spare} and stay at the 75% that is asked.` : 'That is the 75% that is asked; the next one counts.'}`;
  }
  return `${rounded}Attend the next ${needed} and you are at the 75% that is asked.`;
}
