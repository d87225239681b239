import { Type } from 'typebox';
import { endpoint, Id, Nullable, Success } from '../endpoint.ts';

/** A message to a person. `type` DetailedTestReportNotification announces a report that has grown. */
export const Notification = Type.Object({
  id: Id,
  title: Type.String(),
  message: Type.String(),
  /** How long ago, as the list shows it: `5 minutes`. */
  time_left: Type.String(),
  is_read: Type.Boolean(),
  url: Nullable(Type.String()),
  type: Type.String(),
});

/** The latest hundred, newest first. */
export const getNotifications = endpoint('GET /notifications', {
  access: 'notified',
  summary: 'List the latest hundred notifications',
  response: Type.Object({ notifications: Type.Array(Notification), unread_count: Type.Integer() }),
});

/** Name of the live channel of one's own count, and what it says: a page asks for the list once it is opened. */
export const NOTIFICATION_CHANNEL = 'NotificationChannel';
export const NotificationMessage = Type.Object({
  /** Grows with each notification, and with each that is read. */
  number: Type.Integer(),
  unread_count: Type.Integer(),
});

export const markNotificationAsRead = endpoint('POST /notifications/{id}/mark_as_read', {
  access: 'notified',
  summary: 'Mark a notification as read',
  id: 'The notification.',
  response: Type.Object({ ...Success }),
});
