import { Problem } from '@abhyas/contract/problem';
import { createCalendarFeed, getCalendarFeed, getTimeTable, revokeCalendarFeed } from '@abhyas/contract/classes/timetable';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Budgets } from '../../../budgets/budgets.ts';
import type { Context } from '../../../context.ts';
import { type Route, serve } from '../../../http/serve.ts';
import { calendarOf, endFeed, feedOf, makeFeed, timeTable } from './timetable.ts';

export const timetableRoutes: Route[] = [
  serve(getTimeTable, ({ weeks_ago }, context) => timeTable(context, context.student, weeks_ago)),
  serve(createCalendarFeed, (_input, context) => makeFeed(context, context.student)),
  serve(getCalendarFeed, (_input, context) => feedOf(context, context.student)),
  serve(revokeCalendarFeed, (_input, context) => endFeed(context, context.student)),
];

/** Serves feeds to calendars, which cannot sign in: the secret address is the proof. */
export function registerCalendars(app: FastifyInstance, contextOf: () => Context, budgets: Budgets): void {
  app.get<{ Params: { file: string } }>(
    '/calendar/:file',
    { schema: { params: Type.Object({ file: Type.String({ pattern: '^[\\w-]{32}\\.ics$' }) }) } },
    async (request, reply) => {
      const calendar = await calendarOf(contextOf(), budgets, request.params.file.slice(0, -4), request.hostname);
      if (calendar === undefined) throw new Problem('not_found');
      return reply.type('text/calendar; charset=utf-8').header('cache-control', 'private, max-age=300').send(calendar);
    },
  );
}
