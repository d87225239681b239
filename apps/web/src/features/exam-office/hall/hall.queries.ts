import { getHall } from '@abhyas/contract/exam-office/hall';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../platform/call.ts';
import { queryClient } from '../../../platform/queries.ts';
import type { Hall } from './hall-students.ts';

const ASK_EVERY = 5_000;
const keyOf = (id: number) => ['hall', id] as const;

/** Fetches the hall. The server sends the names once; later responses get them from the previous one. */
async function askHall(id: number, signal: AbortSignal): Promise<Hall> {
  const held = queryClient.getQueryData<Hall>(keyOf(id));
  const answer = await call(getHall, { id, ...(held ? { roster: held.roster } : {}) }, { signal });
  return { ...answer, students: answer.students ?? held?.students ?? [] };
}

/** The hall, fetched every 5 s while the page is visible. If a call fails, the last response stays. */
export const useHall = (id: number) =>
  useQuery<Hall, Error>({
    queryKey: keyOf(id),
    queryFn: ({ signal }) => askHall(id, signal),
    refetchInterval: ASK_EVERY,
    refetchOnWindowFocus: 'always',
    staleTime: 0,
  });

export const refreshHall = (id: number): Promise<void> => queryClient.invalidateQueries({ queryKey: keyOf(id) });
