import { findOrCreateSessionItem, getTestInstructions, getTestQuestions } from '@abhyas/contract/sessions';
import { type Route, serve, serveUnchecked } from '../../http/serve.ts';
import * as sessions from './sessions.ts';

export const sessionRoutes = (secret: Buffer): Route[] => [
  serve(getTestInstructions, ({ id }, context) => sessions.testInstructions(context, context.student, id)),
  serve(findOrCreateSessionItem, ({ id, otp }, context) => sessions.beginTest(context, context.student, id, otp, secret)),
  serveUnchecked(getTestQuestions, ({ id, is_review = false }, context) => sessions.openTest(context, id, is_review)),
];
