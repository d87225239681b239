// Contents: signatures · Zoom · Jitsi · BigBlueButton · forged, repeated and reordered events
import { createHmac } from 'node:crypto';
import { createMeetingSignature, markStudentAttendance } from '@abhyas/contract/classes/live-classes';
import { jwtVerify, SignJWT } from 'jose';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { bigBlueButtonMeetings, checksumOf } from '../../../integrations/meetings/bigbluebutton.ts';
import { jitsiMeetings } from '../../../integrations/meetings/jitsi.ts';
import type { MeetingProviderName } from '@abhyas/contract/classes/live-classes';
import { zoomMeetings } from '../../../integrations/meetings/zoom.ts';
import { makeClass, makeSchool, type TestSchool } from '../../../testing/classes.ts';
import { tellStory, type Visitor } from '../../../testing/story.ts';

const secrets = { zoom: 'zoom-hook-secret', jitsi: 'jitsi-hook-token', bbb: '639259d4-9dd8-4b25-bf01-95f9567eaf4b' };
const asked: string[] = [];
/** Recorded answers of Zoom and BigBlueButton. */
const recorded = async (url: string): Promise<Response> => {
  asked.push(url);
  if (url.includes('oauth/token')) return Response.json({ access_token: 'token' });
  if (url.includes('/registrants')) return Response.json({ join_url: 'https://zoom.us/w/85746065?tk=own', registrant_id: 'r' });
  return Response.json({ id: 85746065, password: 'pw', join_url: 'https://zoom.us/j/85746065' });
};
const story = tellStory({
  meetings: {
    zoom: zoomMeetings(
      { account_id: 'a', client_id: 'c', client_secret: 's', hook_secret: secrets.zoom, sdk_key: 'sdk-key', sdk_secret: 'sdk-secret' },
      recorded,
    ),
    jitsi: jitsiMeetings({ domain: 'meet.example.org', app_id: 'abhyas', secret: 'jitsi-secret', hook_token: secrets.jitsi }),
    bigbluebutton: bigBlueButtonMeetings(
      { url: 'https://bbb.example.org/bigbluebutton/', secret: secrets.bbb, hook_url: 'https://abhyas.example/hooks/bigbluebutton' },
      recorded,
    ),
  },
});

let school: TestSchool;
let student: Visitor & { id: number };
let meeting: number;
beforeAll(async () => {
  school = await makeSchool(story, 1);
  [student] = school.students as [typeof student];
});
beforeEach(() => {
  asked.length = 0;
});

let made = 85746065;
async function classAt(provider: MeetingProviderName): Promise<string> {
  meeting = await makeClass(story, school, { status: 'NOT_STARTED', startsIn: 0 });
  made += 1;
  await story.database.db
    .updateTable('meetings')
    .set({ provider, provider_meeting_id: String(made) })
    .where('id', '=', meeting)
    .execute();
  return String(made);
}
const status = async () =>
  (await story.database.db.selectFrom('meetings').where('id', '=', meeting).select('status').executeTakeFirstOrThrow()).status;
const stays = () =>
  story.database.db.selectFrom('meeting_stays').where('meeting_id', '=', meeting).select(['student_id', 'from_at', 'to_at']).execute();
const guests = () => story.database.db.selectFrom('meeting_guests').where('meeting_id', '=', meeting).select('name').execute();
const after = (minutes: number) => new Date(story.now.getTime() + minutes * 60_000);

const post = (provider: string, payload: string, headers: Record<string, string>) =>
  story.app.inject({ method: 'POST', url: `/hooks/${provider}`, payload, headers: { 'content-type': 'application/json', ...headers } });
function zoomHook(fields: object, secret = secrets.zoom, stamp = Math.floor(story.now.getTime() / 1000)) {
  const body = JSON.stringify(fields);
  const signature = `v0=${createHmac('sha256', secret).update(`v0:${stamp}:${body}`).digest('hex')}`;
  return post('zoom', body, { 'x-zm-request-timestamp': String(stamp), 'x-zm-signature': signature });
}
const zoomEvent = (id: string, event: string, participant?: object, ts = 1) => ({
  event,
  event_ts: story.now.getTime() + ts,
  payload: {
    object: {
      id,
      uuid: 'u',
      start_time: story.now.toISOString(),
      end_time: story.now.toISOString(),
      ...(participant ? { participant } : {}),
    },
  },
});

describe('Zoom', () => {
  test('gets the answer to its challenge, the HMAC of its plain token', async () => {
    const answer = await zoomHook({ event: 'endpoint.url_validation', payload: { plainToken: 'qgg8vlvZRS6UYooatFL8Aw' } });
    const encryptedToken = createHmac('sha256', secrets.zoom).update('qgg8vlvZRS6UYooatFL8Aw').digest('hex');
    expect(answer.json()).toEqual({ plainToken: 'qgg8vlvZRS6UYooatFL8Aw', encryptedToken });
  });

  test('starts and ends a class, and reports when a student joined and left, even if reports are repeated or out of order', async () => {
    const id = await classAt('zoom');
    const person = { participant_uuid: 'p1', email: `student-${student.id}@students.invalid`, user_name: 'Asha' };
    await zoomHook(zoomEvent(id, 'meeting.started'));
    expect(await status()).toBe('LIVE');
    const came = story.now;
    story.pass(1800);
    const left = zoomEvent(id, 'meeting.participant_left', { ...person, leave_time: story.now.toISOString() });
    const joined = zoomEvent(id, 'meeting.participant_joined', { ...person, join_time: came.toISOString() });
    for (const event of [left, joined, joined, left]) expect((await zoomHook(event)).statusCode).toBe(200);
    expect(await stays()).toEqual([{ student_id: student.id, from_at: came, to_at: story.now }]);
    await zoomHook(zoomEvent(id, 'meeting.ended'));
    await zoomHook(zoomEvent(id, 'meeting.started', undefined, 2));
    expect(await status()).toBe('COMPLETED');
  });

  test('reports a name that matches no student, which is stored as a guest', async () => {
    const id = await classAt('zoom');
    await zoomHook(
      zoomEvent(id, 'meeting.participant_joined', { participant_uuid: 'p2', user_name: 'Somebody', join_time: story.now.toISOString() }),
    );
    const stranger = await story.student({ institute: 'school' });
    const email = `student-${stranger.id}@students.invalid`;
    await zoomHook(
      zoomEvent(id, 'meeting.participant_joined', {
        participant_uuid: 'p3',
        user_name: 'Other',
        email,
        join_time: story.now.toISOString(),
      }),
    );
    expect([await stays(), (await guests()).map(({ name }) => name)]).toEqual([[], ['Somebody', 'Other']]);
  });

  test('is entered by the student’s own link, or by a signature that is valid until ten minutes after the class', async () => {
    const id = await classAt('zoom');
    expect(await student.call(markStudentAttendance, { id: meeting })).toMatchObject({
      opens: 'window',
      join_url: 'https://zoom.us/w/85746065?tk=own',
    });
    const { signature, api_key } = await student.call(createMeetingSignature, { id: meeting, meeting_number: id, role: 0 });
    const { payload } = await jwtVerify(signature, Buffer.from('sdk-secret'), { currentDate: story.now });
    expect(payload).toMatchObject({ appKey: 'sdk-key', mn: id, role: 0, exp: Math.floor(after(70).getTime() / 1000) });
    expect(api_key).toBe('sdk-key');
    const other = student.call(createMeetingSignature, { id: meeting, meeting_number: '1', role: 0 });
    await expect(other).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('Jitsi', () => {
  test('is entered with the student’s own token, and reports presence by its module', async () => {
    const room = await classAt('jitsi');
    const { join_url } = await student.call(markStudentAttendance, { id: meeting });
    const url = new URL(join_url);
    const { payload } = await jwtVerify(url.searchParams.get('jwt') ?? '', Buffer.from('jitsi-secret'), { currentDate: story.now });
    expect([url.host, payload['room'], payload['context']]).toEqual([
      'meet.example.org',
      room,
      { user: { id: String(student.id), name: 'Asha', moderator: false } },
    ]);
    const joined_at = story.now.getTime() / 1000;
    const body = JSON.stringify({
      event_name: 'muc-occupant-joined',
      room_name: room,
      room_jid: `${room}@conference`,
      occupant: { id: String(student.id), name: 'Asha', occupant_jid: `${room}@conference/x`, joined_at },
    });
    expect((await post('jitsi', body, { authorization: `Bearer ${secrets.jitsi}` })).statusCode).toBe(200);
    expect(await stays()).toMatchObject([{ student_id: student.id }]);
  });
});

describe('BigBlueButton', () => {
  test('is called with checksums as in its documentation', () => {
    const query = 'name=Test+Meeting&meetingID=abc123&attendeePW=111222&moderatorPW=333444';
    expect(checksumOf('create', query, secrets.bbb, 'sha1')).toBe('1fcbb0c4fc1f039f73aa6d697d2db9ba7f803f17');
  });

  test('is entered at the student’s own address, and reports afterwards who was present', async () => {
    const id = await classAt('bigbluebutton');
    const { join_url } = await student.call(markStudentAttendance, { id: meeting });
    const [, query = '', checksum] = /\/api\/join\?(.+)&checksum=(\w{64})$/.exec(join_url) ?? [];
    expect([new URLSearchParams(query).get('userID'), checksumOf('join', query, secrets.bbb)]).toEqual([String(student.id), checksum]);
    const came = story.now;
    story.pass(3600);
    const data = {
      finish: story.now.toISOString(),
      attendees: [{ ext_user_id: String(student.id), name: 'Asha', joins: [came.toISOString()], leaves: [story.now.toISOString()] }],
    };
    const token = await new SignJWT({})
      .setProtectedHeader({ alg: 'HS512' })
      .setExpirationTime(Math.floor(after(10).getTime() / 1000))
      .sign(Buffer.from(secrets.bbb));
    const body = JSON.stringify({ meeting_id: id, internal_meeting_id: `i-${id}`, data });
    expect((await post('bigbluebutton', body, { authorization: `Bearer ${token}` })).statusCode).toBe(200);
    expect(await stays()).toEqual([{ student_id: student.id, from_at: came, to_at: story.now }]);
    expect(await status()).toBe('COMPLETED');
  });

  test('may report a name or time that the database would refuse: the person is stored, and so are the people after them', async () => {
    const id = await classAt('bigbluebutton');
    const came = story.now.toISOString();
    story.pass(60);
    const attendees = [
      { name: 'Zero\0 byte', joins: [came], leaves: [came] },
      { name: `Half \uD83D`, joins: ['-271821-04-20T00:00:00.000Z'], leaves: [came] },
      { name: 'x'.repeat(79) + '😀'.repeat(40), joins: [came], leaves: [came] },
      { ext_user_id: '1e300', name: 'Beyond', joins: [came], leaves: [came] },
      { ext_user_id: String(student.id), name: 'Asha', joins: [came], leaves: [came] },
    ];
    const token = await new SignJWT({})
      .setProtectedHeader({ alg: 'HS512' })
      .setExpirationTime(Math.floor(after(10).getTime() / 1000))
      .sign(Buffer.from(secrets.bbb));
    const body = JSON.stringify({ meeting_id: id, internal_meeting_id: `i-${id}`, data: { finish: story.now.toISOString(), attendees } });
    expect((await post('bigbluebutton', body, { authorization: `Bearer ${token}` })).statusCode).toBe(200);
    expect(await stays()).toHaveLength(1);
    const names = (await guests()).map(({ name }) => name);
    expect(names).toHaveLength(4);
    expect(names.join(' ')).toContain('Zero byte');
    expect(names.join(' ')).not.toMatch(/\uFFFD.*\uFFFD/);
  });
});

describe('a hook', () => {
  test('is refused and changes nothing if its signature is wrong, if it is too old, or if it is for another provider', async () => {
    const id = await classAt('zoom');
    const event = zoomEvent(id, 'meeting.started');
    const stamp = Math.floor(story.now.getTime() / 1000);
    const refused = [
      await zoomHook(event, 'another secret'),
      await zoomHook(event, secrets.zoom, stamp - 301),
      await zoomHook(event, secrets.zoom, Number.NaN),
      await post('zoom', JSON.stringify(event), {}),
      await post('jitsi', JSON.stringify(event), { authorization: `Bearer ${secrets.jitsi}x` }),
      await post('bigbluebutton', JSON.stringify(event), { authorization: `Bearer ${secrets.bbb}` }),
    ];
    expect(refused.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 403, 403, 403]);
    expect(await status()).toBe('NOT_STARTED');
  });

  test('changes nothing if its provider or meeting is unknown, or if its body is above 64 kB', async () => {
    await classAt('zoom');
    expect((await post('room', '{}', {})).statusCode).toBe(404);
    expect((await post('elsewhere', '{}', {})).statusCode).toBe(404);
    expect((await zoomHook(zoomEvent('0', 'meeting.started'))).statusCode).toBe(200);
    expect((await zoomHook({ event: 'x'.repeat(70_000) })).statusCode).toBe(413);
    expect(await status()).toBe('NOT_STARTED');
  });
});
