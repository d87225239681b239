import { createHash } from 'node:crypto';
import { beginningOf } from '@abhyas/exam/institute/cut-text';
import { type Fields, momentOf, part, personOf, readBody, text } from './hook-fields.ts';
import { ForgedHook, type HookReading, type MeetingEvent, type MeetingProvider, type RawHook } from './meetings.ts';
import { type Fetch } from './zoom.ts';
import { readToken } from './signed.ts';

export interface BigBlueButtonSettings {
  /** The address of its API: `https://bbb.example.org/bigbluebutton/`. */
  url: string;
  secret: string;
  /** The address of this site to which BigBlueButton sends its analytics. */
  hook_url: string;
}

const callMs = 10_000;

/** The checksum of a call: a hash of its name, its query and the shared secret. SHA-1 is for old servers only. */
export const checksumOf = (name: string, query: string, secret: string, algorithm: 'sha1' | 'sha256' = 'sha256') =>
  createHash(algorithm).update(`${name}${query}${secret}`).digest('hex');

/** A BigBlueButton of the institute's own. Its checksums follow the published example; it was never tried on a real installation. */
export function bigBlueButtonMeetings(settings: BigBlueButtonSettings, fetchFrom: Fetch = fetch): MeetingProvider {
  const addressOf = (name: string, fields: Record<string, string>) => {
    const query = new URLSearchParams(fields).toString();
    return `${settings.url}api/${name}?${query}&checksum=${checksumOf(name, query, settings.secret)}`;
  };
  return {
    name: 'bigbluebutton',
    roster: 'after',
    provide: async ({ id }) => ({ provider_meeting_id: `class-${id}`, password: null, join_url: null }),
    // The meeting is made when somebody enters, because BigBlueButton ends an empty one. Making it again changes nothing.
    enter: async ({ provider_meeting_id, title, duration_seconds }, { id, name, isTeacher }) => {
      const meetingID = provider_meeting_id ?? '';
      const made = await fetchFrom(
        addressOf('create', {
          meetingID,
          name: title,
          duration: String(Math.ceil(duration_seconds / 60) + 30),
          'meta_analytics-callback-url': settings.hook_url,
        }),
        { signal: AbortSignal.timeout(callMs) },
      );
      if (!made.ok) throw new Error(`BigBlueButton answered ${made.status}`);
      const role = isTeacher ? 'MODERATOR' : 'VIEWER';
      return { opens: 'window', join_url: addressOf('join', { meetingID, fullName: name, userID: String(id), role }), password: null };
    },
    readHook: (raw, now) => readBigBlueButtonHook(raw, settings.secret, now),
    close: async ({ provider_meeting_id }) => {
      if (provider_meeting_id === null) return;
      const answer = await fetchFrom(addressOf('end', { meetingID: provider_meeting_id }), { signal: AbortSignal.timeout(callMs) });
      if (!answer.ok) throw new Error(`BigBlueButton answered ${answer.status}`);
    },
  };
}

/** The analytics of a meeting that is over, with a token by HS512. It lists when each person joined and left. */
export function readBigBlueButtonHook({ body, headers }: RawHook, secret: string, now: Date): HookReading {
  const token = /^Bearer (.+)$/.exec(headers['authorization'] ?? '')?.[1] ?? '';
  if (!readToken(token, secret, 'HS512', now)) throw new ForgedHook('The token is wrong');
  const fields = readBody(body);
  const provider_meeting_id = text(fields, 'meeting_id');
  const internal = text(fields, 'internal_meeting_id');
  const data = part(fields, 'data');
  const attendees = Array.isArray(data['attendees']) ? (data['attendees'] as Fields[]) : [];
  const events: MeetingEvent[] = attendees.flatMap((attendee, of) =>
    (['joins', 'leaves'] as const).flatMap((list) =>
      (Array.isArray(attendee[list]) ? (attendee[list] as unknown[]) : []).map((at, index) => ({
        kind: list === 'joins' ? ('joined' as const) : ('left' as const),
        event_id: beginningOf(`${internal}/${of}/${list}/${index}`, 200),
        provider_meeting_id,
        at: momentOf(at, now),
        key: `${internal}/${of}/${index}`,
        person: personOf(attendee['ext_user_id']),
        name: text(attendee, 'name'),
      })),
    ),
  );
  const ended = {
    kind: 'ended' as const,
    event_id: beginningOf(`${internal}/ended`, 200),
    provider_meeting_id,
    at: momentOf(data['finish'], now),
  };
  return { events: [...events, ended] };
}
