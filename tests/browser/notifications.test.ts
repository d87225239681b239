import { expect, type WebSocket } from '@playwright/test';
import { institute } from './staff.ts';
import { idOf, signInAs, test } from './student.ts';

/** A student of the demo's institute. */
const aman = '9000000008';
const later = ['--opens', '2099-12-24T10:00+05:30', '--closes', '2099-12-24T11:00+05:30'];

test('the count of notifications rises without a reload and without polling, and a running test opens no socket', async ({ page }) => {
  const open = new Set<WebSocket>();
  page.on('websocket', (socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
  });
  let asked = 0;
  page.on('request', (request) => void (asked += request.url().includes('/api/notifications?') ? 1 : 0));
  const student = await signInAs(page, aman);
  await page.goto('/home');
  await expect.poll(() => open.size).toBe(1);
  const askedBefore = asked;
  const bell = page.getByRole('banner').getByRole('button', { name: /^Notifications/ });
  const count = async () => Number(/\d+/.exec((await bell.getAttribute('aria-label')) ?? '')?.[0] ?? 0);
  const before = await count();
  await institute('assign', 'browser-hall-later', '--phones', aman, ...later);
  await expect.poll(count).toBeGreaterThan(before);
  expect(asked).toBe(askedBefore);
  await bell.click();
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('Later test');
  await page.keyboard.press('Escape');

  // A page that is replaced by another document closes its socket without an event.
  open.clear();
  await page.goto(`/test_instruction/${await idOf(student, 'Short test')}`);
  await expect.poll(() => open.size).toBe(1);
  await page.getByRole('button', { name: 'Begin' }).click();
  await expect(page.getByRole('heading', { name: 'Question 1', exact: true })).toBeVisible();
  await expect.poll(() => open.size).toBe(0);
});
