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
  institute_id: null,
  is_higher_education: false,
  has_only_test_board_access: false,
  is_institute_student: false,
  has_premium_access: false,
  consent: 'given',
  deletion_due_at: null,
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
    ['a student with test-board-only access', testBoardOnly, '/institute?type=test'],
    ['a student of higher education', { ...student, is_higher_education: true }, '/virtual_meeting'],
    ['a student without name and course', { ...student, name: null, course: null }, '/login'],
  ] satisfies [string, User, string][])('%s lands where the specification says', (_who, user, landing) => {
    expect(landingOf(user)).toBe(landing);
  });

  it.each(['Admin', 'Teacher', 'Counsellor'] as const)('%s goes to the console of staff', (type) => {
    expect(landingOf({ ...student, type })).toBe('/staff');
  });

  it('a guardian goes to the own children', () => {
    expect(landingOf({ ...student, type: 'Guardian' })).toBe('/guardian');
  });
});

describe('the menu', () => {
  it('lists the subjects of the course, the tests, and what is the student’s own', () => {
    expect(labelsOf(student)).toEqual([
      ['Train', ['Physics', 'Chemistry', 'Maths']],
      ['Test', ['Test Series', 'Previous Papers']],
      ['More', ['Mistake Book', 'My Progress', 'Bookmark']],
    ]);
  });

  it('shows Biology instead of Maths to who prepares for medicine, and both to who prepares for both', () => {
    expect(labelsOf({ ...student, course: 'MED' })[0]).toEqual(['Train', ['Physics', 'Chemistry', 'Biology']]);
    expect(labelsOf({ ...student, course: 'MED_ENG' })[0]).toEqual(['Train', ['Physics', 'Chemistry', 'Maths', 'Biology']]);
  });

  it('of a test-board-only student has institute tests and assignments, nothing else', () => {
    expect(labelsOf(testBoardOnly)).toEqual([['Institute', ['Test', 'Assignment']]]);
  });

  it('of a student of higher education has what its institute does, and no practice', () => {
    expect(labelsOf({ ...student, is_higher_education: true })).toEqual([
      ['Institute', ['Live Classes', 'Offline Tests', 'Time Table', 'Attendance', 'Files', 'Quiz Scores', 'Video Library']],
    ]);
  });

  it('of a guardian has the children and nothing of students', () => {
    expect(labelsOf({ ...student, type: 'Guardian', institute_id: 1 })).toEqual([['Family', ['My children']]]);
  });

  it('of a student of an institute has its tests besides', () => {
    expect(labelsOf({ ...student, is_institute_student: true, institute_id: 1 }).map(([label]) => label)).toEqual([
      'Train',
      'Test',
      'Institute',
      'More',
    ]);
  });
});
