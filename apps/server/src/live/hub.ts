// Contents: listeners of a subject · reading once and sending to all · beats · presence
import type { Context } from '../context.ts';
import type { Channel, Presence } from './channel.ts';
import { subjectsNamed } from '../database/announce.ts';
import type { Announcements } from '../database/listen.ts';
import { every } from '../jobs/every.ts';

/** A person who gets the messages of a subject over one socket. */
export interface Listener {
  user_id: number;
  key: string;
  from: Date;
  /** The identifier as the page wrote it, which each message repeats. */
  identifier: string;
  send(frame: Buffer): void;
}

interface Subject {
  channel: Channel;
  listeners: Set<Listener>;
  /** The latest state; null until it is read. */
  state: { number: number } | null;
  /** The running reading, and whether another must follow. */
  reading: Promise<void> | null;
  isStale: boolean;
}

const beatMs = 15_000;
/** The interval at which subjects of a single person are read again. */
const personalBeatMs = 60_000;
/** The most subjects that one statement reads. */
const mostTogether = 1000;
const keepMs = 30_000;

export interface Hub {
  subscribe(channel: Channel, subject: string, listener: Listener, number: number): Promise<() => void>;
  /** The number of listeners of all subjects. */
  count(): number;
  close(): Promise<void>;
}

interface HubOptions {
  contextOf: () => Context;
  announcements: Announcements;
  onFailure: (error: unknown) => void;
}

/**
 * The subjects of all pages of this process. An announced subject is read once for all listeners, and each identifier makes one frame.
 * Every 15 s each subject is sent again, in case a message was lost; personal ones are read together every minute and sent if they changed.
 */
export function openHub({ contextOf, announcements, onFailure }: HubOptions): Hub {
  const subjects = new Map<string, Subject>();

  function tell({ listeners, state }: Subject, only?: Listener): void {
    if (!state) return;
    const frames = new Map<string, Buffer>();
    for (const listener of only ? [only] : listeners) {
      const { identifier } = listener;
      const frame = frames.get(identifier) ?? Buffer.from(JSON.stringify({ identifier, message: state }));
      frames.set(identifier, frame);
      listener.send(frame);
    }
  }

  /** Reads until the state is not older than the latest announcement. */
  async function readAnew(name: string, subject: Subject, isBeat: boolean): Promise<void> {
    try {
      do {
        subject.isStale = false;
        const former = subject.state?.number;
        const state = await subject.channel.read(contextOf(), name);
        // Of two parallel readings the later one may return the earlier state.
        if (subject.state && state.number < subject.state.number) continue;
        subject.state = state;
        if (isBeat || state.number !== former) tell(subject);
      } while (subject.isStale);
    } catch (error) {
      onFailure(error);
    } finally {
      subject.reading = null;
    }
  }

  async function readTogether(channel: Channel, names: readonly string[]): Promise<void> {
    for (let at = 0; at < names.length; at += mostTogether) {
      const states = await channel.readTogether?.(contextOf(), names.slice(at, at + mostTogether));
      for (const [name, state] of states ?? []) {
        const subject = subjects.get(name);
        if (!subject || (subject.state && state.number <= subject.state.number)) continue;
        subject.state = state;
        tell(subject);
      }
    }
  }

  /**
   * Reads the states of these subjects, if they have listeners: by one statement for all subjects of a channel if the channel can,
   * otherwise one by one.
   */
  function refreshAll(names: Iterable<string>, isBeat = false): void {
    const together = new Map<Channel, string[]>();
    for (const name of names) {
      const channel = subjects.get(name)?.channel;
      if (!channel?.readTogether) void refresh(name, isBeat);
      else if (!together.get(channel)?.push(name)) together.set(channel, [name]);
    }
    for (const [channel, group] of together) readTogether(channel, group).catch(onFailure);
  }

  const ofKind = (isPersonal: boolean) =>
    [...subjects].flatMap(([name, { channel }]) => ((channel.readTogether !== undefined) === isPersonal ? [name] : []));

  function refresh(name: string, isBeat = false): Promise<void> {
    const subject = subjects.get(name);
    if (!subject) return Promise.resolve();
    if (subject.reading) subject.isStale = true;
    else subject.reading = readAnew(name, subject, isBeat);
    return subject.reading;
  }

  const keep = (only?: (presence: Presence) => boolean): void => {
    const byChannel = new Map<Channel, Presence[]>();
    for (const [subject, { channel, listeners }] of subjects) {
      if (!channel.keep) continue;
      const present = [...listeners].map(({ user_id, key, from }) => ({ user_id, key, from, subject }));
      byChannel.set(channel, [...(byChannel.get(channel) ?? []), ...(only ? present.filter(only) : present)]);
    }
    for (const [channel, present] of byChannel) if (present.length > 0) channel.keep?.(contextOf(), present).catch(onFailure);
  };

  let stop: (() => Promise<void>) | null = null;
  const hear = (name: string | null) => {
    refreshAll(name === null ? subjects.keys() : subjectsNamed(name));
  };
  const stops = [
    every(beatMs, () => refreshAll(ofKind(false), true), onFailure),
    every(personalBeatMs, () => refreshAll(ofKind(true)), onFailure),
    every(keepMs, () => keep(), onFailure),
  ];

  return {
    async subscribe(channel, name, listener, number) {
      const subject = subjects.get(name) ?? { channel, listeners: new Set(), state: null, reading: null, isStale: false };
      subjects.set(name, subject);
      stop ??= announcements.listen(hear);
      subject.listeners.add(listener);
      const leave = () => {
        if (!subject.listeners.has(listener)) return;
        keep(({ key, subject: of }) => key === listener.key && of === name);
        subject.listeners.delete(listener);
        if (subject.listeners.size === 0 && subjects.get(name) === subject) subjects.delete(name);
      };
      if (channel.keep) keep(({ key, subject: of }) => key === listener.key && of === name);
      const isKnown = subject.state !== null;
      if (!isKnown) await refresh(name);
      // The page must not stay behind the number with which it subscribed.
      else if ((subject.state?.number ?? 0) > number) tell(subject, listener);
      return leave;
    },
    count: () => [...subjects.values()].reduce((sum, { listeners }) => sum + listeners.size, 0),
    async close() {
      for (const end of stops) end();
      await stop?.();
    },
  };
}
