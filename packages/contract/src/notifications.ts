import { Type } from 'typebox';
import { endpoint, Id, Nullable, Success } from './endpoint.ts';

/** A message to the student. `type` DetailedTestReportNotification announces a report that has grown. */
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
  access: 'subscriber',
  summary: 'List the latest hundred notifications',
  response: Type.Object({ notifications: Type.Array(Notification), unread_count: Type.Integer() }),
});

export const markNotificationAsRead = endpoint('POST /notifications/{id}/mark_as_read', {
  access: 'subscriber',
  summary: 'Mark a notification as read',
  id: 'The notification.',
  response: Type.Object({ ...Success }),
});
