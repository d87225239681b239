import type { Role } from '@abhyas/contract/institute/rights';
import { expect, test } from 'vitest';
import type { User } from '../../platform/user.ts';
import { staffBarOf, staffMenuOf } from './staff-menu.ts';

const userOf = (role: Role): User => ({
  id: 1,
  type: 'Teacher',
  name: 'Arjun Das',
  phone: null,
  course: null,
  referral_code: null,
  institute_id: 1,
  badge_id: null,
  is_higher_education: false,
  has_only_test_board_access: false,
  is_institute_student: false,
  has_premium_access: false,
  consent: 'given',
  deletion_due_at: null,
  language: null,
  membership: { id: 1, institute_id: 1, institute_name: 'Vidya Classes', role },
  memberships: [],
  reach: 'account',
});

test('every role of staff has the item Today, and students and guardians have no item', () => {
  for (const role of ['owner', 'teacher', 'content_editor', 'invigilator', 'counsellor'] as const)
    expect(staffMenuOf(userOf(role))[0]?.items[0].label).toBe('Today');
  for (const role of ['student', 'guardian'] as const) expect(staffMenuOf(userOf(role))).toEqual([]);
});

test('the bar of phones has at most five buttons; the last one leads to the other items', () => {
  const bar = staffBarOf(userOf('owner'));
  expect(bar.length).toBeLessThanOrEqual(5);
  expect(bar.every(({ items }) => items.length === 1)).toBe(true);
});
