import type { OpenDatabase } from '@abhyas/server/database/open';
import { addStudents, type TestTaker } from './test-takers.ts';

/** An institute for a measure, with everybody signed in. */
export interface BenchInstitute {
  id: number;
  /** Teachers share the calls of staff, so that none reaches a call limit. */
  teachers: TestTaker[];
  students: TestTaker[];
}

const teachers = 8;
const insertAtOnce = 2000;
const joined_at = new Date('2026-01-01T00:00:00Z');

/** Adds an institute with teachers and this number of students. */
export async function addInstitute(database: OpenDatabase, code: string, students: number): Promise<BenchInstitute> {
  const { db } = database;
  const now = new Date();
  const { id } = await db.insertInto('institutes').values({ code, name: code }).returning('id').executeTakeFirstOrThrow();
  const people = { teacher: await addStudents(database, teachers, now), student: [] as TestTaker[] };
  while (people.student.length < students)
    people.student.push(...(await addStudents(database, Math.min(insertAtOnce, students - people.student.length), now)));
  for (const role of ['teacher', 'student'] as const) {
    for (let first = 0; first < people[role].length; first += insertAtOnce) {
      const members = people[role].slice(first, first + insertAtOnce);
      await db
        .insertInto('memberships')
        .values(members.map(({ student_id }) => ({ user_id: student_id, institute_id: id, role, joined_at })))
        .execute();
    }
  }
  return { id, teachers: people.teacher, students: people.student };
}

/** Adds a classroom whose students joined long ago. Returns its id. */
export async function addClassroom(
  { db }: OpenDatabase,
  institute_id: number,
  name: string,
  students: readonly TestTaker[],
): Promise<number> {
  const { id } = await db
    .insertInto('classrooms')
    .values({ institute_id, name, created_at: joined_at })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('classroom_members')
    .values(students.map(({ student_id }) => ({ classroom_id: id, user_id: student_id, role: 'student' as const, joined_at })))
    .execute();
  return id;
}
