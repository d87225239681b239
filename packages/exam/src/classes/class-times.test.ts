import { expect, test } from 'vitest';
import { type ClassTimes, classStatus, joinRefusal } from './class-times.ts';

const starts_at = new Date('2026-11-23T09:30:00Z');
const minute = (count: number) => new Date(starts_at.getTime() + count * 60_000);
const hour = (status: ClassTimes['status']): ClassTimes => ({ status, starts_at, duration_seconds: 3600 });

test.each([
  ['NOT_STARTED', -10.02, 'class_not_open'],
  ['NOT_STARTED', -10, null],
  ['NOT_STARTED', 30, null],
  ['LIVE', 59.99, null],
  ['LIVE', 60, 'class_over'],
  ['NOT_STARTED', 60, 'class_over'],
  ['COMPLETED', 20, 'class_over'],
  ['CANCELLED', 5, 'class_cancelled'],
] as const)('joining a %s class of an hour, %d minutes after its start: %s', (status, minutes, refusal) => {
  expect(joinRefusal(hour(status), minute(minutes))).toBe(refusal);
});

test('a live class is shown as completed after its end; any other status is shown unchanged', () => {
  expect(classStatus(hour('LIVE'), minute(59))).toBe('LIVE');
  expect(classStatus(hour('LIVE'), minute(60))).toBe('COMPLETED');
  expect(classStatus(hour('NOT_STARTED'), minute(90))).toBe('NOT_STARTED');
});
