// Contents: settings · the account's calls · the provider · hooks
import { createHmac } from 'node:crypto';
import { beginningOf } from '@abhyas/exam/institute/cut-text';
import { type Fields, momentOf, part, personOf, readBody, text } from './hook-fields.ts';
import { ForgedHook, type HookReading, type MeetingEvent, type MeetingPlan, type MeetingProvider, type RawHook } from './meetings.ts';
import { isSame, signToken } from './signed.ts';

export interface ZoomSettings {
  account_id: string;
  client_id: string;
  client_secret: string;
  /** The secret of the webhook. */
  hook_secret: string;
  /** The key of the meeting SDK; without it students enter through Zoom's own app. */
  sdk_key?: string | undefined;
  sdk_secret?: string | undefined;
}

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

const hookAgeMs = 5 * 60_000;
const shortestMs = 30 * 60_000;
const longestMs = 48 * 3_600_000;
const afterEndMs = 10 * 60_000;
const callMs = 10_000;

/** The signature of the meeting SDK: HS256, valid until 10 minutes after the class, for at least 30 minutes and at most 48 hours. */
export function sdkSignature(settings: { key: string; secret: string }, meeting: string, ends: Date, now: Date): string {
  const iat = Math.floor(now.getTime() / 1000) - 30;
  const life = Math.min(longestMs, Math.max(shortestMs, ends.getTime() + afterEndMs - now.getTime()));
  const exp = Math.floor((now.getTime() + life) / 1000);
  const { key, secret } = settings;
  return signToken({ appKey: key, sdkKey: key, mn: meeting, role: 0, iat, exp, tokenExp: exp }, secret);
}

const endOf = ({ starts_at, duration_seconds }: MeetingPlan) => new Date(starts_at.getTime() + duration_seconds * 1000);

/** Zoom by a server-to-server app. Tried against recorded requests and published vectors only, never on the real service. */
export function zoomMeetings(settings: ZoomSettings, fetchFrom: Fetch = fetch): MeetingProvider {
  async function call(path: string, init: RequestInit): Promise<Fields> {
    const basic = Buffer.from(`${settings.client_id}:${settings.client_secret}`).toString('base64');
    const granted = await fetchFrom(
      `https://zoom.us/oauth/token?grant_type=account_credentials&account_id=${encodeURIComponent(settings.account_id)}`,
      { method: 'POST', headers: { authorization: `Basic ${basic}` }, signal: AbortSignal.timeout(callMs) },
    );
    if (!granted.ok) throw new Error(`Zoom refused the app: ${granted.status}`);
    const token = text((await granted.json()) as Fields, 'access_token');
    const answer = await fetchFrom(`https://api.zoom.us/v2${path}`, {
      ...init,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      signal: AbortSignal.timeout(callMs),
    });
    if (!answer.ok) throw new Error(`Zoom answered ${answer.status}`);
    return answer.status === 204 ? {} : ((await answer.json()) as Fields);
  }
  const { sdk_key: key, sdk_secret: secret } = settings;
  return {
    name: 'zoom',
    roster: 'after',
    async provide({ title, starts_at, duration_seconds }) {
      const made = await call('/users/me/meetings', {
        method: 'POST',
        body: JSON.stringify({
          topic: title,
          type: 2,
          start_time: starts_at.toISOString(),
          duration: Math.ceil(duration_seconds / 60),
          timezone: 'Asia/Kolkata',
          settings: { approval_type: 0, registration_type: 1, registrants_email_notification: false, waiting_room: false },
        }),
      });
      return {
        provider_meeting_id: text(made, 'id'),
        password: text(made, 'password') || null,
        join_url: text(made, 'join_url') || null,
      };
    },
    async enter({ provider_meeting_id, join_url, password }, { id, name, isTeacher }) {
      if (isTeacher && join_url !== null) return { opens: 'window', join_url, password };
      // Each registrant has their own link, by which Zoom's roster names our student.
      const registered = await call(`/meetings/${provider_meeting_id ?? ''}/registrants`, {
        method: 'POST',
        body: JSON.stringify({ email: `student-${id}@students.invalid`, first_name: name, last_name: `#${id}` }),
      });
      return { opens: 'window', join_url: text(registered, 'join_url'), password };
    },
    ...(key !== undefined && secret !== undefined
      ? {
          signature: async (meeting, now) => ({
            signature: sdkSignature({ key, secret }, meeting.provider_meeting_id ?? '', endOf(meeting), now),
            api_key: key,
          }),
        }
      : {}),
    readHook: (raw, now) => readZoomHook(raw, settings.hook_secret, now),
    async close({ provider_meeting_id }) {
      if (provider_meeting_id === null) return;
      await call(`/meetings/${provider_meeting_id}/status`, { method: 'PUT', body: JSON.stringify({ action: 'end' }) });
    },
  };
}

const kinds: Record<string, 'started' | 'ended' | 'joined' | 'left' | 'recording'> = {
  'meeting.started': 'started',
  'meeting.ended': 'ended',
  'meeting.participant_joined': 'joined',
  'meeting.participant_left': 'left',
  'recording.completed': 'recording',
};

/**
 * The signature is `v0=` and the HMAC over version, time and raw body. A hook older than five minutes is refused, so that none can be
 * replayed.
 */
export function readZoomHook({ body, headers }: RawHook, secret: string, now: Date): HookReading {
  const stamp = headers['x-zm-request-timestamp'] ?? '';
  const expected = `v0=${createHmac('sha256', secret).update(`v0:${stamp}:${body.toString()}`).digest('hex')}`;
  if (!isSame(headers['x-zm-signature'] ?? '', expected)) throw new ForgedHook('The signature is wrong');
  if (!(Math.abs(now.getTime() - Number(stamp) * 1000) <= hookAgeMs)) throw new ForgedHook('The request is too old');
  const fields = readBody(body);
  const event = text(fields, 'event');
  const payload = part(fields, 'payload');
  if (event === 'endpoint.url_validation') {
    const plainToken = text(payload, 'plainToken');
    return { events: [], reply: { plainToken, encryptedToken: createHmac('sha256', secret).update(plainToken).digest('hex') } };
  }
  const kind = kinds[event];
  if (!kind) return { events: [] };
  const object = part(payload, 'object');
  const person = part(object, 'participant');
  const origin = {
    provider_meeting_id: text(object, 'id'),
    at: momentOf(person['join_time'] ?? person['leave_time'] ?? object['start_time'] ?? fields['event_ts'], now),
  };
  const event_id = beginningOf(`${event}/${text(object, 'uuid')}/${text(person, 'participant_uuid')}/${text(fields, 'event_ts')}`, 200);
  return { events: [eventOf({ ...origin, event_id }, kind, object, person, now)] };
}

type Origin = Pick<MeetingEvent, 'event_id' | 'provider_meeting_id' | 'at'>;

function eventOf(origin: Origin, kind: (typeof kinds)[string], object: Fields, person: Fields, now: Date): MeetingEvent {
  if (kind === 'joined' || kind === 'left') {
    const at = momentOf(person[kind === 'joined' ? 'join_time' : 'leave_time'], now);
    const ours = /^student-(\d+)@/.exec(text(person, 'email'))?.[1];
    return {
      ...origin,
      at,
      kind,
      key: text(person, 'participant_uuid') || text(person, 'user_id'),
      person: personOf(ours),
      name: text(person, 'user_name'),
    };
  }
  if (kind === 'recording') {
    const seconds = Number(object['duration']) * 60;
    return { ...origin, kind, url: text(object, 'share_url'), seconds: seconds > 0 ? seconds : null };
  }
  return { ...origin, kind: kind ?? 'ended', at: momentOf(object[kind === 'started' ? 'start_time' : 'end_time'], now) };
}
