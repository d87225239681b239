import { getScorePath } from '@abhyas/contract/practice/score-path';
import { type Route, serve } from '../../../http/serve.ts';
import { scorePath } from './score-path.ts';

export const scorePathRoutes: Route[] = [serve(getScorePath, (_input, context) => scorePath(context, context.student))];
