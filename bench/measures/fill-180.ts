import { presets } from '@abhyas/exam/tests/presets';
import { addInstitute } from '../institute.ts';
import { addBank } from '../question-bank.ts';
import { startServer } from '../server/start-server.ts';
import { alone, type Measure, median } from './measure.ts';

const questions = 20_000;
const rounds = 5;

interface Draft {
  id: number;
  version: number;
  items: unknown[];
}

/** Seconds in which a draft of NEET gets its 180 questions from a bank of twenty thousand, as a teacher waits for them. */
export const fill180: Measure = {
  name: 'fill_180',
  unit: 's',
  aim: { most: 1 },
  measure: async ({ database, productServer }) => {
    const institute = await database.use(async (opened) => {
      await addBank(opened, questions);
      return addInstitute(opened, 'bench-papers', 0);
    });
    const { test_duration, sections } = presets.neet_2025;
    const plan = {
      exam: 'NEET',
      preset: 'neet_2025',
      test_duration,
      shares: [10, 25, 40, 20, 5],
      sections: sections.map(({ unattempted: _none, ...rules }) => ({ ...rules, chapters: [] })),
    };
    const server = await startServer(productServer, [], database);
    const headers = { authorization: `Bearer ${institute.teachers[0]?.token}`, 'content-type': 'application/json' };
    const call = async (path: string, body?: object): Promise<{ seconds: number; answer: Draft }> => {
      const began = performance.now();
      const answer = await fetch(`${server.address}/api/staff/paper_drafts${path}`, {
        headers,
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
      });
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
      return { answer: (await answer.json()) as Draft, seconds: (performance.now() - began) / 1000 };
    };
    try {
      const [fills, saves, offers]: [number[], number[], number[]] = [[], [], []];
      for (let round = 0; round < rounds; round += 1) {
        const name = `Round ${round}`;
        const { id } = (await call('/create', { name, plan })).answer;
        const filled = await call(`/${id}/fill`, { version: 1, name, plan, items: [] });
        const { version, items } = filled.answer;
        if (items.length !== 180) throw new Error(`The draft has ${items.length} questions`);
        fills.push(filled.seconds);
        saves.push((await call(`/${id}/save`, { version, name, plan, items })).seconds);
        offers.push((await call(`/${id}/offers?section=0&words=&page=0`)).seconds);
      }
      const ms = (seconds: number[]) => Math.round(median(seconds) * 1000);
      process.stderr.write(`Of 20,000 questions: a save ${ms(saves)} ms, a page of offers ${ms(offers)} ms\n`);
      return alone(median(fills));
    } finally {
      await server.stop();
    }
  },
};
