import { getNotifications, markNotificationAsRead } from '@abhyas/contract/institute/notifications';
import { type Route, serve } from '../../../http/serve.ts';
import { markAsRead, notificationsOf } from './notifications.ts';

export const notificationRoutes: Route[] = [
  serve(getNotifications, (_input, context) => notificationsOf(context, context.caller.id)),
  serve(markNotificationAsRead, ({ id }, context) => markAsRead(context, context.caller.id, id)),
];
