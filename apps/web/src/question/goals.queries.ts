import type { Input } from '@abhyas/contract/endpoint';
import { getDailyPlan, updateDailyPlan } from '@abhyas/contract/practice/day-plan';
import { getScorePath } from '@abhyas/contract/practice/score-path';
import { useMutation } from '@tanstack/react-query';
import { call } from '../platform/call.ts';
import { messageOf } from '../platform/failure.ts';
import { queryClient } from '../platform/queries.ts';
import { toast } from '../ui/toasts.ts';

/** Saves the daily goal, the exam or the target score. The choice is shown once the server has stored it. */
export function useGoals() {
  return useMutation({
    mutationFn: (goals: Input<typeof updateDailyPlan>) => call(updateDailyPlan, goals),
    onSuccess: () => Promise.all([getDailyPlan, getScorePath].map(({ route }) => queryClient.invalidateQueries({ queryKey: [route] }))),
    onError: (failure) => toast.error(messageOf(failure)),
  });
}
