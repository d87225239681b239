import type { getSubjectWiseAttendance } from '@abhyas/contract/classes/attendance';
import type { Answer } from '@abhyas/contract/endpoint';
import { consecutiveClassesNeeded, percentRoundedUp } from '@abhyas/exam/classes/attendance';
import { plural } from '../../../ui/format.ts';

export type Attendance = Answer<typeof getSubjectWiseAttendance>;

/** A sentence with the attended share and the number of classes to attend in a row to reach 75 %. */
export function meaningOf({ total_classes, attended }: { total_classes: number; attended: number }): string {
  const exact = Math.round((attended * 1000) / total_classes) / 10;
  const shown = percentRoundedUp(attended, total_classes) ?? 0;
  const needed = consecutiveClassesNeeded(total_classes, attended);
  const rounded = exact === shown ? '' : `${shown}% is ${exact}% rounded up. `;
  if (needed === null) {
    const spare = Math.floor((4 * attended) / 3) - total_classes;
    if (spare > 0) return `${rounded}You may miss ${plural(spare, 'class', 'classes')} and stay at the required 75%.`;
    return `${rounded}${exact === 75 ? 'That is exactly the required 75%: do not miss the next class.' : 'Do not miss the next class, or you fall below the required 75%.'}`;
  }
  return `${rounded}Attend the next ${plural(needed, 'class', 'classes')} to reach the required 75%.`;
}
