import type { OpenDatabase } from '@abhyas/server/database/open';
import { addClassroom, addInstitute } from '../institute.ts';
import { startLoad } from '../load/load-process.ts';
import { chance } from '../question-bank.ts';
import { startServer } from '../server/start-server.ts';
import type { TestTaker } from '../test-takers.ts';
import type { Measure } from './measure.ts';

const classes = 10_000;
const classrooms = 25;
const studentsOfClassroom = 40;
const calls = 1000;
const clients = 4;
const [daysBack, daysAhead] = [180, 30];

/** Adds classes from 180 days ago to 30 days ahead, a sixth of them for two classrooms, with recordings, quizzes and attendance. */
async function addClasses(database: OpenDatabase): Promise<TestTaker[]> {
  const { pool } = database;
  const institute = await addInstitute(database, 'bench-classes', classrooms * studentsOfClassroom);
  const classroomIds: number[] = [];
  for (let number = 0; number < classrooms; number += 1) {
    const members = institute.students.slice(number * studentsOfClassroom, (number + 1) * studentsOfClassroom);
    classroomIds.push(await addClassroom(database, institute.id, `Batch ${number + 1}`, members));
  }
  const { rows: subjects } = await pool.query<{ id: number }>(
    `insert into institute_subjects (institute_id, name) select $1, 'Subject ' || n from generate_series(1, 6) n returning id`,
    [institute.id],
  );
  await pool.query(
    `with made as (
       insert into meetings (institute_id, subject_id, teacher_id, title, module, lecture, starts_at, duration_seconds, status, started_at, ended_at,
         provider, created_at)
       select $1, ($2::bigint[])[1 + n % 6], ($3::bigint[])[1 + n % $6::int], 'Class ' || n, 'Module ' || n % 9, 'Lecture ' || n,
         begins, 3600, case when begins < now() - interval '2 hours' then 'COMPLETED' else 'NOT_STARTED' end,
         case when begins < now() - interval '2 hours' then begins end,
         case when begins < now() - interval '2 hours' then begins + interval '1 hour' end, 'room', now() - interval '200 days'
       from generate_series(0, $4::int - 1) n
       cross join lateral (select date_trunc('day', now()) + n % $5::int * interval '1 day' - interval '180 days'
         + (3 + n * 7 % 12) * interval '1 hour' as begins) t
       returning id, starts_at, ended_at
     ), given as (
       insert into meeting_classrooms (meeting_id, classroom_id)
       select id, ($7::bigint[])[1 + (id * 11 + extra * 5) % cardinality($7::bigint[])] from made, generate_series(0, 1) extra
       where extra = 0 or id % 6 = 0
     ), recorded as (
       insert into meeting_recordings (meeting_id, status, created_at) select id, 'READY', ended_at from made where ended_at is not null
     )
     insert into live_quizzes (institute_id, meeting_id, created_at) select $1, id, starts_at from made where id % 2 = 0`,
    [
      institute.id,
      subjects.map(({ id }) => id),
      institute.teachers.map(({ student_id }) => student_id),
      classes,
      daysBack + daysAhead,
      institute.teachers.length,
      classroomIds,
    ],
  );
  await pool.query(
    `insert into meeting_joins (student_id, meeting_id, joined_at)
     select cm.user_id, m.id, m.starts_at from meetings m join meeting_classrooms mc on mc.meeting_id = m.id
     join classroom_members cm on cm.classroom_id = mc.classroom_id
     where m.institute_id = $1 and m.status = 'COMPLETED' and cm.user_id % 4 > 0 on conflict do nothing`,
    [institute.id],
  );
  await pool.query('vacuum analyze');
  return institute.students;
}

/** A student's classes of one day, which may be any day of the allowed range. */
export const dayView: Measure = {
  name: 'day_view',
  unit: 'ms (p99)',
  aim: { most: 20 },
  measure: async ({ database, productServer }) => {
    const students = await database.use(addClasses);
    const server = await startServer(productServer, [], database);
    const load = startLoad();
    const random = chance(17);
    const someCalls = (count: number) =>
      Array.from({ length: count }, () => {
        const day = Date.now() + (Math.floor(random() * (daysBack + daysAhead - 2)) - daysBack + 1) * 86_400_000;
        const { token } = students[Math.floor(random() * students.length)] as TestTaker;
        return { path: `/virtual_meetings/get_live_classes?date=${new Date(day).toISOString().slice(0, 10)}`, token };
      });
    try {
      await load.drive({ kind: 'calls', address: server.address, calls: someCalls(100), clients });
      const { p50, p99 } = await load.drive({ kind: 'calls', address: server.address, calls: someCalls(calls), clients });
      return { value: p99 ?? Number.NaN, beside: null, ratio: null, p50, p99 };
    } finally {
      load.stop();
      await server.stop();
    }
  },
};
