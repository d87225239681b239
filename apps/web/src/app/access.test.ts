import { describe, expect, it } from 'vitest';
import type { User } from '../platform/user.ts';
import { landingOf } from './access.ts';
import { menuOf } from './layout/menu.ts';

const student: User = {
  id: 1,
  type: 'Student',
  name: 'Asha Rao',
  phone: '9000000001',
  course: 'ENG',
  referral_code: null,
  institute_id: null,
  badge_id: null,
  is_higher_education: false,
  has_only_test_board_access: false,
  is_institute_student: false,
  has_premium_access: false,
  consent: 'given',
  deletion_due_at: null,
  language: null,
  membership: null,
  memberships: [],
  reach: 'account',
};

const testBoardOnly: User = { ...student, has_only_test_board_access: true, is_institute_student: true, institute_id: 1 };
const labelsOf = (user: User) => menuOf(user).map(({ label, items }) => [label, items.map((item) => item.label)]);

describe('after sign-in', () => {
  it.each([
    ['a student', student, '/home'],
    ['a student of an institute', { ...student, is_institute_student: true, institute_id: 1 }, '/home'],
    ['a student with the test board only', testBoardOnly, '/institute?type=test'],
    ['a student of higher education', { ...student, is_higher_education: true }, '/virtual_meeting'],
    ['a student without name and course', { ...student, name: null, course: null }, '/login'],
  ] satisfies [string, User, string][])('%s lands on their own first page', (_who, user, landing) => {
    expect(landingOf(user)).toBe(landing);
  });

  it.each(['Admin', 'Teacher', 'Counsellor'] as const)('%s lands on the console of staff', (type) => {
    expect(landingOf({ ...student, type })).toBe('/staff');
  });

  it('a guardian lands on the page of their children', () => {
    expect(landingOf({ ...student, type: 'Guardian' })).toBe('/guardian');
  });
});

describe('the menu', () => {
  it('lists the subjects of the course, the tests, and the student’s own pages', () => {
    expect(labelsOf(student)).toEqual([
      ['Train', ['Physics', 'Chemistry', 'Maths']],
      ['Test', ['Test Series', 'Previous Papers']],
      ['More', ['Mistake Book', 'My Progress', 'Score Path', 'Bookmark', 'My Notes', 'Monday Letter']],
    ]);
  });

  it('shows Biology instead of Maths to a medicine student, and both to a student of both courses', () => {
    expect(labelsOf({ ...student, course: 'MED' })[0]).toEqual(['Train', ['Physics', 'Chemistry', 'Biology']]);
    expect(labelsOf({ ...student, course: 'MED_ENG' })[0]).toEqual(['Train', ['Physics', 'Chemistry', 'Maths', 'Biology']]);
  });

  it('of a student who has only the test board has institute tests, assignments and doubts, nothing else', () => {
    expect(labelsOf(testBoardOnly)).toEqual([['Institute', ['Test', 'Assignment', 'My Doubts']]]);
  });

  it('of a student of higher education has the pages of the institute, and no practice', () => {
    expect(labelsOf({ ...student, is_higher_education: true })).toEqual([
      ['Institute', ['Live Classes', 'Offline Tests', 'Time Table', 'Attendance', 'Files', 'Quiz Scores', 'Video Library']],
    ]);
  });

  it('of a guardian has the children and no page of students', () => {
    expect(labelsOf({ ...student, type: 'Guardian', institute_id: 1 })).toEqual([['Family', ['My children', 'Monday Letter']]]);
  });

  it('of a student of an institute also has the institute’s tests', () => {
    expect(labelsOf({ ...student, is_institute_student: true, institute_id: 1 }).map(([label]) => label)).toEqual([
      'Train',
      'Test',
      'Institute',
      'More',
    ]);
  });
});
