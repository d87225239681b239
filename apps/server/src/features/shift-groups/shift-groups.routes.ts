import { createShiftGroup, getShiftGroups, removeShiftGroup } from '@abhyas/contract/staff-results';
import { type Route, serve } from '../../http/serve.ts';
import * as groups from './shift-groups.ts';

export const shiftGroupRoutes: Route[] = [
  serve(getShiftGroups, async (_input, context) => ({ shift_groups: await groups.shiftGroups(context) })),
  serve(createShiftGroup, async ({ name, paper_ids }, context) => ({
    success: true as const,
    id: await groups.createShiftGroup(context, name, paper_ids),
  })),
  serve(removeShiftGroup, async ({ id }, context) => {
    await groups.removeShiftGroup(context, id);
    return { success: true as const };
  }),
];
