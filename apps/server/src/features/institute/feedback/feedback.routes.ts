import { sendFeedback } from '@abhyas/contract/institute/feedback';
import { type Route, serve } from '../../../http/serve.ts';
import { takeFeedback } from './feedback.ts';

export const feedbackRoutes: Route[] = [
  serve(sendFeedback, ({ rating, feedbackMessage }, context) => takeFeedback(context, rating, feedbackMessage)),
];
