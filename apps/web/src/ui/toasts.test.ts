import { notifications, notificationsStore } from '@mantine/notifications';
import { beforeEach, expect, test } from 'vitest';
import { showMessagesIn, toast } from './toasts.ts';

const shown = () => notificationsStore.getState().notifications;
beforeEach(() => {
  for (const { id } of shown()) if (id !== undefined) notifications.hide(id);
});

test('a repeated message is shown once, and its whole time begins again', () => {
  toast.warning('Again');
  const [first] = shown();
  toast.warning('Again');
  expect(shown().map(({ message }) => message)).toEqual(['Again']);
  expect(shown()[0]?.id).not.toBe(first?.id);
});

test('only the latest toast is shown', () => {
  toast.error('The first');
  toast.success('The second');
  expect(shown().map(({ message }) => message)).toEqual(['The second']);
});

test('a screen with its own message area shows messages there, and no toast covers it', () => {
  const told: string[] = [];
  const end = showMessagesIn(({ kind, text }) => void told.push(`${kind}: ${text}`));
  toast.error('In the header');
  expect([told, shown()]).toEqual([['error: In the header'], []]);
  end();
  toast.error('As a toast');
  expect(shown()).toHaveLength(1);
});

test('a toast moves into the message area when a screen with such an area opens', () => {
  toast.success('The test goes on here');
  const told: string[] = [];
  const end = showMessagesIn(({ kind, text }) => void told.push(`${kind}: ${text}`));
  expect([told, shown()]).toEqual([['success: The test goes on here'], []]);
  end();
});
