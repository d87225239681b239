import { getClassFeedback, getClassSchedule, getStaffClass } from '@abhyas/contract/classes/class-schedule';
import { queryClient } from '../../../platform/queries.ts';

/** After a change: fetches the weeks, the class and its feedback again. */
export function refreshSchedule(): void {
  for (const { route } of [getClassSchedule, getStaffClass, getClassFeedback]) void queryClient.invalidateQueries({ queryKey: [route] });
}
