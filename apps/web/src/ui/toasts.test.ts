import { notifications, notificationsStore } from '@mantine/notifications';
import { beforeEach, expect, test } from 'vitest';
import { showMessagesIn, toast } from './toasts.ts';

const shown = () => notificationsStore.getState().notifications;
beforeEach(() => {
  for (const { id } of shown()) if (id !== undefined) notifications.hide(id);
});

test('the same words again are a toast again, with its whole time before it, and stand once', () => {
  toast.warning('Again');
  const [first] = shown();
  toast.warning('Again');
  expect(shown().map(({ message }) => message)).toEqual(['Again']);
  expect(shown()[0]?.id).not.toBe(first?.id);
});

test('a screen with a place of its own for messages gets them, and no toast lies over it', () => {
  const told: string[] = [];
  const end = showMessagesIn(({ kind, text }) => void told.push(`${kind}: ${text}`));
  toast.error('In the header');
  expect([told, shown()]).toEqual([['error: In the header'], []]);
  end();
  toast.error('As a toast');
  expect(shown()).toHaveLength(1);
});

test('what stands as a toast when such a screen comes moves into its place', () => {
  toast.success('The test goes on here');
  const told: string[] = [];
  const end = showMessagesIn(({ kind, text }) => void told.push(`${kind}: ${text}`));
  expect([told, shown()]).toEqual([['success: The test goes on here'], []]);
  end();
});
