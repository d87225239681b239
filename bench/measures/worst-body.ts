import { setTimeout } from 'node:timers/promises';
import { addBankPicture } from '@abhyas/contract/bank/bank-questions';
import type { Endpoint } from '@abhyas/contract/endpoint';
import { endpoints } from '@abhyas/contract/endpoints';
import { MOST_BODY_BYTES, type WorstBody, worstBodiesOf } from '@abhyas/server/testing/worst-bodies';
import { importRoster, previewRoster } from '@abhyas/contract/institute/people';
import { Client } from 'undici';
import { addInstitute } from '../institute.ts';
import type { RunDatabase } from '../run-database.ts';
import { processorSeconds } from '../server/processor-time.ts';
import { startServer } from '../server/start-server.ts';
import { alone, type Measure } from './measure.ts';

/** The slowest bodies of the first round are each sent ten times more, because processor time is measured in hundredths of a second. */
const slowest = 12;
const repeats = 10;

/** Owners of an institute, who may make every call of staff. */
const addOwners = (database: RunDatabase, code: string) =>
  database.use(async (opened) => {
    const { id, teachers } = await addInstitute(opened, code, 0);
    await opened.db.updateTable('memberships').set({ role: 'owner' }).where('institute_id', '=', id).execute();
    return teachers;
  });

/** Calls whose content is read in a thread: their cost is the time that other callers wait. */
const readAside: readonly Endpoint[] = [previewRoster, importRoster, addBankPicture];

/**
 * Sends bodies that are hard to parse to every call that takes a body; the figure is the most processor time that one of them costs the
 * server.
 */
export const worstBody: Measure = {
  name: 'worst_body',
  unit: 'ms',
  aim: { most: 50 },
  async measure({ database, testTakers, productServer }) {
    const owners = await addOwners(database, 'bench-worst-body');
    const server = await startServer(productServer, [], database);
    const client = new Client(server.address);
    let sent = 0;
    const send = async (path: string, { payload }: WorstBody, isOfStaff: boolean) => {
      // Callers take turns, so that none reaches a call limit.
      const callers = isOfStaff ? owners : testTakers.uploading;
      const { token = '' } = callers[sent++ % callers.length] ?? {};
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
      const { statusCode, body } = await client.request({ method: 'POST', path, headers, body: payload });
      await body.dump();
      if (statusCode >= 500) throw new Error(`${path} was answered with ${statusCode}`);
    };
    try {
      const pid = server.child.pid ?? 0;
      const posts = Object.values(endpoints).filter((endpoint) => endpoint.method === 'POST' && !readAside.includes(endpoint));
      let count = 0;
      let timed: { path: string; body: WorstBody; isOfStaff: boolean; ms: number }[] = [];
      for (const endpoint of posts) {
        const path = `/api${endpoint.path.replace('{id}', '1')}`;
        const isOfStaff = typeof endpoint.access === 'object';
        for (const body of worstBodiesOf(endpoint, MOST_BODY_BYTES)) {
          const began = performance.now();
          await send(path, body, isOfStaff);
          count += 1;
          // Keeping all bodies would take gigabytes.
          timed = [...timed, { path, body, isOfStaff, ms: performance.now() - began }].toSorted((a, b) => b.ms - a.ms).slice(0, slowest);
        }
      }
      let worst = { path: '', what: '', ms: 0 };
      for (const { path, body, isOfStaff } of timed) {
        const before = processorSeconds(pid) ?? 0;
        for (let round = 0; round < repeats; round += 1) await send(path, body, isOfStaff);
        const ms = (((processorSeconds(pid) ?? 0) - before) * 1000) / repeats;
        if (ms > worst.ms) worst = { path, what: body.what, ms };
      }
      process.stderr.write(`worst_body: ${count} bodies; the worst is ${worst.what} to ${worst.path}\n`);
      return alone(worst.ms);
    } finally {
      await client.close();
      await server.stop();
    }
  },
};

const restMs = 10;

/** The worst bodies of calls whose content a thread reads; the figure is the longest wait of another caller meanwhile. */
export const worstInThread: Measure = {
  name: 'worst_in_thread',
  unit: 'ms',
  aim: { most: 50 },
  async measure({ database, testTakers, productServer }) {
    const owners = await addOwners(database, 'bench-worst-in-thread');
    const server = await startServer(productServer, [], database);
    const [client, other] = [new Client(server.address), new Client(server.address)];
    const { token = '' } = testTakers.uploading[0] ?? {};
    let worst = { what: '', ms: 0 };
    try {
      // In the first round the code is not compiled yet, and the reader's thread has not started.
      for (const round of ['first', 'second']) {
        worst = { what: '', ms: 0 };
        const bodies = [previewRoster, addBankPicture].flatMap((endpoint) =>
          worstBodiesOf(endpoint, 2 * MOST_BODY_BYTES).map((body) => ({ ...body, path: endpoint.path })),
        );
        for (const [at, { path, what, payload }] of bodies.entries()) {
          const headers = { 'content-type': 'application/json', authorization: `Bearer ${owners[at % owners.length]?.token}` };
          let isRead = false;
          const reading = client
            .request({ method: 'POST', path: `/api${path}`, headers, body: payload })
            .then(({ body }) => body.dump())
            .finally(() => {
              isRead = true;
            });
          while (!isRead) {
            const began = performance.now();
            const { body } = await other.request({
              method: 'GET',
              path: '/api/invitations',
              headers: { authorization: `Bearer ${token}` },
            });
            await body.dump();
            const ms = performance.now() - began;
            if (ms > worst.ms) worst = { what: `${what} to ${path}`, ms };
            await setTimeout(restMs);
          }
          await reading;
        }
        process.stderr.write(`worst_in_thread: in the ${round} round ${worst.ms.toFixed(1)} ms, at ${worst.what}\n`);
      }
      return alone(worst.ms);
    } finally {
      await Promise.all([client.close(), other.close()]);
      await server.stop();
    }
  },
};
