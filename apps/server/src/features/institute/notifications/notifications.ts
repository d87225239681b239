import { Problem } from '@abhyas/contract/problem';
import { patternsOf, say, type Sentence } from '@abhyas/exam/institute/sentence';
import type { Context } from '../../../context.ts';
import { announceToPeople } from '../../../database/announce.ts';
import * as store from './notifications.store.ts';

const listed = 100;
const units = [
  [86_400, say`1 day`, (count: number) => say`${count} days`],
  [3600, say`1 hour`, (count: number) => say`${count} hours`],
  [60, say`1 minute`, (count: number) => say`${count} minutes`],
] as const;

/** The time that has passed, in the largest whole unit: `2 days`, `1 hour`, `5 minutes`; `now` within the first minute. */
export function timeSince(at: Date, now: Date): Sentence {
  const seconds = Math.max(0, (now.getTime() - at.getTime()) / 1000);
  const unit = units.find(([size]) => seconds >= size);
  if (!unit) return say`now`;
  const [size, one, many] = unit;
  const count = Math.floor(seconds / size);
  return count === 1 ? one : many(count);
}

/** The person's latest notifications, newest first. */
export async function latestNotifications(context: Context, student_id: number, count: number) {
  const rows = await store.findNotifications(context, student_id, count);
  return rows.map(({ id, title, message, said, url, type, created_at, read_at }) => {
    const age = timeSince(created_at, context.now);
    return { id, title, message, said: [...said, ...patternsOf([age])], url, type, is_read: read_at !== null, time_left: age.text };
  });
}

export async function notificationsOf(context: Context, student_id: number) {
  const notifications = await latestNotifications(context, student_id, listed);
  return { notifications, unread_count: await store.countUnread(context, student_id) };
}

export async function markAsRead(context: Context, student_id: number, id: number) {
  if (!(await store.markRead(context, student_id, id))) throw new Problem('not_found');
  return { success: true as const };
}

const subjectKind = 'notifications';
export const subjectOfPerson = (id: number): string => `${subjectKind}:${id}`;

/** Notifies people: the notification joins each person's list, and open pages show the new count at once. */
export async function notify(context: Context, student_ids: readonly number[], notification: store.NewNotification): Promise<void> {
  if (student_ids.length === 0) return;
  await store.insertNotifications(context, student_ids, notification);
  await announceToPeople(context, subjectKind, student_ids);
}

/** Notifies only people who have no unread notification of this type, so that a message does not repeat. */
export async function notifyUnlessUnread(context: Context, ids: readonly number[], notification: store.NewNotification): Promise<void> {
  const unread = await store.findWithUnread(context, ids, notification.type);
  await notify(
    context,
    ids.filter((id) => !unread.has(id)),
    notification,
  );
}

const personOf = (subject: string) => Number(subject.slice(subjectKind.length + 1));
const nothing = { number: 0, unread_count: 0 };

/** The number of unread notifications of each person, by the subject of the channel. */
export async function countsOf(context: Context, subjects: readonly string[]) {
  const counts = await store.countOf(context, subjects.map(personOf));
  return new Map(subjects.map((subject) => [subject, counts.get(personOf(subject)) ?? nothing]));
}
