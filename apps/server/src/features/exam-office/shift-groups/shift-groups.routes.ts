import { createShiftGroup, getShiftGroup, getShiftGroups, publishShiftGroup, removeShiftGroup } from '@abhyas/contract/exam-office/results';
import { type Route, serve } from '../../../http/serve.ts';
import * as groups from './shift-groups.ts';

export const shiftGroupRoutes: Route[] = [
  serve(getShiftGroups, async (_input, context) => ({ shift_groups: await groups.shiftGroups(context) })),
  serve(getShiftGroup, ({ id, page = 0 }, context) => groups.shiftGroup(context, id, page)),
  serve(publishShiftGroup, async ({ id, acts, although_sitting = false }, context) => ({
    success: true as const,
    notified_count: await groups.publishShifts(context, id, { results: acts !== 'paper', paper: acts !== 'results' }, although_sitting),
  })),
  serve(createShiftGroup, async ({ name, paper_ids }, context) => ({
    success: true as const,
    id: await groups.createShiftGroup(context, name, paper_ids),
  })),
  serve(removeShiftGroup, async ({ id }, context) => {
    await groups.removeShiftGroup(context, id);
    return { success: true as const };
  }),
];
