import { getDailyPlan, updateDailyPlan } from '@abhyas/contract/practice/day-plan';
import { type Route, serve } from '../../../http/serve.ts';
import * as plan from './day-plan.ts';

export const dayPlanRoutes: Route[] = [
  serve(getDailyPlan, (_input, context) => plan.dailyPlan(context, context.student)),
  serve(updateDailyPlan, async (input, context) => {
    await plan.chooseGoals(context, context.student, input);
    return { success: true as const };
  }),
];
