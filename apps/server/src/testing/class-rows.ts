import type { Story } from './story.ts';

/** A classroom with a student and a teacher, a subject, and a class with rows in all dependent tables and a quiz of one question. */
export async function haveClasses(
  { database: { db }, now }: Story,
  institute: { id: number; code: string; canary: string; people: { student: { id: number }; teacher: { id: number } } },
): Promise<void> {
  const { id: institute_id, canary, people } = institute;
  const [student_id, teacher_id] = [people.student.id, people.teacher.id];
  const insert = {
    subject: () => db.insertInto('institute_subjects').values({ institute_id, name: `Subject of the ${canary}`, code: 'S1' }),
    classroom: () => db.insertInto('classrooms').values({ institute_id, name: `Classroom of the ${canary}`, created_at: now }),
  };
  const subject = await insert.subject().returning('id').executeTakeFirstOrThrow();
  const classroom = await insert.classroom().returning('id').executeTakeFirstOrThrow();
  const joined_at = new Date(now.getTime() - 86_400_000);
  for (const [user_id, role] of [
    [student_id, 'student'],
    [teacher_id, 'teacher'],
  ] as const)
    await db.insertInto('classroom_members').values({ classroom_id: classroom.id, user_id, role, joined_at }).execute();
  const { id: meeting_id } = await db
    .insertInto('meetings')
    .values({
      institute_id,
      subject_id: subject.id,
      teacher_id,
      title: `Class of the ${canary}`,
      starts_at: now,
      duration_seconds: 3600,
      status: 'LIVE',
      started_at: now,
      provider: 'room',
      board: null,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('meeting_classrooms').values({ meeting_id, classroom_id: classroom.id }).execute();
  await db.insertInto('meeting_joins').values({ student_id, meeting_id, joined_at: now }).execute();
  const stay = { meeting_id, from_at: now, to_at: now };
  await db
    .insertInto('meeting_stays')
    .values({ ...stay, student_id, source: 'page', stay_key: 'one' })
    .execute();
  await db
    .insertInto('meeting_guests')
    .values({ ...stay, stay_key: 'two', name: canary })
    .execute();
  await db.insertInto('meeting_recordings').values({ meeting_id, status: 'READY', created_at: now }).execute();
  await db
    .insertInto('meeting_feedback')
    .values({ student_id, meeting_id, rating: 4, feedback_message: `Says the ${canary}`, sent_at: now })
    .execute();
  await db
    .insertInto('meeting_hooks')
    .values({ provider: 'jitsi', event_id: `event-${institute.code}`, meeting_id, received_at: now })
    .execute();
  const quiz = await db
    .insertInto('live_quizzes')
    .values({ institute_id, meeting_id, number: 1, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  const question = await db
    .insertInto('live_quiz_questions')
    .values({
      quiz_id: quiz.id,
      position: 1,
      question_text: `Question of the ${canary}`,
      option_1: 'One',
      option_2: 'Two',
      option_3: 'Three',
      option_4: 'Four',
      answer: 2,
      shown_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('live_quiz_answers')
    .values({ student_id, quiz_question_id: question.id, quiz_id: quiz.id, selected_option: 2, result: 1, duration: 5, answered_at: now })
    .execute();
}
