import { getDailyPlan, updateDailyPlan } from '@abhyas/contract/practice/day-plan';
import { type Route, serve } from '../../../http/serve.ts';
import { chooseGoals } from '../goals/goals.ts';
import { dailyPlan } from './day-plan.ts';

export const dayPlanRoutes: Route[] = [
  serve(getDailyPlan, (_input, context) => dailyPlan(context, context.student)),
  serve(updateDailyPlan, async (input, context) => {
    await chooseGoals(context, context.student, input);
    return { success: true as const };
  }),
];
