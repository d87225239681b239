import { randomUUID } from 'node:crypto';
import websocket from '@fastify/websocket';
import { Problem } from '@abhyas/contract/problem';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context, Person, SignInKey } from '../context.ts';
import { cookieNames, tokenOf } from '../http/api.ts';
import { refuseForeignSite } from '../http/foreign-site.ts';
import type { Channel } from './channel.ts';
import { openHub } from './hub.ts';
import type { Announcements } from '../database/listen.ts';
import { serveSocket } from './socket.ts';

const protocol = 'actioncable-v1-json';
const mostFrameBytes = 4096;

export interface CableOptions {
  channels: readonly Channel[];
  contextOf: () => Context;
  authenticate(context: Context, signIn: SignInKey): Promise<Person | null>;
  announcements: Announcements;
  siteUrl: string | undefined;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose socket it is, as was found before the upgrade. */
    cable: { person: Person; signIn: SignInKey } | null;
  }
}

/**
 * The socket of the site, at `/cable`: one for everything that a page listens to. Cookie and Origin are checked before the upgrade; without an
 * Origin, which browsers always send, only a Bearer token is taken.
 */
export async function registerCable(app: FastifyInstance, options: CableOptions): Promise<void> {
  const { channels, contextOf, authenticate, announcements, siteUrl } = options;
  const cookie = cookieNames(siteUrl).token;
  const onFailure = (error: unknown) => app.log.error({ err: error }, 'live channel');
  const hub = openHub({ contextOf, announcements, onFailure });
  app.addHook('onClose', () => hub.close());
  app.decorateRequest('cable', null);
  await app.register(websocket, {
    options: {
      maxPayload: mostFrameBytes,
      perMessageDeflate: false,
      handleProtocols: (offered: Set<string>) => (offered.has(protocol) ? protocol : false),
    },
  });
  const admit = async (request: FastifyRequest) => {
    const token = tokenOf(request, cookie);
    refuseForeignSite(request, siteUrl, token?.isCookie ?? false);
    if (token?.isCookie && request.headers.origin === undefined) throw new Problem('foreign_origin');
    const person = token?.signIn ? await authenticate(contextOf(), token.signIn) : null;
    if (!person || !token?.signIn) throw new Problem('not_signed_in');
    request.cable = { person, signIn: token.signIn };
  };
  app.get('/cable', { websocket: true, onRequest: admit }, (socket, request) => {
    if (!request.cable) throw new Error('A socket was opened by nobody');
    const { person, signIn } = request.cable;
    serveSocket({
      socket,
      key: randomUUID(),
      person,
      hub,
      channels,
      contextOf,
      authenticate: () => authenticate(contextOf(), signIn),
      onFailure,
    });
  });
}
