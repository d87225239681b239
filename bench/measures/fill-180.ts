import type { StaffContext } from '@abhyas/server/context';
import { createDraft, fillDraft, offeredQuestions, saveDraft } from '@abhyas/server/features/exam-office/paper-drafts/paper-drafts';
import { presets } from '@abhyas/exam/tests/presets';
import { addInstitute } from '../institute.ts';
import { addBank, chance } from '../question-bank.ts';
import { alone, type Measure, median } from './measure.ts';

const questions = 20_000;
const rounds = 5;

const secondsOf = async <T>(work: () => Promise<T>): Promise<{ seconds: number; answer: T }> => {
  const began = performance.now();
  const answer = await work();
  return { seconds: (performance.now() - began) / 1000, answer };
};

/** Seconds in which a draft of NEET gets its 180 questions from a bank of twenty thousand. */
export const fill180: Measure = {
  name: 'fill_180',
  unit: 's',
  aim: { most: 1 },
  measure: ({ database }) =>
    database.use(async (opened) => {
      await addBank(opened, questions);
      const { id: institute_id } = await addInstitute(opened, 'bench-papers', 0);
      const context: StaffContext = {
        db: opened.db,
        now: new Date(),
        random: chance(180),
        actor: { user_id: null, role: 'operator', institute_id, reason: 'Measured.' },
      };
      const { test_duration, sections } = presets.neet_2025;
      const plan = {
        exam: 'NEET' as const,
        preset: 'neet_2025' as const,
        test_duration,
        shares: [10, 25, 40, 20, 5],
        sections: sections.map(({ unattempted: _none, partial, ...rules }) => ({
          ...rules,
          partial: partial && [...partial],
          chapters: [],
        })),
      };
      const [fills, saves, offers]: [number[], number[], number[]] = [[], [], []];
      for (let round = 0; round < rounds; round += 1) {
        const name = `Round ${round}`;
        const { id } = await createDraft(context, name, plan);
        const filled = await secondsOf(() => fillDraft(context, id, { version: 1, name, plan, items: [] }));
        if (filled.answer.items.length !== 180) throw new Error(`The draft has ${filled.answer.items.length} questions`);
        fills.push(filled.seconds);
        const { version, items } = filled.answer;
        saves.push((await secondsOf(() => saveDraft(context, id, { version, name, plan, items }))).seconds);
        offers.push((await secondsOf(() => offeredQuestions(context, id, { section: 0, words: '', page: 0 }))).seconds);
      }
      const ms = (seconds: number[]) => Math.round(median(seconds) * 1000);
      process.stderr.write(`Of 20,000 questions: a save ${ms(saves)} ms, a page of offers ${ms(offers)} ms\n`);
      return alone(median(fills));
    }),
};
