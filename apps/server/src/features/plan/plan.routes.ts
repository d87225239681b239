import { getDailyPlan, updateDailyPlan } from '@abhyas/contract/plan';
import { type Route, serve } from '../../http/serve.ts';
import * as plan from './plan.ts';

export const planRoutes: Route[] = [
  serve(getDailyPlan, (_input, context) => plan.dailyPlan(context, context.student)),
  serve(updateDailyPlan, async (input, context) => {
    await plan.chooseGoals(context, context.student, input);
    return { success: true as const };
  }),
];
