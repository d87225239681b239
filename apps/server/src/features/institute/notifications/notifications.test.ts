import { getNotifications, markNotificationAsRead, NOTIFICATION_CHANNEL } from '@abhyas/contract/institute/notifications';
import { beforeEach, expect, test } from 'vitest';
import { announcementsHere, subjectsNamed } from '../../../database/announce.ts';
import { TestPage } from '../../../testing/cable.ts';
import { tellStory, type Visitor } from '../../../testing/story.ts';
import { notify, timeSince } from './notifications.ts';

const story = tellStory();
let student: Visitor & { id: number };
beforeEach(async () => {
  student = await story.student();
});

const contextNow = () => ({ db: story.database.db, now: story.now, random: () => 0.5 });
const notifyStudents = (student_ids: number[], title: string, url: string | null = null) =>
  notify(contextNow(), student_ids, { type: 'TestNotification', title, message: `${title}.`, url });
const list = (by: Visitor = student) => by.call(getNotifications, {});

test('a notification is listed for its recipients, newest first, with the time since it arrived', async () => {
  const other = await story.student();
  await notifyStudents([student.id, other.id], 'First', '/test_report/1');
  story.pass(7200);
  await notifyStudents([student.id], 'Second');
  story.pass(300);
  const { notifications, unread_count } = await list();
  expect(notifications.map(({ title, message, url, time_left, is_read, type }) => [title, message, url, time_left, is_read, type])).toEqual(
    [
      ['Second', 'Second.', null, '5 minutes', false, 'TestNotification'],
      ['First', 'First.', '/test_report/1', '2 hours', false, 'TestNotification'],
    ],
  );
  expect(unread_count).toBe(2);
  expect((await list(other)).notifications.map(({ title }) => title)).toEqual(['First']);
});

test('a read notification stays in the list and no longer counts; reading it again changes nothing', async () => {
  await notifyStudents([student.id], 'First');
  await notifyStudents([student.id], 'Second');
  const [second] = (await list()).notifications;
  const read = () => student.call(markNotificationAsRead, { id: second?.id ?? 0 });
  expect(await read()).toEqual({ success: true });
  const readAt = () => story.database.pool.query('select read_at from notifications where id = $1', [second?.id]);
  const { rows } = await readAt();
  story.pass(60);
  await read();
  expect((await readAt()).rows).toEqual(rows);
  const { notifications, unread_count } = await list();
  expect(notifications.map(({ title, is_read }) => [title, is_read])).toEqual([
    ['Second', true],
    ['First', false],
  ]);
  expect(unread_count).toBe(1);
});

test("another student's notification is not found", async () => {
  const other = await story.student();
  await notifyStudents([other.id], 'Theirs');
  const [theirs] = (await list(other)).notifications;
  await expect(student.call(markNotificationAsRead, { id: theirs?.id ?? 0 })).rejects.toMatchObject({ code: 'not_found', status: 404 });
  expect((await list(other)).unread_count).toBe(1);
});

test('the latest hundred are listed, and all unread ones are counted', async () => {
  for (let number = 1; number <= 103; number += 1) await notifyStudents([student.id], `Number ${number}`);
  const { notifications, unread_count } = await list();
  expect([notifications.length, notifications[0]?.title, notifications.at(-1)?.title, unread_count]).toEqual([
    100,
    'Number 103',
    'Number 4',
    103,
  ]);
});

test('twelve thousand students are notified at once', async () => {
  await story.database.pool.query(
    "insert into users (phone, name) select '6' || lpad(n::text, 9, '0'), 'Student ' || n from generate_series(1, 12000) n",
  );
  const { rows } = await story.database.pool.query<{ id: number }>("select id from users where phone like '60000%'");
  await notifyStudents(
    rows.map(({ id }) => id),
    'Everybody',
  );
  const { rowCount } = await story.database.pool.query("select from notifications where title = 'Everybody'");
  expect([rows.length, rowCount]).toEqual([12_000, 12_000]);
});

test.each([
  [-5, 'now'],
  [0, 'now'],
  [59, 'now'],
  [60, '1 minute'],
  [3599, '59 minutes'],
  [3600, '1 hour'],
  [86_399, '23 hours'],
  [86_400, '1 day'],
  [200_000, '2 days'],
])('%i seconds ago is shown as %s', (seconds, words) => {
  expect(timeSince(new Date(0), new Date(seconds * 1000)).text).toBe(words);
});

test('a caller that has the list does not get it again until a notification arrives or is read', async () => {
  const ask = (tag?: string) =>
    student.send({ method: 'GET', url: '/api/notifications', headers: tag === undefined ? {} : { 'if-none-match': tag } });
  await notifyStudents([student.id], 'First');
  story.pass(7200);
  const first = await ask();
  const tag = String(first.headers['etag']);
  const again = await ask(tag);
  expect([again.statusCode, again.body, again.headers['etag']]).toEqual([304, '', tag]);
  await notifyStudents([student.id], 'Second');
  const changed = await ask(tag);
  expect([changed.statusCode, changed.json().unread_count]).toEqual([200, 2]);
  await student.call(markNotificationAsRead, { id: changed.json().notifications[0].id });
  expect((await ask(String(changed.headers['etag']))).statusCode).toBe(200);
});

test('staff have notifications too: an invitation of another institute reaches them', async () => {
  const teacher = await story.staff('school', 'teacher');
  await notifyStudents([teacher.id], 'An invitation', '/invitations');
  const { notifications, unread_count } = await list(teacher);
  expect([unread_count, notifications[0]?.url]).toEqual([1, '/invitations']);
  await teacher.call(markNotificationAsRead, { id: notifications[0]?.id ?? 0 });
  expect((await list(teacher)).unread_count).toBe(0);
});

test("an open page gets the count at once, also from another server; another person's page gets nothing", async () => {
  const other = await story.student();
  const elsewhere = await story.serverWith({});
  await notifyStudents([student.id], 'Before');
  const pages = [await TestPage.open(story.app, student.token), await TestPage.open(elsewhere, student.token)];
  const foreign = await TestPage.open(story.app, other.token);
  for (const page of [...pages, foreign]) expect(await page.subscribe(NOTIFICATION_CHANNEL, {})).toBe('confirm_subscription');
  for (const page of pages) expect(await page.message(1)).toEqual({ number: 1, unread_count: 1 });
  await notifyStudents([student.id], 'First');
  await notifyStudents([student.id, other.id], 'For two');
  for (const page of pages) expect(await page.message(3)).toEqual({ number: 3, unread_count: 3 });
  expect(await foreign.message(1)).toEqual({ number: 1, unread_count: 1 });
  for (const page of [...pages, foreign]) page.close();
  await elsewhere.close();
});

test('a message of the channel contains two numbers only, and students who have only the test board cannot subscribe', async () => {
  await notifyStudents([student.id], 'A title that stays on the server');
  const page = await TestPage.open(story.app, student.token);
  await page.subscribe(NOTIFICATION_CHANNEL, {});
  await page.message(1);
  expect(JSON.stringify(page.frames)).not.toContain('A title');
  page.close();
  const only = await story.student({ institute: 'school', is_institute_student: true, has_only_test_board_access: true });
  const refused = await TestPage.open(story.app, only.token);
  expect(await refused.subscribe(NOTIFICATION_CHANNEL, {})).toBe('reject_subscription');
  refused.close();
});

test('a few announcements reach a thousand people, and each is small enough to send', async () => {
  const heard: string[] = [];
  const hear = (subject: string) => heard.push(subject);
  announcementsHere.on('subject', hear);
  const { rows } = await story.database.pool.query<{ id: number }>(
    "insert into users (name) select 'Member ' || n from generate_series(1, 1000) n returning id",
  );
  await notifyStudents(
    rows.map(({ id }) => id),
    'All',
  );
  announcementsHere.off('subject', hear);
  expect(heard).toHaveLength(3);
  expect(heard.flatMap(subjectsNamed)).toEqual(rows.map(({ id }) => `notifications:${id}`));
  expect(Math.max(...heard.map(({ length }) => length))).toBeLessThan(8000);
});
