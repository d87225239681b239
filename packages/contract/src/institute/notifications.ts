import { Type } from 'typebox';
import { endpoint, Id, Nullable, Pattern, Success } from '../endpoint.ts';

/** A message to a person. Type DetailedTestReportNotification announces that a report has new parts. */
export const Notification = Type.Object({
  id: Id,
  title: Type.String(),
  message: Type.String(),
  /** Age of the message, as the list shows it: `5 minutes`. */
  time_left: Type.String(),
  is_read: Type.Boolean(),
  /** The patterns of those among title, message and age that have gaps. */
  said: Type.Array(Pattern),
  url: Nullable(Type.String()),
  type: Type.String(),
});

/** The latest hundred, newest first. */
export const getNotifications = endpoint('GET /notifications', {
  access: 'notified',
  isPolled: true,
  summary: 'List the latest hundred notifications',
  response: Type.Object({ notifications: Type.Array(Notification), unread_count: Type.Integer() }),
});

/** Live channel with the person's count of unread notifications. A page loads the list when it is opened. */
export const NOTIFICATION_CHANNEL = 'NotificationChannel';
export const NotificationMessage = Type.Object({
  /** Grows when a notification is added or read. */
  number: Type.Integer(),
  unread_count: Type.Integer(),
});

export const markNotificationAsRead = endpoint('POST /notifications/{id}/mark_as_read', {
  access: 'notified',
  summary: 'Mark a notification as read',
  id: 'The notification.',
  response: Type.Object({ ...Success }),
});
