// Contents: the pool and the plan · shares in whole numbers · chapters and levels of a section · passages · keys · filling a paper
import type { QuestionType } from '../bank/question.ts';

/** A question with which a paper may be filled. The caller leaves out withheld and retired questions, and questions off the syllabus. */
export interface PoolQuestion {
  id: number;
  subject_id: number;
  chapter_id: number;
  /** 1 (easy) to 5 (hard). */
  level: number;
  question_type: QuestionType;
  /** The only right option; null for a question with several keys, several right options, or a number. */
  key: number | null;
  /** Whether it can be answered with a whole number; true for every form without numbers. */
  has_whole_key: boolean;
  /** The passage, with the number of the bank's questions on it. */
  passage: { id: number; size: number } | null;
  /** When the institute last asked it, in ms; null if never. */
  last_used: number | null;
  /** Questions with the same value differ at most in their numbers; null if no other question is similar. */
  likeness: string | null;
}

/** A section to fill. Without chapters, all chapters of the subject have equal weights. */
export interface SectionPlan {
  subject_id: number;
  question_type: QuestionType;
  question_count: number;
  /** Whether numerical answers must be whole numbers. */
  integer: boolean;
  chapters: readonly { chapter_id: number; weight: number }[];
}

export interface Blueprint {
  sections: readonly SectionPlan[];
  /** Weights of the levels 1 to 5. */
  shares: readonly number[];
}

/** A question that keeps its position in its section. */
export interface KeptQuestion {
  section: number;
  place: number;
  question_id: number;
}

export interface FillInput extends Blueprint {
  pool: readonly PoolQuestion[];
  kept: readonly KeptQuestion[];
  /** Questions that may not be taken, unless they are kept. */
  excluded: ReadonlySet<number>;
  /** The same seed and the same input give the same paper. */
  seed: number;
}

export const levels = [1, 2, 3, 4, 5] as const;
/** The share of each key among questions with four options, in percent. */
export const keyShares = { least: 15, most: 35 };
/** By how many of 100 questions the levels of a section may differ from the plan. */
export const LEVEL_TOLERANCE = 10;
/** With fewer keys the balance is neither checked nor corrected. */
const leastKeys = 8;

/** Divides `total` in proportion to the weights by the largest remainders, and the first of equal ones; a weight of zero gets nothing. */
export function apportion(total: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0);
  if (sum === 0) return weights.map(() => 0);
  const exact = weights.map((weight) => (total * weight) / sum);
  const shares = exact.map(Math.floor);
  const rest = total - shares.reduce((all, share) => all + share, 0);
  const byRemainder = exact.map((value, at) => ({ at, remainder: value - Math.floor(value) })).filter(({ at }) => weights[at] !== 0);
  byRemainder.sort((a, b) => b.remainder - a.remainder || a.at - b.at);
  for (const { at } of byRemainder.slice(0, rest)) shares[at] = (shares[at] ?? 0) + 1;
  return shares;
}

/** A number by which to sort in an order that looks random, and is the same for the same seed. */
export function placeOf(id: number, seed: number): number {
  let mixed = (id ^ Math.imul(seed, 0x9e3779b1)) | 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/** The weight of each chapter of a section, in the plan's order or, if the plan names none, in the pool's. */
export function chapterWeights({ subject_id, chapters }: SectionPlan, pool: readonly PoolQuestion[]): Map<number, number> {
  if (chapters.length > 0) return new Map(chapters.map(({ chapter_id, weight }) => [chapter_id, weight]));
  return new Map(pool.filter((question) => question.subject_id === subject_id).map(({ chapter_id }) => [chapter_id, 1]));
}

/** Whether the section may contain the question, regardless of the other questions in the paper. */
export const fitsSection = ({ subject_id, question_type, integer }: SectionPlan, question: PoolQuestion): boolean =>
  question.subject_id === subject_id && question.question_type === question_type && (!integer || question.has_whole_key);

/** The questions that the paper has so far. */
export class Taken {
  readonly ids = new Set<number>();
  readonly keys = [0, 0, 0, 0];
  private readonly likenesses = new Map<string, number>();
  add = (question: PoolQuestion) => this.count(question, 1);
  remove = (question: PoolQuestion) => this.count(question, -1);
  /** Whether the paper has neither this question nor one that differs only in its numbers. */
  admits = ({ id, likeness }: PoolQuestion) => !this.ids.has(id) && (likeness === null || (this.likenesses.get(likeness) ?? 0) === 0);
  keyed = () => this.keys.reduce((sum, count) => sum + count, 0);

  private count({ id, key, likeness }: PoolQuestion, by: 1 | -1): void {
    if (by === 1) this.ids.add(id);
    else this.ids.delete(id);
    if (key !== null) this.keys[key - 1] = (this.keys[key - 1] ?? 0) + by;
    if (likeness !== null) this.likenesses.set(likeness, (this.likenesses.get(likeness) ?? 0) + by);
  }
}

/** Sorts the least recently used first, and equal ones by the seed. */
export const byUse =
  (seed: number) =>
  (a: PoolQuestion, b: PoolQuestion): number =>
    (a.last_used ?? -1) - (b.last_used ?? -1) || placeOf(a.id, seed) - placeOf(b.id, seed);

/** Passages with all their questions in the pool, each as one unit. Part of a passage would reveal the rest. */
export function wholePassages(pool: Iterable<PoolQuestion>): PoolQuestion[][] {
  const byPassage = new Map<number, PoolQuestion[]>();
  for (const question of pool)
    if (question.passage !== null) byPassage.set(question.passage.id, [...(byPassage.get(question.passage.id) ?? []), question]);
  return [...byPassage.values()]
    .filter((unit) => unit.length === unit[0]?.passage?.size)
    .map((unit) => unit.toSorted((a, b) => a.id - b.id));
}

/** Counts of questions by chapter (row) and level (column): the available ones, and those to take. */
interface Grid {
  available: number[][];
  chosen: number[][];
}

/**
 * Adds one question of the chapter at any level that has room. If no level has room, another chapter gives up a question of that level for
 * a question of another level.
 */
function addOne({ available, chosen }: Grid, row: number, room: number[], seen: Set<number>): boolean {
  seen.add(row);
  for (const level of room.keys()) {
    if ((chosen[row]?.[level] ?? 0) >= (available[row]?.[level] ?? 0)) continue;
    if ((room[level] ?? 0) > 0) {
      room[level] = (room[level] ?? 0) - 1;
      change(chosen, row, level, 1);
      return true;
    }
  }
  for (const level of room.keys()) {
    if ((chosen[row]?.[level] ?? 0) >= (available[row]?.[level] ?? 0)) continue;
    for (const other of chosen.keys()) {
      if (seen.has(other) || (chosen[other]?.[level] ?? 0) === 0 || !addOne({ available, chosen }, other, room, seen)) continue;
      change(chosen, other, level, -1);
      change(chosen, row, level, 1);
      return true;
    }
  }
  return false;
}

function change(counts: number[][], row: number, level: number, by: number): void {
  const line = counts[row];
  if (line) line[level] = (line[level] ?? 0) + by;
}

/**
 * Chooses counts by chapter and level: first as planned, then within the tolerance of the levels, then at any level, then in any chapter.
 * `wanted` is the number of missing questions of each chapter and level; a negative number means that there are too many.
 */
function chooseNumbers(available: number[][], wanted: { chapters: number[]; levels: number[] }, need: number, count: number): number[][] {
  const chosen = available.map((row) => row.map(() => 0));
  const chapters = wanted.chapters.map((missing) => Math.max(0, missing));
  const room = wanted.levels.map((missing) => Math.max(0, missing));
  const tolerance = Math.floor((count * LEVEL_TOLERANCE) / 100);
  let left = need;
  const add = () => {
    for (let isMoving = true; isMoving && left > 0; ) {
      isMoving = false;
      for (const row of chapters.keys()) {
        if (left === 0 || (chapters[row] ?? 0) === 0 || !addOne({ available, chosen }, row, room, new Set())) continue;
        chapters[row] = (chapters[row] ?? 0) - 1;
        left -= 1;
        isMoving = true;
      }
    }
  };
  add();
  for (const level of room.keys()) room[level] = Math.max(0, (room[level] ?? 0) + tolerance + Math.min(0, wanted.levels[level] ?? 0));
  add();
  room.fill(count);
  add();
  chapters.fill(count);
  add();
  return chosen;
}

/** The best question of a cell: of those used longest ago, the one with the key that is rarest in the paper. Removes it from the cell. */
function takeBest(cell: PoolQuestion[], taken: Taken): PoolQuestion | undefined {
  let best: { at: number; keys: number } | null = null;
  let first: PoolQuestion | null = null;
  for (const [at, question] of cell.entries()) {
    if (!taken.admits(question)) continue;
    first ??= question;
    if (question.last_used !== first.last_used) break;
    const keys = question.key === null ? 0 : (taken.keys[question.key - 1] ?? 0);
    if (best === null || keys < best.keys) best = { at, keys };
  }
  return best === null ? undefined : cell.splice(best.at, 1)[0];
}

interface OpenSection {
  plan: SectionPlan;
  weights: Map<number, number>;
  singles: PoolQuestion[];
  passages: PoolQuestion[][];
  kept: PoolQuestion[];
  added: PoolQuestion[][];
}

const countOf = ({ kept, added }: OpenSection) => kept.length + added.reduce((sum, unit) => sum + unit.length, 0);

/** The counts of missing questions by chapter and level. */
function missingOf({ plan, weights, kept, added }: OpenSection, shares: readonly number[]) {
  const held = [...kept, ...added.flat()];
  const rows = [...weights.keys()];
  const chapters = apportion(plan.question_count, [...weights.values()]);
  return {
    chapters: chapters.map((count, at) => count - held.filter(({ chapter_id }) => chapter_id === rows[at]).length),
    levels: apportion(plan.question_count, shares).map((count, at) => count - held.filter(({ level }) => level === at + 1).length),
  };
}

function addSingles(section: OpenSection, shares: readonly number[], taken: Taken): void {
  const rows = [...section.weights].filter(([, weight]) => weight > 0).map(([chapter_id]) => chapter_id);
  const cells = rows.map((): PoolQuestion[][] => levels.map(() => []));
  const rowOf = new Map(rows.map((chapter_id, at) => [chapter_id, at]));
  for (const question of section.singles) cells[rowOf.get(question.chapter_id) ?? -1]?.[question.level - 1]?.push(question);
  for (;;) {
    const need = section.plan.question_count - countOf(section);
    const available = cells.map((row) => row.map((cell) => cell.filter(taken.admits).length));
    const missing = missingOf(section, shares);
    const chapters = [...section.weights.keys()].flatMap((id, at) => (rowOf.has(id) ? [missing.chapters[at] ?? 0] : []));
    const numbers = chooseNumbers(available, { chapters, levels: missing.levels }, need, section.plan.question_count);
    let added = 0;
    for (const [row, counts] of numbers.entries())
      for (const [level, count] of counts.entries())
        for (let nth = 0; nth < count; nth += 1) {
          const question = takeBest(cells[row]?.[level] ?? [], taken);
          if (!question) break;
          taken.add(question);
          section.added.push([question]);
          added += 1;
        }
    // Similar questions were counted separately, but only one is taken: the rest is chosen again.
    if (added === 0 || added === need) return;
  }
}

/** The largest sum of these passage lengths that does not exceed `limit`. */
function mostOf(lengths: readonly number[], limit: number): number {
  const isReached = Array.from({ length: limit + 1 }, (_none, sum) => sum === 0);
  for (const length of lengths) for (let sum = limit; sum >= length; sum -= 1) if (isReached[sum - length]) isReached[sum] = true;
  return isReached.lastIndexOf(true);
}

/**
 * Adds whole passages, for sections on passages or if single questions are too few. Among passages that still let the section become as full
 * as possible, the chapter with the most missing questions comes first.
 */
function addPassages(section: OpenSection, taken: Taken, order: (a: PoolQuestion, b: PoolQuestion) => number): void {
  const units = section.passages.filter((unit) => unit.every(({ chapter_id }) => (section.weights.get(chapter_id) ?? 0) > 0));
  for (;;) {
    const free = units.filter((unit) => unit.every(taken.admits));
    const lengths = free.map((unit) => unit.length);
    const most = mostOf(lengths, section.plan.question_count - countOf(section));
    if (most <= 0) return;
    const isGood = new Map(
      [...new Set(lengths)].map((length) => [
        length,
        mostOf(lengths.toSpliced(lengths.indexOf(length), 1), most - length) === most - length,
      ]),
    );
    const missing = missingOf(section, []).chapters;
    const lacks = new Map([...section.weights.keys()].map((id, at) => [id, missing[at] ?? 0]));
    const lackOf = ([first]: PoolQuestion[]) => (first ? (lacks.get(first.chapter_id) ?? 0) : 0);
    const [best] = free
      .filter(({ length }) => length <= most && isGood.get(length))
      .sort((a, b) => lackOf(b) - lackOf(a) || (a[0] && b[0] ? order(a[0], b[0]) : 0));
    if (!best) return;
    for (const question of best) taken.add(question);
    section.added.push(best);
  }
}

/** Exchanges single questions with a frequent key for questions of the same chapter and level with a rare key, as long as that helps. */
function balanceKeys(sections: readonly OpenSection[], taken: Taken): void {
  const exchange = (from: number, to: number) => {
    for (const section of sections)
      for (const [at, unit] of section.added.entries()) {
        const [old] = unit;
        if (!old || unit.length > 1 || old.key !== from) continue;
        const next = section.singles.find(
          (one) => one.key === to && one.chapter_id === old.chapter_id && one.level === old.level && taken.admits(one),
        );
        if (!next) continue;
        taken.remove(old);
        taken.add(next);
        section.added[at] = [next];
        return true;
      }
    return false;
  };
  const total = taken.keyed();
  if (total < leastKeys) return;
  for (;;) {
    const order = [1, 2, 3, 4].toSorted((a, b) => (taken.keys[b - 1] ?? 0) - (taken.keys[a - 1] ?? 0));
    const [most = 1, , , least = 4] = order;
    const isTooMany = (taken.keys[most - 1] ?? 0) * 100 > keyShares.most * total;
    const isTooFew = (taken.keys[least - 1] ?? 0) * 100 < keyShares.least * total;
    if (!isTooMany && !isTooFew) return;
    const pairs = isTooMany
      ? order
          .slice(1)
          .reverse()
          .map((to) => [most, to] as const)
      : order.slice(0, 3).map((from) => [from, least] as const);
    if (!pairs.some(([from, to]) => (taken.keys[from - 1] ?? 0) - (taken.keys[to - 1] ?? 0) > 1 && exchange(from, to))) return;
  }
}

/** The section's questions in order: kept questions at their positions unless that splits a passage, the others in the seed's order. */
function inOrder({ added }: OpenSection, kept: readonly { place: number; question: PoolQuestion }[], seed: number): number[] {
  const units = added.toSorted((a, b) => placeOf(a[0]?.id ?? 0, seed) - placeOf(b[0]?.id ?? 0, seed));
  const waiting = kept.toSorted((a, b) => a.place - b.place);
  const ids: number[] = [];
  while (units.length > 0 || waiting.length > 0) {
    const [next] = waiting;
    if (next && (next.place <= ids.length || units.length === 0)) {
      ids.push(next.question.id);
      waiting.shift();
    } else ids.push(...(units.shift() ?? []).map(({ id }) => id));
  }
  return ids;
}

/**
 * Fills a paper: the ids of each section's questions, in order. Kept questions that the pool lacks are left out. If the pool is too
 * small, a section stays incomplete, which `findingsOf` reports.
 */
export function fillPaper({ sections: plans, shares, pool, kept, excluded, seed }: FillInput): number[][] {
  const byId = new Map(pool.map((question) => [question.id, question]));
  const taken = new Taken();
  const keptOf = plans.map((_plan, at) =>
    kept.flatMap(({ section, place, question_id }) => {
      const question = section === at ? byId.get(question_id) : undefined;
      return question ? [{ place, question }] : [];
    }),
  );
  for (const { question } of keptOf.flat()) taken.add(question);
  const order = byUse(seed);
  const free = pool.filter(({ id }) => !excluded.has(id) && !taken.ids.has(id));
  const sections = plans.map((plan, at): OpenSection => {
    const fitting = free.filter((question) => fitsSection(plan, question)).sort(order);
    return {
      plan,
      weights: chapterWeights(plan, pool),
      singles: fitting.filter(({ passage }) => passage === null),
      passages: wholePassages(fitting),
      kept: (keptOf[at] ?? []).map(({ question }) => question),
      added: [],
    };
  });
  for (const section of sections) {
    addSingles(section, shares, taken);
    addPassages(section, taken, order);
  }
  balanceKeys(sections, taken);
  return sections.map((section, at) => inOrder(section, keptOf[at] ?? [], seed));
}
