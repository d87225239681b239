import { getHall } from '@abhyas/contract/exam-office/hall';
import { noteSeat } from '@abhyas/contract/tests/seats';
import { type SeatVerdict, seatVerdicts } from '@abhyas/exam/tests/seat-verdict';
import { beforeEach, expect, test } from 'vitest';
import { addPaper, attempt, fourOptions } from '../../../testing/attempts.ts';
import { tellStory, type Visitor } from '../../../testing/story.ts';

const story = tellStory();
let teacher: Visitor;
let asha: Visitor & { id: number };
let id: number;
let papers = 0;

beforeEach(async () => {
  papers += 1;
  id = await addPaper(story, `seats-${papers}`, [fourOptions(21, 22)]);
  teacher = await story.staff('school', 'teacher');
  asha = await story.student({ institute: 'school' });
});

async function shown(): Promise<SeatVerdict | undefined> {
  const { students, seat } = await teacher.call(getHall, { id });
  return seatVerdicts[seat[students?.findIndex((each) => each.id === asha.id) ?? -1] ?? -1];
}

test('the hall shows the last verdict of a student’s page, until the seat is healthy again or the test is over', async () => {
  const sat = await attempt(asha, id);
  expect(await shown()).toBe('healthy');
  for (const verdict of ['network', 'device'] as const) {
    await asha.call(noteSeat, { session_id: sat.session_id, verdict });
    expect(await shown()).toBe(verdict);
  }
  await asha.call(noteSeat, { session_id: sat.session_id, verdict: 'healthy' });
  expect(await shown()).toBe('healthy');
  await asha.call(noteSeat, { session_id: sat.session_id, verdict: 'server' });
  await sat.finish();
  expect(await shown()).toBe('healthy');
});

test('a verdict on the session of somebody else, or on one that is over, is not stored', async () => {
  const ben = await story.student({ institute: 'school' });
  const sat = await attempt(asha, id);
  for (const verdict of ['device', 'healthy'] as const)
    await expect(ben.call(noteSeat, { session_id: sat.session_id, verdict })).rejects.toMatchObject({ code: 'not_found' });
  expect(await shown()).toBe('healthy');
  await sat.finish();
  await expect(asha.call(noteSeat, { session_id: sat.session_id, verdict: 'device' })).rejects.toMatchObject({ code: 'session_finished' });
  expect(await story.database.db.selectFrom('seat_verdicts').where('paper_id', '=', id).selectAll().execute()).toEqual([]);
});

test('the response to an upload contains the time that the server took; responses to calls outside tests do not', async () => {
  const sat = await attempt(asha, id);
  const payload = {
    session_id: sat.session_id,
    writer: sat.writer,
    session_time_spent: 0,
    current_index: 0,
    responses: '[]',
    app_version: '1',
  };
  const upload = await asha.send({ method: 'POST', url: '/api/student_app/upload_student_responses', payload });
  expect([upload.statusCode, upload.headers['server-timing']]).toEqual([200, expect.stringMatching(/^app;dur=\d+\.\d$/)]);
  const wrong = { phone_number: '7999999999', otp: '000000', app_version: '1' };
  const login = await asha.send({ method: 'POST', url: '/api/authentications/login', payload: wrong });
  expect(login.headers['server-timing']).toBeUndefined();
});
