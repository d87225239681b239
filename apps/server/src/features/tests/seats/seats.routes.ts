import { noteSeat } from '@abhyas/contract/tests/seats';
import { type Route, serve } from '../../../http/serve.ts';
import { note } from './seats.ts';

export const seatRoutes: Route[] = [serve(noteSeat, (input, context) => note(context, context.student, input))];
