// Contents: how many connections a process takes · who is a proxy · the server that counts them · what ends one
import { createServer, type ServerOptions } from 'node:http';
import { BlockList, isIP, isIPv4, type Socket } from 'node:net';
import { Problem } from '@abhyas/contract/problem';
import type { FastifyInstance, FastifyServerFactory } from 'fastify';
import { holderOfAddress } from '../budgets/budgets.ts';

export interface ConnectionLimits {
  /** Files and sockets that the process may have open; null where the system does not say. */
  descriptors: number | null;
  /** Connections at once, of everybody. */
  most: number;
  /** Of one address. */
  ofAddress: number;
}

/** An institute of 2,000 students behind one address, each with a connection for calls and a live socket. */
export const connectionsOfHall = 4000;
/** Above it memory ends before descriptors do. */
const mostConnections = 20_000;
const minuteMs = 60_000;

/** The limit of open files, as the system has set it for this process. */
export function readDescriptorLimit(): number | null {
  // Names of connected hosts would be asked of the network.
  Object.assign(process.report, { excludeNetwork: true });
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft?: unknown } } };
  const limit = Number(userLimits?.open_files?.soft);
  return Number.isSafeInteger(limit) ? limit : null;
}

/**
 * A call may hold a file open beside its connection, so connections take half of what the process may open. One address never has more than
 * three quarters of them.
 */
export function connectionLimits(descriptors: number | null): ConnectionLimits {
  const most = Math.min(mostConnections, descriptors === null ? mostConnections : Math.floor(descriptors / 2));
  return { descriptors, most, ofAddress: Math.min(connectionsOfHall, Math.floor((most * 3) / 4)) };
}

/** Whether a connection comes from a proxy, as `TRUST_PROXY` has it: so many in front, or these addresses. */
export function proxiesOf(trusted: number | readonly string[] | false): (address: string) => boolean {
  if (trusted === false || typeof trusted === 'number') return () => trusted !== false;
  const proxies = new BlockList();
  for (const one of trusted) {
    const [address = '', bits] = one.split('/');
    const family = isIPv4(address) ? 'ipv4' : 'ipv6';
    proxies.addSubnet(address, Number(bits ?? (family === 'ipv4' ? 32 : 128)), family);
  }
  return (zoned) => {
    const [address = ''] = zoned.split('%');
    return isIP(address) > 0 && proxies.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');
  };
}

/** How much each address holds at the moment. */
export class HeldByAddress {
  readonly #held = new Map<string, number>();
  readonly #most: number;
  constructor(most: number) {
    this.#most = most;
  }

  /** False where the address holds as much as it may. */
  take(holder: string): boolean {
    const held = this.#held.get(holder) ?? 0;
    if (held >= this.#most) return false;
    this.#held.set(holder, held + 1);
    return true;
  }

  release(holder: string): void {
    const held = this.#held.get(holder) ?? 0;
    if (held <= 1) this.#held.delete(holder);
    else this.#held.set(holder, held - 1);
  }
}

/** What Fastify hands on of its settings. */
interface ServerSettings {
  http: ServerOptions;
  keepAliveTimeout: number;
  requestTimeout: number;
  connectionTimeout: number;
}

export interface Connections {
  serverFactory: FastifyServerFactory;
  /** Counts what comes through a proxy by the address that the proxy names, and closes what was answered in place of an upgrade. */
  addHooks(app: FastifyInstance): void;
}

/**
 * Closes connections above the limits before a byte of them is read. Those of a proxy count by address only once they bring a call, for which the
 * proxy names whom it is for. `warn` hears, once a minute at most, how many were closed.
 */
export function limitConnections(
  { most, ofAddress }: ConnectionLimits,
  isProxy: (address: string) => boolean,
  warn: (details: object, words: string) => void,
): Connections {
  const held = new HeldByAddress(ofAddress);
  let open = 0;
  let refused = 0;
  let notedAt = Number.NEGATIVE_INFINITY;
  const refuse = (socket: Socket) => {
    socket.destroy();
    refused += 1;
    const now = performance.now();
    if (now - notedAt < minuteMs) return;
    notedAt = now;
    warn({ refused, most, ofAddress }, 'connections refused');
    refused = 0;
  };
  const admit = (socket: Socket) => {
    // One that is gone already names no address.
    const address = socket.remoteAddress ?? '';
    const holder = isProxy(address) ? null : holderOfAddress(address);
    if (open >= most || (holder !== null && !held.take(holder))) return refuse(socket);
    open += 1;
    socket.once('close', () => {
      open -= 1;
      if (holder !== null) held.release(holder);
    });
  };
  return {
    serverFactory: (handler, options) => {
      const { http, keepAliveTimeout, requestTimeout, connectionTimeout } = options as unknown as ServerSettings;
      const server = createServer(http, handler);
      Object.assign(server, { keepAliveTimeout, requestTimeout });
      server.setTimeout(connectionTimeout);
      // A connection that could not be accepted is one less; unheard, it would end the process.
      server.on('error', (error) => warn({ err: error }, 'connections'));
      server.on('connection', admit);
      return server;
    },
    addHooks: (app) => {
      app.addHook('onRequest', (request, reply, done) => {
        if (!isProxy(request.socket.remoteAddress ?? '')) return done();
        const holder = holderOfAddress(request.ip);
        if (!held.take(holder)) return done(new Problem('too_many_requests'));
        reply.raw.once('close', () => held.release(holder));
        return done();
      });
      // Node leaves a connection that asked for an upgrade to whoever answers it, with none of its timeouts.
      app.addHook('onResponse', (request, _reply, done) => {
        if ((request.raw as { upgrade?: boolean }).upgrade) request.socket.destroySoon();
        done();
      });
    },
  };
}
