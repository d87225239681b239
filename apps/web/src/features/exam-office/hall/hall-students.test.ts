import { describe, expect, test } from 'vitest';
import { findingOf, type Hall, inOrder, isIn, needsHelp, studentsOf } from './hall-students.ts';

const hall = (status: number[], heard: (number | null)[], classroom: (index: number) => string | null = () => null): Hall => ({
  test: {
    id: 1,
    name: 'Mock',
    is_assignment: false,
    opens_at: null,
    closes_at: null,
    test_duration: 600,
    question_count: 4,
    time_kind: 'wall_clock',
    should_request_otp: false,
    has_code: false,
  },
  roster: 'r',
  students: status.map((_one, at) => ({
    id: at + 1,
    name: `Student ${at + 1}`,
    given_id: null,
    classroom: classroom(at),
    photo_url: null,
  })),
  status,
  heard,
  ends: status.map(() => null),
  answered: status.map(() => 0),
  left: status.map(() => 0),
  seat: status.map(() => 0),
  late: status.map(() => 0),
});

describe('a student in the hall', () => {
  test('counts as silent after 90 s without an upload, unless the test has not begun or is over', () => {
    const of = (status: number, heard: number | null) => studentsOf(hall([status], [heard]), 1000)[0]?.state;
    expect([of(1, 910), of(1, 909), of(0, null), of(3, 1), of(2, 1)]).toEqual(['running', 'silent', 'not_begun', 'finished', 'locked']);
  });

  test('is slow as long as the page says so and the test goes on', () => {
    const students = studentsOf({ ...hall([1, 2, 3, 1], [990, 990, 990, 990]), seat: [2, 3, 1, 0] }, 1000);
    expect(students.map(({ seat }) => seat)).toEqual(['network', 'device', 'healthy', 'healthy']);
    expect(students.filter(isIn.slow)).toHaveLength(2);
  });

  test('is listed first when locked or silent, and among silent students the longest silent is first', () => {
    const ordered = inOrder(studentsOf(hall([1, 3, 1, 2, 0, 4, 1], [990, 5, 700, 995, null, null, 600]), 1000));
    expect(ordered.map(({ id }) => id)).toEqual([4, 6, 7, 3, 1, 5, 2]);
    expect(ordered.filter(needsHelp)).toHaveLength(4);
  });

  test('is reported together with the classroom, if most silent students are in one classroom', () => {
    const silent = (classroom: (index: number) => string | null) =>
      findingOf(studentsOf(hall([1, 1, 1, 1], [1, 1, 1, 1], classroom), 1000));
    expect(silent((at) => (at < 3 ? 'B2' : 'A1'))).toEqual({ classroom: 'B2', count: 3, of: 4 });
    expect(silent((at) => `${at}`)).toBeNull();
  });
});
