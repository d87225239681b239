import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** Starts a process that sends each of its sockets a message of `messageBytes` bytes every two seconds. */
export async function startBareSockets(messageBytes: number): Promise<{ address: string; child: ChildProcess }> {
  const child = fork(join(import.meta.dirname, 'bare-sockets.ts'), [String(messageBytes)]);
  const [port] = (await once(child, 'message')) as [number];
  return { address: `http://127.0.0.1:${port}`, child };
}
