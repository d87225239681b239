import type { getSubjectWiseAttendance } from '@abhyas/contract/classes/attendance';
import type { Answer } from '@abhyas/contract/endpoint';
import { consecutiveClassesNeeded, percentRoundedUp } from '@abhyas/exam/classes/attendance';
import { i18n } from '../../../platform/language.ts';

export type Attendance = Answer<typeof getSubjectWiseAttendance>;

/** A sentence with the attended share and the number of classes to attend in a row to reach 75 %. */
export function meaningOf({ total_classes, attended }: { total_classes: number; attended: number }): string {
  const exact = Math.round((attended * 1000) / total_classes) / 10;
  const shown = percentRoundedUp(attended, total_classes) ?? 0;
  const needed = consecutiveClassesNeeded(total_classes, attended);
  const rounded = exact === shown ? '' : i18n.t('{shown}% is {exact}% rounded up. ', { shown, exact });
  if (needed === null) {
    const spare = Math.floor((4 * attended) / 3) - total_classes;
    if (spare > 0)
      return i18n.t('{rounded}You may miss {spare, plural, one {# class} other {# classes}} and stay at the required 75%.', {
        rounded,
        spare,
      });
    return `${rounded}${exact === 75 ? i18n.t('That is exactly the required 75%: do not miss the next class.') : i18n.t('Do not miss the next class, or you fall below the required 75%.')}`;
  }
  return i18n.t('{rounded}Attend the next {needed, plural, one {# class} other {# classes}} to reach the required 75%.', {
    rounded,
    needed,
  });
}
