import { getClassFeedback, getClassSchedule, getStaffClass } from '@abhyas/contract/classes/class-schedule';
import { queryClient } from '../../../platform/queries.ts';

/** After a change: the weeks, the class and what was said of it are asked for again. */
export function refreshSchedule(): void {
  for (const { route } of [getClassSchedule, getStaffClass, getClassFeedback]) void queryClient.invalidateQueries({ queryKey: [route] });
}
