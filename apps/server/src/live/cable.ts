import { randomUUID } from 'node:crypto';
import websocket from '@fastify/websocket';
import { Problem } from '@abhyas/contract/problem';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';
import type { Context, Person, SignInKey } from '../context.ts';
import { cookieNames, tokenOf } from '../http/api.ts';
import { refuseForeignSite } from '../http/foreign-site.ts';
import type { KnownSignIns } from '../http/known-sign-ins.ts';
import type { Channel } from './channel.ts';
import { openHub } from './hub.ts';
import type { Announcements } from '../database/listen.ts';
import { type LiveSocket, serveSocket } from './socket.ts';

const protocol = 'actioncable-v1-json';
const mostFrameBytes = 4096;
/** Sockets of one person at this process: tabs of several devices. */
const mostSockets = 10;
/** A page that does not answer the close of its socket within this time is cut off. */
const closeMs = 2000;

export interface CableOptions {
  channels: readonly Channel[];
  contextOf: () => Context;
  authenticate(context: Context, signIn: SignInKey): Promise<Person | null>;
  announcements: Announcements;
  known: KnownSignIns;
  siteUrl: string | undefined;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The owner of the socket, as found before the upgrade. */
    cable: { person: Person; signIn: SignInKey } | null;
  }
}

/**
 * The site's socket at `/cable`, one for all subjects of a page. Cookie and Origin are checked before the upgrade. Browsers always send an
 * Origin; a client without one needs a Bearer token.
 */
export async function registerCable(app: FastifyInstance, options: CableOptions): Promise<void> {
  const { channels, contextOf, authenticate, announcements, known, siteUrl } = options;
  const cookie = cookieNames(siteUrl).token;
  const onFailure = (error: unknown) => app.log.error({ err: error }, 'live channel');
  const hub = openHub({ contextOf, announcements, onFailure });
  app.addHook('onClose', () => hub.close());
  const socketsOf = new Map<number, Set<LiveSocket>>();
  app.decorateRequest('cable', null);
  const socketOptions = {
    maxPayload: mostFrameBytes,
    closeTimeout: closeMs,
    perMessageDeflate: false,
    handleProtocols: (offered: Set<string>) => (offered.has(protocol) ? protocol : false),
  } as const;
  // Any page can cause faults of its own socket, as by a frame that is too long: they must not fill the log.
  const errorHandler = (error: NodeJS.ErrnoException, socket: WebSocket) => {
    if (typeof error.code === 'string') app.log.debug({ code: error.code }, 'live socket');
    else app.log.error({ err: error }, 'live socket');
    socket.terminate();
  };
  await app.register(websocket, { options: socketOptions, errorHandler });
  const admit = async (request: FastifyRequest) => {
    const token = tokenOf(request, cookie);
    refuseForeignSite(request, siteUrl, token?.isCookie ?? false);
    if (token?.isCookie && request.headers.origin === undefined) throw new Problem('foreign_origin');
    const earlier = known.take(token?.signIn ?? null, request.ip);
    const person = token?.signIn ? await authenticate(contextOf(), token.signIn) : null;
    if (!person || !token?.signIn) throw new Problem('not_signed_in');
    known.learn(token.signIn, String(person.id));
    if (!earlier) known.take(token.signIn, request.ip);
    request.cable = { person, signIn: token.signIn };
  };
  app.get('/cable', { websocket: true, config: { isCounted: true }, onRequest: admit }, (socket, request) => {
    if (!request.cable) throw new Error('A socket was opened by nobody');
    const { person, signIn } = request.cable;
    const sockets = socketsOf.get(person.id) ?? new Set();
    socketsOf.set(person.id, sockets);
    const live = serveSocket({
      socket,
      key: randomUUID(),
      person,
      hub,
      channels,
      contextOf,
      authenticate: () => authenticate(contextOf(), signIn),
      onFailure,
    });
    sockets.add(live);
    socket.once('close', () => {
      sockets.delete(live);
      if (sockets.size === 0 && socketsOf.get(person.id) === sockets) socketsOf.delete(person.id);
    });
    // A set keeps the order of insertion, so its first socket is the oldest.
    const [oldest] = sockets;
    if (sockets.size > mostSockets && oldest) {
      sockets.delete(oldest);
      oldest.dismiss('too_many_sockets');
    }
  });
}
