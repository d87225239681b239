import { QUIZ_CHANNEL } from '@abhyas/contract/classes/live-quiz';
import type { HeardAnswer, LoadJob } from '../load/load-job.ts';
import { startLoad } from '../load/load-process.ts';
import { addLiveClass, typedQuestion } from '../live-class.ts';
import { processorSeconds } from '../server/processor-time.ts';
import { startBareSockets } from '../server/start-bare-sockets.ts';
import { startTwoServers } from '../server/start-server.ts';
import type { Measure } from './measure.ts';

const subscribers = 1000;
const seconds = 60;
const warmUpSeconds = 8;
/** A newly started server still loads code and connections. */
const settlingSeconds = 5;
const idleFor = 15;

/**
 * A thousand pages at two servers, half at each, while the teacher locks and unlocks a question every two seconds. The comparison: as many
 * sockets of the library alone, which are sent the same frames; the ratio compares frames per processor second.
 */
export const liveQuiz1000: Measure = {
  name: 'live_quiz_1000',
  unit: 'ms (p99)',
  aim: { most: 300, leastRatio: 0.6 },
  measure: async ({ database, productServer }) => {
    const live = await database.use((opened) => addLiveClass(opened, 'bench-quiz', subscribers, [typedQuestion]));
    const { institute_id, meeting_id, quiz_id, question_ids, teacher, students } = live;
    const identifier = JSON.stringify({ channel: QUIZ_CHANNEL, institute_id, meeting_id, quiz_id, number: 0 });
    const servers = await startTwoServers(productServer, database);
    const load = startLoad();
    const pagesAt = (addresses: readonly string[]) =>
      students.map(({ token }, at) => ({ address: addresses[at % addresses.length] ?? '', token }));
    const used = (pids: readonly (number | undefined)[]) =>
      pids.reduce<number>((sum, pid) => sum + (processorSeconds(pid ?? 0) ?? Number.NaN), 0);
    /** The frames that the pages receive, and the frames per processor second, without the seconds that the senders use when idle. */
    async function hearFrom(job: Extract<LoadJob, { kind: 'listen' }>, pids: readonly (number | undefined)[], anywayASecond: number) {
      const before = used(pids);
      const answer = await load.drive<HeardAnswer>(job);
      return { ...answer, perProcessorSecond: answer.count / (used(pids) - before - anywayASecond * answer.seconds) };
    }
    const bare: Awaited<ReturnType<typeof startBareSockets>>[] = [];
    try {
      const pids = servers.map(({ child }) => child.pid);
      await load.drive({ kind: 'listen', seconds: settlingSeconds });
      const before = used(pids);
      const { seconds: idleSeconds } = await load.drive({ kind: 'listen', seconds: idleFor });
      const anywayASecond = (used(pids) - before) / idleSeconds;
      await load.drive({ kind: 'open_pages', pages: pagesAt(servers.map(({ address }) => address)), identifier });
      const acts = { address: servers[0].address, meeting_id, question_id: question_ids[0] ?? 0, token: teacher.token };
      await load.drive({ kind: 'listen', seconds: warmUpSeconds, acts: { ...acts, number: 0 } });
      const own = await hearFrom({ kind: 'listen', seconds, acts: { ...acts, number: warmUpSeconds / 2 } }, pids, anywayASecond);
      bare.push(await startBareSockets(own.messageBytes), await startBareSockets(own.messageBytes));
      await load.drive({ kind: 'open_pages', pages: pagesAt(bare.map((one) => one.address)), identifier: null });
      const beside = await hearFrom(
        { kind: 'listen', seconds },
        bare.map(({ child }) => child.pid),
        0,
      );
      process.stderr.write(
        `A message of ${own.messageBytes} bytes; ${own.perProcessorSecond.toFixed(0)} frames a processor second, bare ${beside.perProcessorSecond.toFixed(0)}\n`,
      );
      const { p50, p99 } = own;
      return { value: p99 ?? Number.NaN, beside: null, ratio: own.perProcessorSecond / beside.perProcessorSecond, p50, p99 };
    } finally {
      load.stop();
      for (const { child } of bare) child.kill();
      for (const server of servers) await server.stop();
    }
  },
};
