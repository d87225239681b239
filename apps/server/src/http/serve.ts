import type { Readable } from 'node:stream';
import type { Answer, Endpoint, Input } from '@abhyas/contract/endpoint';
import type { BudgetName } from '../budgets/budgets.ts';
import type { CallContext, SignedInContext, StaffCallContext, StudentContext } from '../context.ts';
import type { CompressedPart } from './spliced-json.ts';

/** An answer of which the first part is kept compressed, the same for everybody; `own` holds the other fields, serialised by the contract. */
export class SplicedAnswer {
  readonly shared: CompressedPart;
  readonly own: Record<string, unknown>;
  constructor(shared: CompressedPart, own: Record<string, unknown>) {
    this.shared = shared;
    this.own = own;
  }
}

/** Leads the browser to another address. */
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

/** A contract entry with what answers it. */
export interface Route {
  endpoint: Endpoint;
  /** Beside `calls`, which every call draws on. */
  spends: BudgetName | undefined;
  /** `statement`: the handler's own statement checks the sign-in, to save a round trip on a hot path. */
  signIn: 'first' | 'statement';
  /** The answer has an ETag: who has it already gets no body. */
  isTagged: boolean;
  handle(input: unknown, context: CallContext): Promise<unknown>;
}

/** Binds a contract entry to the function that answers it; who calls has been checked when that runs. */
export function serve<E extends Endpoint>(endpoint: E, handle: Handler<E, ContextOf<E>>, spends?: BudgetName): Route {
  return { endpoint, spends, signIn: 'first', isTagged: false, handle: handle as Route['handle'] };
}

/** As `serve`, for a handler whose own statement checks `signIn`. */
export function serveUnchecked<E extends Endpoint>(endpoint: E, handle: Handler<E, CallContext>): Route {
  return { endpoint, spends: undefined, signIn: 'statement', isTagged: false, handle: handle as Route['handle'] };
}

/** As `serve`, for what is asked again and again and seldom changes. */
export function serveTagged<E extends Endpoint>(endpoint: E, handle: Handler<E, ContextOf<E>>): Route {
  return { ...serve(endpoint, handle), isTagged: true };
}
