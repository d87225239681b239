import { addBank, chance } from '../question-bank.ts';
import { startServer } from '../server/start-server.ts';
import { alone, type Environment, type Measure } from './measure.ts';

const queries = 1000;
const recalled = 500;
const inPages = 20;
/** The least number of a question's words that are typed. */
const fewest = 4;
type Known = Awaited<ReturnType<typeof addBank>>;
let bank: Promise<Known> | undefined;
/** One bank for both measures of a run. */
const bankOf = ({ database }: Environment) => (bank ??= database.use((opened) => addBank(opened, 240_000)));

const wordsOf = (text: string) => (text.replaceAll(/\\\(.*?\\\)/gs, ' ').match(/[A-Za-z]{4,}/g) ?? []).map((word) => word.toLowerCase());

/** A word with one letter lost, doubled or swapped with the next. */
function mistyped(word: string, random: () => number): string {
  const at = 1 + Math.floor(random() * (word.length - 2));
  const kind = Math.floor(random() * 3);
  if (kind === 0) return word.slice(0, at) + word.slice(at + 1);
  if (kind === 1) return word.slice(0, at) + word.charAt(at) + word.slice(at);
  return word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2);
}

/**
 * Searches as people type them, in turn: a common word, a rare word, three words, the start of a word, a mistyped word, a formula, filters
 * alone.
 */
function queryOf(at: number, known: Known, random: () => number): Record<string, string> {
  const { text } = known[Math.floor(random() * known.length)] as Known[number];
  const words = wordsOf(text);
  const word = words[Math.floor(random() * words.length)] ?? 'velocity';
  const kinds: Record<string, string>[] = [
    { search_question_text: word },
    { search_question_text: words.find((one) => one.startsWith('z')) ?? word },
    { search_question_text: words.slice(2, 5).join(' ') },
    { search_question_text: word.slice(0, 4) },
    { search_question_text: mistyped(word, random) },
    { search_question_text: /\\\(.*?\\\)/s.exec(text)?.[0] ?? 'v=u+at' },
    { subject_id: String(1 + Math.floor(random() * 3)), ...(random() < 0.5 && { test_type_id: '1' }) },
  ];
  const asked = kinds[at % kinds.length] ?? {};
  return { ...asked, page: at % 10 === 9 ? '50' : '1' };
}

const percentile = (sorted: readonly number[], part: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;

async function ask(address: string, query: Record<string, string>): Promise<number[]> {
  const response = await fetch(`${address}/api/search/search_questions?${new URLSearchParams(query).toString()}`);
  if (!response.ok) throw new Error(`${JSON.stringify(query)}: ${response.status}`);
  const { data } = (await response.json()) as { data: { questions: { id: number }[] } };
  return data.questions.map(({ id }) => id);
}

/** Milliseconds of a search over 240,000 questions, one after another: the 99th percentile. */
export const search240000: Measure = {
  name: 'search_240000',
  unit: 'ms (p99)',
  aim: { most: 50 },
  measure: async (environment) => {
    const known = await bankOf(environment);
    const server = await startServer(environment.productServer, [], environment.database);
    try {
      const random = chance(11);
      const asked = Array.from({ length: queries }, (_none, at) => queryOf(at, known, random));
      for (const query of asked.slice(0, 50)) await ask(server.address, query);
      const times: number[] = [];
      for (const query of asked) {
        const began = performance.now();
        await ask(server.address, query);
        times.push(performance.now() - began);
      }
      const kinds = Array.from({ length: 7 }, (_none, kind) =>
        percentile(
          times.filter((_time, at) => at % 7 === kind).toSorted((a, b) => a - b),
          0.95,
        ),
      );
      process.stderr.write(`p95 by kind of query: ${kinds.map((time) => time.toFixed(0)).join(', ')} ms\n`);
      const sorted = times.toSorted((a, b) => a - b);
      const p99 = percentile(sorted, 0.99);
      return { ...alone(p99), p50: percentile(sorted, 0.5), p99 };
    } finally {
      await server.stop();
    }
  },
};

/** The number of 100 known questions that are on the first page when some of their words are typed, one of them mistyped. */
export const searchRecall: Measure = {
  name: 'search_recall',
  unit: '%',
  aim: { least: 95 },
  measure: async (environment) => {
    const known = await bankOf(environment);
    const server = await startServer(environment.productServer, [], environment.database);
    try {
      const random = chance(13);
      let found = 0;
      for (let at = 0; at < recalled; at += 1) {
        const { id, text } = known[Math.floor(random() * known.length)] as Known[number];
        const all = [...new Set(wordsOf(text))];
        const half = all.filter(() => random() < 0.5);
        const words = (half.length < fewest ? all : half).slice(0, 7);
        const place = Math.floor(random() * words.length);
        const typed = words.map((word, one) => (one === place ? mistyped(word, random) : word)).join(' ');
        if ((await ask(server.address, { search_question_text: typed })).slice(0, inPages).includes(id)) found += 1;
      }
      return alone((100 * found) / recalled);
    } finally {
      await server.stop();
    }
  },
};
