import type { LiveSocket } from '@abhyas/web/platform/live-socket';
import { WebSocket } from 'ws';

const protocol = 'actioncable-v1-json';
type Hear = (event: { data?: unknown }) => void;
type EventType = 'open' | 'message' | 'close';

/** A socket through a network that may be cut. A silent cut reports nothing to the page: no frame and no close. */
export class Line implements LiveSocket {
  readonly #socket: WebSocket | null;
  readonly #hearing: Record<EventType, Hear[]> = { open: [], message: [], close: [] };
  #isDeaf = false;

  constructor(address: string, token: string, cut: { isSilent: boolean } | undefined) {
    this.#socket = cut
      ? null
      : new WebSocket(`${address.replace('http', 'ws')}/api/cable`, protocol, { headers: { authorization: `Bearer ${token}` } });
    this.#isDeaf = cut?.isSilent ?? false;
    if (cut && !cut.isSilent) queueMicrotask(() => this.#tell('close'));
    const socket = this.#socket;
    if (!socket) return;
    socket.on('open', () => this.#tell('open'));
    socket.on('message', (data: Buffer) => this.#tell('message', data.toString()));
    socket.on('close', () => this.#tell('close'));
    // A refused connection reports an error before it closes.
    socket.on('error', () => undefined);
  }

  #tell(type: EventType, data?: string): void {
    if (!this.#isDeaf) for (const hear of this.#hearing[type]) hear({ data });
  }

  get readyState(): number {
    return this.#socket?.readyState ?? WebSocket.CONNECTING;
  }

  send(text: string): void {
    this.#socket?.send(text);
  }

  close(): void {
    this.#socket?.terminate();
  }

  addEventListener(type: EventType, hear: Hear): void {
    this.#hearing[type].push(hear);
  }

  cut(isSilent: boolean): void {
    this.#isDeaf = isSilent;
    this.#socket?.terminate();
  }
}
