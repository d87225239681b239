import type { Call } from '../load/load-job.ts';
import { startLoad } from '../load/load-process.ts';
import { addPractisedStudents, type PractisedStudents } from '../practised-students.ts';
import { fillSlowly } from '../ranked-papers.ts';
import { startServer } from '../server/start-server.ts';
import type { TestTaker } from '../test-takers.ts';
import type { Measure } from './measure.ts';

const calls = 1000;
const warmUpCalls = 60;
const clients = 4;
const home = '/student_app/get_student_home_data';

type ListCall = Pick<Call, 'path' | 'body'>;

/** Every list that grows with a student's activity, with the input of its nth call. */
const lists: Record<string, (at: number, of: PractisedStudents) => ListCall> = {
  home: () => ({ path: home, body: { type: 'home' } }),
  'daily plan': () => ({ path: '/student_app/get_daily_plan' }),
  chapter: (at, { chapters }) => ({ path: home, body: { type: 'chapter', id: chapters[at % chapters.length] } }),
  tests: () => ({ path: home, body: { type: 'mock' } }),
  bookmarks: (at) => ({ path: `/student_app/get_bookmarked_question?page=${1 + (at % 3)}` }),
  mistakes: (at) => ({ path: `/student_app/get_mistakes?page=${1 + (at % 3)}` }),
  progress: () => ({ path: '/student_app/get_my_progress_data' }),
};

/** The slowest list of students with 50,000 responses; the ratio is the largest of any list to the same list with 500. */
export const lists50000: Measure = {
  name: 'lists_50000',
  unit: 'ms (p99)',
  aim: { most: 20, mostRatio: 2 },
  measure: async ({ database, productServer }) => {
    const practised = await fillSlowly(database, addPractisedStudents);
    const server = await startServer(productServer, [], database);
    const load = startLoad();
    const timesOf = async (list: (typeof lists)[string], students: readonly TestTaker[]) => {
      const callsOf = (count: number) =>
        Array.from({ length: count }, (_none, at) => ({
          ...list(at, practised),
          token: (students[at % students.length] as TestTaker).token,
        }));
      await load.drive({ kind: 'calls', address: server.address, calls: callsOf(warmUpCalls), clients });
      const { p50, p99 } = await load.drive({ kind: 'calls', address: server.address, calls: callsOf(calls), clients });
      return { p50: p50 ?? Number.NaN, p99: p99 ?? Number.NaN };
    };
    try {
      const found: Record<'many' | 'few', { p50: number; p99: number }>[] = [];
      for (const [name, list] of Object.entries(lists)) {
        const one = { few: await timesOf(list, practised.few), many: await timesOf(list, practised.many) };
        const words = (times: { p50: number; p99: number }) => `p50 ${times.p50.toFixed(1)}, p99 ${times.p99.toFixed(1)} ms`;
        process.stderr.write(`${name}: ${words(one.many)}; with 500 responses ${words(one.few)}\n`);
        found.push(one);
      }
      const most = (valueOf: (one: (typeof found)[number]) => number) => Math.max(...found.map(valueOf));
      const value = most(({ many }) => many.p99);
      const beside = found.find(({ many }) => many.p99 === value)?.few.p99 ?? null;
      return { value, beside, ratio: most(({ many, few }) => many.p99 / few.p99), p50: most(({ many }) => many.p50), p99: value };
    } finally {
      load.stop();
      await server.stop();
    }
  },
};
