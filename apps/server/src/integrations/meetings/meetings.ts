import type { MeetingProviderName } from '@abhyas/contract/classes/live-classes';

/** A class as it is planned. */
export interface MeetingPlan {
  /** Ours: providing twice makes one meeting. */
  id: number;
  title: string;
  starts_at: Date;
  duration_seconds: number;
  /** The address that the teacher gave, for `link`. */
  join_url: string | null;
}

/** What a provider calls the meeting, kept with the class. */
export interface ProvidedMeeting {
  provider_meeting_id: string | null;
  password: string | null;
  join_url: string | null;
}

export interface MeetingPerson {
  id: number;
  name: string;
  isTeacher: boolean;
}

export interface Entrance {
  opens: 'page' | 'window' | 'frame';
  join_url: string;
  password: string | null;
}

/** A call of a provider as it came, before anything of it is trusted. */
export interface RawHook {
  body: Buffer;
  headers: Readonly<Record<string, string | undefined>>;
  /** Address and query as they were asked for. */
  url: string;
}

interface HookOrigin {
  /** The same for the same event, however often it is sent. */
  event_id: string;
  provider_meeting_id: string;
  at: Date;
}

export type MeetingEvent = HookOrigin &
  (
    | { kind: 'started' | 'ended' }
    /** Somebody was there; `key` names the entrance, `person` one of ours where the provider knows. */
    | { kind: 'joined' | 'left'; key: string; person: number | null; name: string }
    | { kind: 'recording'; url: string; seconds: number | null }
  );

export interface HookReading {
  events: MeetingEvent[];
  /** What the provider waits to be answered. */
  reply?: object;
}

/** A hook that is not the provider's own, or is older than it may be. */
export class ForgedHook extends Error {}

/** Where classes are held. One of each kind at most, by configuration; `room` and `link` are always there. */
export interface MeetingProvider {
  name: MeetingProviderName;
  /** When it is known who was there: as they come and go, once it is over, or not at all. */
  roster: 'live' | 'after' | 'none';
  provide(plan: MeetingPlan): Promise<ProvidedMeeting>;
  /** Made when Join is pressed, for that person alone. */
  enter(meeting: MeetingPlan & ProvidedMeeting, person: MeetingPerson, now: Date): Promise<Entrance>;
  /** Reads a hook. Throws `ForgedHook` unless it is proved to be the provider's. */
  readHook?(raw: RawHook, now: Date): HookReading;
  /** Signs an entrance through the provider's SDK in our page. */
  signature?(meeting: MeetingPlan & ProvidedMeeting, now: Date): Promise<{ signature: string; api_key: string }>;
  /** Ends the meeting there. */
  close?(meeting: ProvidedMeeting): Promise<void>;
}

export type MeetingProviders = Partial<Record<MeetingProviderName, MeetingProvider>> & Record<'room' | 'link', MeetingProvider>;
