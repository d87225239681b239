import { describe, expect, test } from 'vitest';
import type { User } from '../../platform/user.ts';
import { currentItem, menuOf } from './menu.ts';

const student: User = {
  id: 1,
  type: 'Student',
  name: 'Asha',
  phone: null,
  course: 'ENG',
  referral_code: null,
  institute_id: 1,
  badge_id: null,
  is_higher_education: false,
  has_only_test_board_access: false,
  is_institute_student: false,
  has_premium_access: true,
  consent: 'given',
  deletion_due_at: null,
  language: null,
  membership: null,
  memberships: [],
  reach: 'account',
};
const lit = (pathname: string, query: Record<string, unknown> = {}) => currentItem(menuOf(student), pathname, query)?.label;

describe('the highlighted item of the menu', () => {
  test('is the page’s own item', () => {
    expect(lit('/previous_paper')).toBe('Previous Papers');
    expect(lit('/home')).toBe('Physics');
  });

  test('is the item visited last, on a page that belongs to several items', () => {
    expect([lit('/institute', { type: 'assignment' }), lit('/session_report/5')]).toEqual(['Assignment', 'Assignment']);
    expect([lit('/institute', { type: 'test' }), lit('/test_instruction/5'), lit('/test_report/5')]).toEqual(['Test', 'Test', 'Test']);
    expect([lit('/mock'), lit('/test_report/5')]).toEqual(['Test Series', 'Test Series']);
    expect([lit('/maths'), lit('/chapter/3')]).toEqual(['Maths', 'Maths']);
  });

  test('is absent on a page that belongs to no item', () => {
    expect(lit('/payment')).toBeUndefined();
  });
});
