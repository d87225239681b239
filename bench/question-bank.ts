import type { OpenDatabase } from '@abhyas/server/database/open';
import { refreshSearchIndex } from '@abhyas/server/features/bank/search/search';

const questionsAtOnce = 4000;
const wordsAQuestion = 22;

/** A random source that repeats its numbers in every run (a linear congruential generator). */
export function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** The parts of generated questions: words as frequent as in the demo's questions, and the demo's formulas. */
interface Material {
  words: string[];
  formulas: string[];
  topics: number[];
}

async function readMaterial({ pool }: OpenDatabase): Promise<Material> {
  const { rows } = await pool.query<{ question_text: string }>('select question_text from questions order by id');
  const { rows: topics } = await pool.query<{ id: number }>('select id from topics order by id');
  const words: string[] = [];
  const formulas: string[] = [];
  for (const { question_text } of rows) {
    for (const [formula] of question_text.matchAll(/\\\(.{3,40}?\\\)/gs)) formulas.push(formula);
    words.push(...(question_text.replaceAll(/\\[([].*?\\[)\]]/gs, ' ').match(/[A-Za-z]{2,}/g) ?? []));
  }
  return { words, formulas, topics: topics.map(({ id }) => id) };
}

const syllables = ['ka', 'ra', 'vi', 'so', 'me', 'ti', 'lo', 'den', 'ax', 'pru', 'gon', 'ist', 'el', 'mar', 'ode', 'qui'];

/** A rare word, such as the name of a substance or a person; a lower draw gives a more frequent one. */
function rareWord(random: () => number): string {
  let number = Math.floor(20_000 * random() ** 3);
  let word = 'z';
  for (let at = 0; at < 4; at += 1) {
    word += syllables[number % syllables.length];
    number = Math.floor(number / syllables.length);
  }
  return word;
}

const drawn = <T>(from: readonly T[], random: () => number): T => from[Math.floor(random() * from.length)] as T;

function textOf({ words, formulas }: Material, random: () => number): string {
  const parts = Array.from({ length: wordsAQuestion }, () => drawn(words, random));
  parts[Math.floor(random() * wordsAQuestion)] = rareWord(random);
  if (random() < 0.5) parts.splice(8, 0, drawn(formulas, random));
  return `${parts.join(' ')}.`;
}

/** Adds generated questions to the demo's, fills the search tables, and returns some of the questions' texts. */
export async function addBank(database: OpenDatabase, questions: number): Promise<{ id: number; text: string }[]> {
  const material = await readMaterial(database);
  const random = chance(7);
  const kept: { id: number; text: string }[] = [];
  for (let first = 0; first < questions; first += questionsAtOnce) {
    const texts = Array.from({ length: questionsAtOnce }, () => textOf(material, random));
    const { rows } = await database.pool.query<{ id: number; question_text: string }>(
      `insert into questions (code, topic_id, question_type, complexity, question_text, option_1, option_2, option_3, option_4, accepted_answers,
         is_for_practice, rating, solution_text)
       select 'bench-search-' || ($2::int + place), ($3::bigint[])[1 + (place % cardinality($3::bigint[]))], 0, 3, text,
         place || ' m', place + 1 || ' m', place + 2 || ' m', place + 3 || ' m', '[1]', true, 1500, 'The explanation.'
       from unnest($1::text[]) with ordinality as given (text, place) returning id, question_text`,
      [texts, first, material.topics],
    );
    kept.push(...rows.slice(0, 20).map(({ id, question_text }) => ({ id: Number(id), text: question_text })));
  }
  const began = performance.now();
  await refreshSearchIndex({ db: database.db, now: new Date(), random });
  process.stderr.write(`Search entries of ${questions} questions: ${Math.round((performance.now() - began) / 1000)} s\n`);
  // One table at a time: no statement may take longer than 20 s.
  for (const table of ['questions', 'question_search', 'search_words', 'search_pending'])
    await database.pool.query(`vacuum analyze ${table}`);
  return kept;
}
