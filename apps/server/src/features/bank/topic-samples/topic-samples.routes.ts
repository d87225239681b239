import { getTopicSample } from '@abhyas/contract/bank/topic-samples';
import { type Route, serve } from '../../../http/serve.ts';
import { topicSample } from './topic-samples.ts';

export const topicSampleRoutes: Route[] = [serve(getTopicSample, ({ id }, context) => topicSample(context, context.student, id))];
