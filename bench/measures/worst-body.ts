import { endpoints } from '@abhyas/contract/endpoints';
import { MOST_BODY_BYTES, type WorstBody, worstBodiesOf } from '@abhyas/server/testing/worst-bodies';
import { Client } from 'undici';
import { processorSeconds } from '../server/processor-time.ts';
import { startServer } from '../server/start-server.ts';
import { alone, type Measure } from './measure.ts';

/** The slowest bodies of the first round; each is sent again as often, since processor time is measured in hundredths of a second. */
const slowest = 12;
const repeats = 10;

/** Bodies that try whoever reads them, to every call that takes one; the most processor time of the server that one of them costs. */
export const worstBody: Measure = {
  name: 'worst_body',
  unit: 'ms',
  aim: { most: 50 },
  async measure({ database, testTakers, productServer }) {
    const server = await startServer(productServer, [], database);
    const client = new Client(server.address);
    let sent = 0;
    const send = async (path: string, { payload }: WorstBody) => {
      // Students take turns, so that nobody's budget of calls runs out.
      const { token = '' } = testTakers.uploading[sent++ % testTakers.uploading.length] ?? {};
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
      const { statusCode, body } = await client.request({ method: 'POST', path, headers, body: payload });
      await body.dump();
      if (statusCode >= 500) throw new Error(`${path} was answered with ${statusCode}`);
    };
    try {
      const pid = server.child.pid ?? 0;
      const posts = Object.values(endpoints).filter(({ method }) => method === 'POST');
      const timed: { path: string; body: WorstBody; ms: number }[] = [];
      for (const endpoint of posts) {
        const path = `/api${endpoint.path.replace('{id}', '1')}`;
        for (const body of worstBodiesOf(endpoint, MOST_BODY_BYTES)) {
          const began = performance.now();
          await send(path, body);
          timed.push({ path, body, ms: performance.now() - began });
        }
      }
      let worst = { path: '', what: '', ms: 0 };
      for (const { path, body } of timed.toSorted((a, b) => b.ms - a.ms).slice(0, slowest)) {
        const before = processorSeconds(pid) ?? 0;
        for (let round = 0; round < repeats; round += 1) await send(path, body);
        const ms = (((processorSeconds(pid) ?? 0) - before) * 1000) / repeats;
        if (ms > worst.ms) worst = { path, what: body.what, ms };
      }
      process.stderr.write(`worst_body: ${timed.length} bodies; the worst is ${worst.what} to ${worst.path}\n`);
      return alone(worst.ms);
    } finally {
      await client.close();
      await server.stop();
    }
  },
};
