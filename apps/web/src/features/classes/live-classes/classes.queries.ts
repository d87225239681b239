import { getLiveClasses, getMeetingVideos, markStudentAttendance } from '@abhyas/contract/classes/live-classes';
import type { Answer } from '@abhyas/contract/endpoint';
import { useNavigate } from '@tanstack/react-router';
import { messageOf } from '../../../platform/failure.ts';
import { callKey, queryClient, useCall, useSend } from '../../../platform/queries.ts';
import { toast } from '../../../ui/toasts.ts';

export type Meeting = Answer<typeof getLiveClasses>['virtual_meetings'][number];
export type ClassPage = Answer<typeof getMeetingVideos>['meeting'];

const ASK_EVERY = 30_000;

/** Classes of a day, fetched again each half minute while the page is visible, because a teacher may start or move one. */
export const useDay = (date: string | undefined) =>
  useCall(getLiveClasses, date === undefined ? {} : { date }, { keepPrevious: true, refreshEvery: ASK_EVERY, staleTime: 0 });

export const useClassPage = (id: number) => useCall(getMeetingVideos, { id }, { staleTime: 0, refreshEvery: 60_000 });

export const refreshClasses = () =>
  queryClient.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).includes('/virtual_meetings/') });

export const classKey = (id: number) => callKey(getMeetingVideos, { id });

/** Opens an outside meeting in a new window, or in this one if the browser opens no window after a call. */
function enter(address: string): void {
  const opened = window.open(address, '_blank');
  if (opened) opened.opener = null;
  else location.assign(address);
}

/** Joins a class: marks the student's attendance and opens the class. */
export function useJoin() {
  const send = useSend(markStudentAttendance, { ownFailures: true });
  const navigate = useNavigate();
  const join = (id: number) => {
    send.mutate(
      { id },
      {
        onSuccess: ({ opens, join_url }) => {
          if (opens === 'page') void navigate({ href: join_url });
          else if (opens === 'frame') void navigate({ to: '/view_class/$id', params: { id: String(id) } });
          else enter(join_url);
          void refreshClasses();
        },
        onError: (failure) => toast.error(messageOf(failure)),
      },
    );
  };
  return { join, joining: send.isPending ? send.variables.id : null };
}
