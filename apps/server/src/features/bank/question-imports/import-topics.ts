import { MOST_IMPORT_TOPICS } from '@abhyas/contract/bank/question-imports';
import type { StaffContext } from '../../../context.ts';
import * as store from './question-imports.store.ts';

const wordsOf = (name: string): Set<string> =>
  new Set(
    name
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      // A plural and its singular are one word.
      .map((word) => (word.length > 3 ? word.replace(/s$/, '') : word))
      .filter((word) => word !== '' && !['and', 'the', 'of', 'in', 'a', 'an', 'its', 'their', 'with'].includes(word)),
  );

const leastLikeness = 0.4;

/** Finds topics by names in a file's own words: by code or name, else the most similar one, whose chapter counts too. */
export function openTopicNames(topics: readonly store.KnownTopic[]) {
  const byCode = new Map(topics.map(({ code, id }) => [code, id]));
  const plain = (name: string) => [...wordsOf(name)].toSorted().join(' ');
  const byName = new Map<string, number | null>();
  for (const { name, chapter_name, id } of topics)
    for (const key of [plain(name), plain(`${chapter_name} ${name}`)])
      byName.set(key, byName.has(key) && byName.get(key) !== id ? null : id);
  // Each topic counts twice, by its own name and with its chapter's. Words lead to the names that have them.
  const known = topics.flatMap(({ id, name, chapter_name }) =>
    [name, `${chapter_name} ${name}`].map((words) => ({ id, words: wordsOf(words) })),
  );
  const byWord = new Map<string, number[]>();
  for (const [at, { words }] of known.entries()) for (const word of words) byWord.set(word, [...(byWord.get(word) ?? []), at]);
  return {
    /** The topic whose code or full name this is; null if there is none or several. */
    exact: (name: string): number | null => byCode.get(name) ?? byName.get(plain(name)) ?? null,
    /** The topic with the most similar name; null if none is similar. */
    similar: (name: string): number | null => {
      const words = wordsOf(name);
      const common = new Map<number, number>();
      for (const word of words) for (const at of byWord.get(word) ?? []) common.set(at, (common.get(at) ?? 0) + 1);
      let best: { id: number; value: number } | null = null;
      for (const [at, count] of common) {
        const topic = known[at];
        // Dice's coefficient: how much of the two names is common, from 0 to 1.
        const value = topic ? (2 * count) / (words.size + topic.words.size) : 0;
        if (topic && value >= leastLikeness && value > (best?.value ?? 0)) best = { id: topic.id, value };
      }
      return best?.id ?? null;
    },
  };
}

/** Sets the topics of rows whose names the institute mapped before, or which are a topic's code or name. */
export async function mapKnownTopics(context: StaffContext, import_id: number): Promise<void> {
  const named = (await store.findNamedTopics(context, import_id, MOST_IMPORT_TOPICS)).map(({ name }) => name).filter((name) => name !== '');
  const remembered = await store.findRemembered(context, named);
  const names = openTopicNames(await store.findTopics(context));
  const found = named.flatMap((name) => {
    const topic_id = remembered.get(name) ?? names.exact(name);
    return topic_id === null ? [] : [{ name, topic_id }];
  });
  if (found.length > 0) await store.setTopics(context, import_id, found, { onlyEmpty: true });
}
