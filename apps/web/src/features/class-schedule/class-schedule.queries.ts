import { getClassSchedule, getStaffClass } from '@abhyas/contract/class-schedule';
import { queryClient } from '../../platform/queries.ts';

/** After a change: the weeks and the class are asked for again. */
export function refreshSchedule(): void {
  for (const route of [getClassSchedule.route, getStaffClass.route]) void queryClient.invalidateQueries({ queryKey: [route] });
}
