import { getDueMistakes, getMistakes, setMistakeReason } from '@abhyas/contract/practice/mistakes';
import { type Route, serve } from '../../../http/serve.ts';
import * as mistakes from './mistakes.ts';

export const mistakeRoutes: Route[] = [
  serve(getMistakes, (input, context) => mistakes.mistakeBook(context, context.student, input)),
  serve(setMistakeReason, (input, context) => mistakes.setReason(context, context.student, input)),
  serve(getDueMistakes, async (_input, context) => ({ due_count: await mistakes.dueCount(context, context.student, null) })),
];
