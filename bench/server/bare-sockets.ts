// The comparison for the live hub: sockets of the library alone, which are sent frames of the same sizes at the same times.
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';

const messageMs = 2000;
const pingMs = 3000;

const [bytes = '2000'] = process.argv.slice(2);
const message = Buffer.from('x'.repeat(Number(bytes)));
const ping = JSON.stringify({ type: 'ping', message: Math.floor(Date.now() / 1000) });
const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false });

setInterval(() => {
  for (const socket of server.clients) socket.send(message, { binary: false });
}, messageMs);
setInterval(() => {
  for (const socket of server.clients) {
    socket.ping();
    socket.send(ping, { binary: false });
  }
}, pingMs);
server.once('listening', () => process.send?.((server.address() as AddressInfo).port));
