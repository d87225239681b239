import type { Reach } from '@abhyas/contract/endpoint';
import type { TObject, TSchema } from 'typebox';
import type { Context, Person } from '../context.ts';

/** Somebody who has been subscribed to a subject since then, over one socket. */
export interface Presence {
  user_id: number;
  subject: string;
  /** Names the socket. */
  key: string;
  from: Date;
}

/**
 * A live channel: what a page may subscribe to over its socket. A feature names its channels in `x.channel.ts`, `app.ts` lists them, and the
 * hub (in this folder) speaks ActionCable's frames with the pages. Delivery is at most once: a message carries a growing `number`, and a page
 * that sees a gap asks for the state by an ordinary call.
 */
export interface Channel<Parameters = unknown> {
  /** As a page names it when it subscribes: `LiveQuizQuestionUpdateChannel`. */
  name: string;
  /** What the page says beside the name; nothing else is taken. */
  parameters: TObject;
  message: TSchema;
  /** The least that a sign-in reaches that may subscribe. Default: `account`. */
  reach?: Reach;
  /**
   * The subject that the person may hear of, as `live_quiz:17`; everybody who subscribes to one subject gets the same bytes. Throws a `Problem`
   * that refuses the subscription: membership is checked here, from the caller, never from the parameters.
   */
  subscribe(context: Context, caller: Person, parameters: Parameters): Promise<string>;
  /** The state of a subject as a message, read once a process whenever the subject was named by a notification. */
  read(context: Context, subject: string): Promise<{ number: number }>;
  /** For subjects of one person each, of which there are as many as pages: states by subject, all read by one statement. */
  readTogether?(context: Context, subjects: readonly string[]): Promise<ReadonlyMap<string, { number: number }>>;
  /** Hears every 30 s, and when somebody goes, who is subscribed at this process. */
  keep?(context: Context, present: readonly Presence[]): Promise<void>;
}
