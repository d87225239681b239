import type { MeetingProvider } from './meetings.ts';

/**
 * Our own class page, which needs no internet: board and captions by the clock of the class, and the quiz beside them. Its socket tells who
 * is present.
 */
export const roomMeetings: MeetingProvider = {
  name: 'room',
  roster: 'live',
  provide: async () => ({ provider_meeting_id: null, password: null, join_url: null }),
  enter: async ({ id }) => ({ opens: 'page', join_url: `/view_class/${id}`, password: null }),
};

/** An address that the teacher gives. Nothing is known of the people present. */
export const linkMeetings: MeetingProvider = {
  name: 'link',
  roster: 'none',
  provide: async ({ join_url }) => ({ provider_meeting_id: null, password: null, join_url }),
  enter: async ({ join_url, password }) => {
    if (join_url === null) throw new Error('A class by link has no address');
    return { opens: 'window', join_url, password };
  },
};
