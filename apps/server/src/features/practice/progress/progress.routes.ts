import { getMyProgressData } from '@abhyas/contract/practice/progress';
import { type Route, serve } from '../../../http/serve.ts';
import { myProgress } from './progress.ts';

export const progressRoutes: Route[] = [serve(getMyProgressData, (_input, context) => myProgress(context, context.student))];
