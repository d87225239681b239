import { objectTypes, sessionTypes } from '@abhyas/contract/bank/catalogue';
import type { Answer, Input } from '@abhyas/contract/endpoint';
import { getDailyPlan, updateDailyPlan } from '@abhyas/contract/practice/day-plan';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../platform/call.ts';
import { messageOf } from '../../../platform/failure.ts';
import { queryClient, useCall } from '../../../platform/queries.ts';
import type { BackTarget } from '../../../ui/PageTitle.tsx';
import { toast } from '../../../ui/toasts.ts';

export type Plan = Answer<typeof getDailyPlan>;
export type PlanLine = Plan['lines'][number];

export const useDailyPlan = () => useCall(getDailyPlan, {}, { ownFailures: true });

/** Saves the goal or the exam. The choice is shown once the server has stored it. */
export function useGoals() {
  return useMutation({
    mutationFn: (goals: Input<typeof updateDailyPlan>) => call(updateDailyPlan, goals),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [getDailyPlan.route] }),
    onError: (failure) => toast.error(messageOf(failure)),
  });
}

/** The link of a line of the plan. */
export function linkOf({ object_type, session_type, object_id }: PlanLine): BackTarget['link'] {
  const params = { id: String(object_id) };
  if (object_type === objectTypes.skill) return { to: '/mistakes/redo' };
  if (object_type === objectTypes.personalised_test) return { to: '/personalised_assignment/$id', params };
  if (session_type === sessionTypes.previous_paper) return { to: '/chapter_previous_paper/$id', params };
  if (session_type === sessionTypes.revise) return { to: '/chapter_revise/$id', params };
  return { to: '/train/$id', params };
}
