import type { Story, Visitor } from './story.ts';

type Person = Visitor & { id: number };

/** A school with a classroom, its teacher and students. */
export interface TestSchool {
  institute_id: number;
  subject_id: number;
  classroom_id: number;
  teacher: Person;
  students: Person[];
}

/** Gives the institute `school` a subject, a classroom with a number of long-standing students, and a teacher. */
export async function makeSchool(story: Story, count: number, name = 'Batch A'): Promise<TestSchool> {
  const { db } = story.database;
  const teacher = await story.staff('school', 'teacher');
  const { id: institute_id } = await db.selectFrom('institutes').where('code', '=', 'school').select('id').executeTakeFirstOrThrow();
  const students: Person[] = [];
  for (let number = 0; number < count; number += 1) students.push(await story.student({ institute: 'school' }));
  const subject = await db
    .insertInto('institute_subjects')
    .values({ institute_id, name: `Physics of ${name}` })
    .returning('id')
    .executeTakeFirstOrThrow();
  const classroom = await db
    .insertInto('classrooms')
    .values({ institute_id, name, created_at: story.now })
    .returning('id')
    .executeTakeFirstOrThrow();
  const joined_at = new Date(story.now.getTime() - 30 * 86_400_000);
  await db
    .insertInto('classroom_members')
    .values([
      { classroom_id: classroom.id, user_id: teacher.id, role: 'teacher' as const, joined_at },
      ...students.map(({ id }) => ({ classroom_id: classroom.id, user_id: id, role: 'student' as const, joined_at })),
    ])
    .execute();
  return { institute_id, subject_id: subject.id, classroom_id: classroom.id, teacher, students };
}

interface ClassColumns {
  /** The time a number of minutes from now. */
  startsIn?: number;
  minutes?: number;
  status?: 'NOT_STARTED' | 'LIVE' | 'COMPLETED' | 'CANCELLED';
  title?: string;
}

/** A class of the school's classroom, held on this site. */
export async function makeClass(story: Story, school: TestSchool, columns: ClassColumns = {}): Promise<number> {
  const { startsIn = -10, minutes = 60, status = 'LIVE', title = 'Electrochemistry' } = columns;
  const { db } = story.database;
  const starts_at = new Date(story.now.getTime() + startsIn * 60_000);
  const { id } = await db
    .insertInto('meetings')
    .values({
      institute_id: school.institute_id,
      subject_id: school.subject_id,
      teacher_id: school.teacher.id,
      title,
      starts_at,
      duration_seconds: minutes * 60,
      status,
      started_at: status === 'LIVE' || status === 'COMPLETED' ? starts_at : null,
      provider: 'room',
      board: JSON.stringify([{ at: 0, say: 'Good morning.' }]),
      created_at: story.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('meeting_classrooms').values({ meeting_id: id, classroom_id: school.classroom_id }).execute();
  return id;
}
