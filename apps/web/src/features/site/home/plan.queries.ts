import { objectTypes, sessionTypes } from '@abhyas/contract/bank/catalogue';
import type { Answer } from '@abhyas/contract/endpoint';
import { getDailyPlan } from '@abhyas/contract/practice/day-plan';
import { useCall } from '../../../platform/queries.ts';
import type { BackTarget } from '../../../ui/PageTitle.tsx';

export type Plan = Answer<typeof getDailyPlan>;
export type PlanLine = Plan['lines'][number];

export const useDailyPlan = () => useCall(getDailyPlan, {}, { ownFailures: true });

/** The link of a line of the plan. */
export function linkOf({ object_type, session_type, object_id }: PlanLine): BackTarget['link'] {
  const params = { id: String(object_id) };
  if (object_type === objectTypes.skill) return { to: '/mistakes/redo' };
  if (object_type === objectTypes.personalised_test) return { to: '/personalised_assignment/$id', params };
  if (session_type === sessionTypes.previous_paper) return { to: '/chapter_previous_paper/$id', params };
  if (session_type === sessionTypes.revise) return { to: '/chapter_revise/$id', params };
  return { to: '/train/$id', params };
}
