import { type Blueprint, byUse, chapterWeights, fitsSection, type PoolQuestion, Taken, wholePassages } from './blueprint.ts';

interface SwapInput extends Blueprint {
  pool: readonly PoolQuestion[];
  /** The ids of the present paper, by section. */
  paper: readonly (readonly number[])[];
  section: number;
  question_id: number;
  /** Questions that were offered before and replaced by another. */
  passed: ReadonlySet<number>;
  seed: number;
}

/** How much a question differs from the replaced one: another chapter counts more than another level. */
const distance = (one: PoolQuestion, old: PoolQuestion) => (one.chapter_id === old.chapter_id ? 0 : 10) + Math.abs(one.level - old.level);

/**
 * The section's ids after a question is replaced by the next best one: of the same chapter and level if possible, otherwise of the nearest
 * level, otherwise of another chapter; among equals the one used longest ago. A passage is replaced by another one of the same length.
 * Null if the pool has no replacement.
 */
export function swapQuestion({ sections, pool, paper, section, question_id, passed, seed }: SwapInput): number[] | null {
  const [plan, held] = [sections[section], paper[section]];
  const byId = new Map(pool.map((question) => [question.id, question]));
  const old = byId.get(question_id);
  if (!plan || !held?.includes(question_id) || !old) return null;
  const { passage } = old;
  const isReplaced = (id: number) => id === question_id || (passage !== null && byId.get(id)?.passage?.id === passage.id);
  const taken = new Taken();
  for (const id of paper.flat()) {
    const question = byId.get(id);
    if (question) taken.add(question);
  }
  const weights = chapterWeights(plan, pool);
  const fitting = pool.filter(
    (question) => fitsSection(plan, question) && !passed.has(question.id) && (weights.get(question.chapter_id) ?? 0) > 0,
  );
  const length = held.filter(isReplaced).length;
  const units = passage
    ? wholePassages(fitting).filter((unit) => unit.length === length)
    : fitting.filter((question) => question.passage === null).map((question) => [question]);
  const order = byUse(seed);
  const best = units
    .filter((unit) => unit.every(taken.admits))
    .flatMap((unit) => (unit[0] ? [{ unit, first: unit[0], far: distance(unit[0], old) }] : []))
    .reduce<{ unit: PoolQuestion[]; first: PoolQuestion; far: number } | null>(
      (least, one) => (least === null || (one.far - least.far || order(one.first, least.first)) < 0 ? one : least),
      null,
    );
  if (!best) return null;
  const at = held.findIndex(isReplaced);
  const rest = held.filter((id) => !isReplaced(id));
  return rest.toSpliced(at, 0, ...best.unit.map(({ id }) => id));
}
