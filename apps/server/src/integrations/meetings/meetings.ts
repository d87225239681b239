import type { MeetingProviderName } from '@abhyas/contract/classes/live-classes';

/** A planned class. */
export interface MeetingPlan {
  /** The id of the class: providing it twice makes one meeting. */
  id: number;
  title: string;
  starts_at: Date;
  duration_seconds: number;
  /** The address that the teacher gave, for `link`. */
  join_url: string | null;
}

/** The provider's ids of a meeting, stored with the class. */
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

/** A call of a provider as received, before it is trusted. */
export interface RawHook {
  body: Buffer;
  headers: Readonly<Record<string, string | undefined>>;
  /** Address and query of the request. */
  url: string;
}

interface HookOrigin {
  /** The same for every delivery of the same event. */
  event_id: string;
  provider_meeting_id: string;
  at: Date;
}

export type MeetingEvent = HookOrigin &
  (
    | { kind: 'started' | 'ended' }
    /** Somebody joined or left. `key` identifies this visit, and `person` is our id, null if the provider does not know it. */
    | { kind: 'joined' | 'left'; key: string; person: number | null; name: string }
    | { kind: 'recording'; url: string; seconds: number | null }
  );

export interface HookReading {
  events: MeetingEvent[];
  /** The response that the provider expects. */
  reply?: object;
}

/** A hook that the provider did not sign, or that is too old. */
export class ForgedHook extends Error {}

/** A way to hold classes. The configuration has at most one of each kind; `room` and `link` always exist. */
export interface MeetingProvider {
  name: MeetingProviderName;
  /** When the people present are known: during the class, after it, or never. */
  roster: 'live' | 'after' | 'none';
  provide(plan: MeetingPlan): Promise<ProvidedMeeting>;
  /** Prepares how this person enters the meeting, when they press Join. */
  enter(meeting: MeetingPlan & ProvidedMeeting, person: MeetingPerson, now: Date): Promise<Entrance>;
  /** Reads a hook. Throws `ForgedHook` unless its signature proves that the provider sent it. */
  readHook?(raw: RawHook, now: Date): HookReading;
  /** Signs the token with which the provider's SDK on our page joins the meeting. */
  signature?(meeting: MeetingPlan & ProvidedMeeting, now: Date): Promise<{ signature: string; api_key: string }>;
  /** Ends the meeting at the provider. */
  close?(meeting: ProvidedMeeting): Promise<void>;
}

export type MeetingProviders = Partial<Record<MeetingProviderName, MeetingProvider>> & Record<'room' | 'link', MeetingProvider>;
