import { getClassOptions } from '@abhyas/contract/classes/class-schedule';
import { getClassroom, getClassrooms } from '@abhyas/contract/institute/classrooms';
import { queryClient } from '../../../platform/queries.ts';

/** After a change: fetches the classrooms and the choices for classes again. */
export function refreshClassrooms(): void {
  for (const { route } of [getClassrooms, getClassroom, getClassOptions]) void queryClient.invalidateQueries({ queryKey: [route] });
}
