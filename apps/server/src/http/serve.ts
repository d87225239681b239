import type { Readable } from 'node:stream';
import type { Answer, Endpoint, Input } from '@abhyas/contract/endpoint';
import type { BudgetName } from '../budgets/budgets.ts';
import type { CallContext, SignedInContext, StaffCallContext, StudentContext } from '../context.ts';
import type { CompressedPart } from './spliced-json.ts';

/**
 * A response whose first part is cached compressed and is the same for everybody; `own` has the other fields, serialised by the contract.
 * `written` holds fields that are JSON text already, whose form a test compares with the contract.
 */
export class SplicedAnswer {
  readonly shared: CompressedPart;
  readonly own: Record<string, unknown>;
  readonly written: Readonly<Record<string, string>>;
  constructor(shared: CompressedPart, own: Record<string, unknown>, written: Readonly<Record<string, string>> = {}) {
    this.shared = shared;
    this.own = own;
    this.written = written;
  }
}

/** Redirects the browser to another address. */
export class Redirect {
  readonly address: string;
  constructor(address: string) {
    this.address = address;
  }
}

/** A file that the browser saves. */
export class Download {
  readonly file_name: string;
  readonly media_type: string;
  readonly stream: Readable;
  constructor(file_name: string, media_type: string, stream: Readable) {
    this.file_name = file_name;
    this.media_type = media_type;
    this.stream = stream;
  }
}

type ContextOf<E extends Endpoint> = E['access'] extends 'anyone'
  ? CallContext
  : E['access'] extends 'signed_in' | 'notified'
    ? SignedInContext
    : E['access'] extends 'student' | 'trainee' | 'subscriber'
      ? StudentContext
      : StaffCallContext;
type Handler<E extends Endpoint, C> = (input: Input<E>, context: C) => Promise<Answer<E> | SplicedAnswer | Redirect | Download>;

/** A contract entry with its handler. */
export interface Route {
  endpoint: Endpoint;
  /** Budgets of the call, in addition to `calls`, on which every call draws. */
  spends: BudgetName | undefined;
  /** With `statement`, the handler's own statement checks the sign-in, which saves a round trip on a hot path. */
  signIn: 'first' | 'statement';
  handle(input: unknown, context: CallContext): Promise<unknown>;
}

/** Binds a contract entry to its handler, which runs after the checks of the caller. */
export function serve<E extends Endpoint>(endpoint: E, handle: Handler<E, ContextOf<E>>, spends?: BudgetName): Route {
  return { endpoint, spends, signIn: 'first', handle: handle as Route['handle'] };
}

/** Like `serve`, for a handler whose own statement checks `signIn`. */
export function serveUnchecked<E extends Endpoint>(endpoint: E, handle: Handler<E, CallContext>): Route {
  return { endpoint, spends: undefined, signIn: 'statement', handle: handle as Route['handle'] };
}
