import { createHash } from 'node:crypto';
import { beginningOf } from '@abhyas/exam/institute/cut-text';
import { momentOf, part, personOf, readBody, text } from './hook-fields.ts';
import { ForgedHook, type HookReading, type MeetingProvider, type RawHook } from './meetings.ts';
import { isSame, signToken } from './signed.ts';

export interface JitsiSettings {
  /** The domain of the installation: `meet.example.org`. */
  domain: string;
  app_id: string;
  secret: string;
  /** The Bearer token that its module `event_sync` sends. */
  hook_token: string;
}

const kinds: Record<string, 'started' | 'ended' | 'joined' | 'left'> = {
  'muc-room-created': 'started',
  'muc-room-destroyed': 'ended',
  'muc-occupant-joined': 'joined',
  'muc-occupant-left': 'left',
};
const afterEndSeconds = 600;

/** A Jitsi of the institute's own, with tokens. Tried against recorded requests only, never on a real installation. */
export function jitsiMeetings(settings: JitsiSettings): MeetingProvider {
  const { domain, app_id, secret } = settings;
  return {
    name: 'jitsi',
    roster: 'live',
    // The hash prevents people from guessing a room from the name of another.
    provide: async ({ id }) => {
      const hash = createHash('sha256').update(`${secret}/${id}`).digest('hex').slice(0, 16);
      return { provider_meeting_id: `class-${id}-${hash}`, password: null, join_url: null };
    },
    enter: async ({ provider_meeting_id, starts_at, duration_seconds }, { id, name, isTeacher }, now) => {
      const room = provider_meeting_id ?? '';
      const iat = Math.floor(now.getTime() / 1000);
      const exp = Math.max(iat + 60, Math.floor(starts_at.getTime() / 1000) + duration_seconds + afterEndSeconds);
      const user = { id: String(id), name, moderator: isTeacher };
      const token = signToken({ aud: 'jitsi', iss: app_id, sub: domain, room, nbf: iat - 30, exp, context: { user } }, secret);
      return { opens: 'window', join_url: `https://${domain}/${encodeURIComponent(room)}?jwt=${token}`, password: null };
    },
    readHook: (raw, now) => readJitsiHook(raw, settings.hook_token, now),
  };
}

export function readJitsiHook({ body, headers }: RawHook, token: string, now: Date): HookReading {
  if (!isSame(headers['authorization'] ?? '', `Bearer ${token}`)) throw new ForgedHook('The token is wrong');
  const fields = readBody(body);
  const event = text(fields, 'event_name');
  const kind = kinds[event];
  if (!kind) return { events: [] };
  const occupant = part(fields, 'occupant');
  const seconds = Number(occupant[kind === 'left' ? 'left_at' : 'joined_at'] ?? fields['created_at'] ?? fields['destroyed_at']);
  const at = momentOf(Number.isFinite(seconds) ? seconds * 1000 : undefined, now);
  const key = text(occupant, 'occupant_jid');
  const origin = {
    event_id: beginningOf(`${event}/${text(fields, 'room_jid')}/${key}/${seconds}`, 200),
    provider_meeting_id: text(fields, 'room_name'),
    at,
  };
  if (kind === 'joined' || kind === 'left')
    return { events: [{ ...origin, kind, key, person: personOf(occupant['id']), name: text(occupant, 'name') }] };
  return { events: [{ ...origin, kind }] };
}
