import type { StaffDoubt } from '@abhyas/contract/practice/doubts';
import type { Value } from '@abhyas/contract/endpoint';
import { formatLongDuration } from '../../../ui/format.ts';

export type QueuedDoubt = Value<typeof StaffDoubt>;

/** The facts that a doubt carries, as sentences of a line: the last answer, the time, whether the solution was seen. */
export function factsOf({ responses, rich_response, question_time_spent, is_solution_seen, language }: QueuedDoubt): string {
  const answered = responses.length > 0 ? `Chose option ${responses.join(', ')}` : rich_response ? `Entered ${rich_response}` : 'No answer';
  const time = question_time_spent === null || question_time_spent === 0 ? [] : [`${formatLongDuration(question_time_spent)} on it`];
  const read = language === 'hi' ? ['read it in Hindi'] : [];
  return [answered, ...time, is_solution_seen ? 'has seen the solution' : 'has not seen the solution', ...read].join(' · ');
}
