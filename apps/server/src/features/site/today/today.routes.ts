import { getStaffToday } from '@abhyas/contract/site/today';
import { type Route, serve } from '../../../http/serve.ts';
import { staffToday } from './today.ts';

export const todayRoutes: Route[] = [serve(getStaffToday, (_input, context) => staffToday(context))];
