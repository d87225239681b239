// Contents: the route · an event, once
import { say } from '@abhyas/exam/institute/sentence';
import { Problem } from '@abhyas/contract/problem';
import type { FastifyInstance } from 'fastify';
import { beginningOf } from '@abhyas/exam/institute/cut-text';
import type { Context } from '../../../context.ts';
import { announce } from '../../../database/announce.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { ForgedHook, type MeetingEvent, type MeetingProvider, type MeetingProviders } from '../../../integrations/meetings/meetings.ts';
import { findAttending } from '../../institute/classrooms/classrooms.ts';
import { subjectOfClass } from '../live-classes/live-classes.ts';
import { notify } from '../../institute/notifications/notifications.ts';
import * as store from './meeting-hooks.store.ts';

const mostBytes = 64 * 1024;
const longestName = 120;
const longestUrl = 500;

/**
 * Takes hooks of the providers at `/hooks/{provider}`: raw bodies, authenticated by their signatures, each event once. They need no sign-in
 * and no Origin.
 */
export function registerMeetingHooks(app: FastifyInstance, providers: MeetingProviders, contextOf: () => Context): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: mostBytes }, (_request, body, done) => done(null, body));
  app.post<{ Params: { provider: string } }>('/hooks/:provider', { bodyLimit: mostBytes }, async (request) => {
    const provider = Object.values(providers).find((one) => one?.name === request.params.provider);
    if (!provider?.readHook) throw new Problem('not_found');
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const context = contextOf();
    try {
      const { events, reply } = provider.readHook({ body, headers, url: request.url }, context.now);
      for (const event of events) await takeEvent(context, provider, event);
      return reply ?? { success: true };
    } catch (error) {
      if (!(error instanceof ForgedHook)) throw error;
      request.log.warn({ provider: provider.name, why: error.message }, 'hook refused');
      throw new Problem('not_allowed');
    }
  });
}

/** Processes an event of a provider once; events may arrive in any order. An event of an unknown meeting is ignored. */
async function takeEvent(context: Context, { name: provider }: MeetingProvider, event: MeetingEvent): Promise<void> {
  await inTransaction(context, async (within) => {
    const meeting = await store.lockMeeting(within, provider, event.provider_meeting_id);
    if (!meeting || meeting.status === 'CANCELLED' || !(await store.insertHook(within, provider, event.event_id, meeting.id))) return;
    const { id } = meeting;
    if (event.kind === 'joined' || event.kind === 'left') {
      const isStudent = event.person !== null && (await store.isAttending(within, id, event.person));
      await store.upsertStay(within, id, {
        student_id: isStudent ? event.person : null,
        name: beginningOf(event.name, longestName),
        key: beginningOf(event.key, 200),
        from_at: event.kind === 'joined' ? event.at : null,
        to_at: event.at,
      });
      return;
    }
    if (event.kind === 'started' && meeting.status === 'NOT_STARTED') await store.setLive(within, id, event.at);
    if (event.kind === 'ended' && meeting.status !== 'COMPLETED') {
      const began = meeting.started_at ?? meeting.starts_at;
      await store.setCompleted(within, id, began, new Date(Math.max(began.getTime(), event.at.getTime())));
    }
    if (event.kind === 'recording' && event.url.startsWith('https://')) {
      await store.upsertRecording(within, id, beginningOf(event.url, longestUrl), event.seconds);
      const message = say`The recording of ${meeting.title} is ready.`;
      const students = await findAttending(within, id);
      await notify(within, students, { type: 'ClassNotification', title: say`A recording is ready`, message, url: `/view_class/${id}` });
    }
    await announce(within, subjectOfClass(id));
  });
}
