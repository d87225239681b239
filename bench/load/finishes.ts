import { uploadStudentResponses } from '@abhyas/contract/reports/uploads';
import type { TestTaker } from '../test-takers.ts';
import { Caller } from './caller.ts';
import type { LoadAnswer } from './load-job.ts';
import { timeLoops } from './timed.ts';

/** Students finish their tests, `connections` at once, each over a connection that is open already. */
export async function finishes(address: string, testTakers: readonly TestTaker[], connections: number): Promise<LoadAnswer> {
  const waiting = [...testTakers];
  const callers = Array.from({ length: connections }, () => new Caller(address, {}));
  const answer = await timeLoops(
    connections,
    () => waiting.length === 0,
    async (loop) => {
      const taker = waiting.pop();
      const caller = callers[loop];
      if (!taker || !caller) return;
      caller.signIn(taker.token);
      const upload = {
        session_id: taker.session_id,
        writer: 1,
        session_time_spent: 9000,
        current_index: 0,
        responses: '[]',
        isFinishTest: true,
      };
      await caller.send(uploadStudentResponses, upload);
    },
  );
  await Promise.all(callers.map((caller) => caller.close()));
  return answer;
}
