import type { Reach } from '@abhyas/contract/endpoint';
import type { TObject, TSchema } from 'typebox';
import type { Context, Person } from '../context.ts';

/** A person who has been subscribed to a subject since `from`, over one socket. */
export interface Presence {
  user_id: number;
  subject: string;
  /** The key of the socket. */
  key: string;
  from: Date;
}

/**
 * A live channel, to which a page may subscribe over its socket. A feature names its channels in `x.channel.ts`, `app.ts` lists them, and
 * the hub (in this folder) speaks ActionCable's frames with the pages. Delivery is at most once: a message carries a growing `number`, and
 * a page that sees a gap asks for the state by an ordinary call.
 */
export interface Channel<Parameters = unknown> {
  /** The name with which a page subscribes: `LiveQuizQuestionUpdateChannel`. */
  name: string;
  /** The parameters that a page sends with the name; any other is refused. */
  parameters: TObject;
  message: TSchema;
  /** The reach that a sign-in needs to subscribe. Default: `account`. */
  reach?: Reach;
  /**
   * The subject that the person may subscribe to, as `live_quiz:17`. All subscribers of a subject get the same bytes. Throws a `Problem` to
   * refuse: membership is checked here from the caller, never from the parameters.
   */
  subscribe(context: Context, caller: Person, parameters: Parameters): Promise<string>;
  /** The state of a subject as a message. Each process reads it once for every announcement of the subject. */
  read(context: Context, subject: string): Promise<{ number: number }>;
  /** For channels whose subject is a person: the states of many subjects, read by one statement. */
  readTogether?(context: Context, subjects: readonly string[]): Promise<ReadonlyMap<string, { number: number }>>;
  /** Called with this process's subscribers every 30 s, and when one leaves. */
  keep?(context: Context, present: readonly Presence[]): Promise<void>;
}
