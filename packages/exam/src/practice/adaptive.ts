import { expectedScore, updateRatings } from './rating.ts';

const WANTED_CHANCE = 0.7;
/** Chances are compared in steps of a millionth, because browsers differ in the last digits of a power. */
const CHANCE_STEPS = 1_000_000;

export interface AdaptiveCandidate {
  id: number;
  rating: number;
  /** Questions of one passage are asked together; null without a passage. */
  comprehension_question_id: number | null;
  /** Whether the student has verified an answer to it before this session. */
  is_seen: boolean;
  /** Whether the latest such answer was wrong. */
  is_missed: boolean;
}

export interface AdaptiveState {
  /** The questions already visited, in order; they keep their positions. */
  visited: readonly number[];
  /** All questions of the topic that may be served, including the visited ones. */
  candidates: readonly AdaptiveCandidate[];
  /** Rating of the student in the subject now. */
  rating: number;
  /** Number of questions in the session. */
  count: number;
  /** The session's seed, a whole number. It orders equal questions in the same way on device and server. */
  seed: number;
}

/** The pool of a practice session, fixed when the session began, and the same on device and server. */
export interface PracticePool {
  candidates: readonly AdaptiveCandidate[];
  /** Rating of the student in the subject, and the number of answers that had moved it, when the session began. */
  rating: number;
  answered: number;
  count: number;
  seed: number;
}

/** A 32-bit hash of two whole numbers (the finalizer of MurmurHash3). */
function mixed(seed: number, id: number): number {
  let bits = (seed ^ Math.imul(id, 0x9e3779b1)) | 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

/**
 * Question ids of a practice session, at most `count`: the visited ones in their order, then unseen, missed and other questions. Within
 * each group a chance of success nearest to 0.7 comes first, and questions of one passage stay together. The result is the same on every
 * machine.
 */
export function choosePlaces({ visited, candidates, rating, count, seed }: AdaptiveState): number[] {
  const turnOf = ({ is_seen, is_missed }: AdaptiveCandidate): number => (is_seen ? (is_missed ? 1 : 2) : 0);
  const distanceOf = (candidate: AdaptiveCandidate): number =>
    Math.round(Math.abs(expectedScore(rating, candidate.rating) - WANTED_CHANCE) * CHANCE_STEPS);
  const isVisited = new Set(visited);
  const ordered = candidates
    .filter(({ id }) => !isVisited.has(id))
    .map((candidate) => ({ candidate, turn: turnOf(candidate), distance: distanceOf(candidate), tie: mixed(seed, candidate.id) }))
    .toSorted((a, b) => a.turn - b.turn || a.distance - b.distance || a.tie - b.tie || a.candidate.id - b.candidate.id)
    .map(({ candidate }) => candidate);

  const passageById = new Map(candidates.map(({ id, comprehension_question_id }) => [id, comprehension_question_id]));
  const lastVisited = visited.at(-1);
  const openPassage = lastVisited === undefined ? null : (passageById.get(lastVisited) ?? null);
  const passages = [...new Set([openPassage, ...ordered.map((candidate) => candidate.comprehension_question_id)])].filter(
    (passage) => passage !== null,
  );
  const groupsByPassage = new Map(
    passages.map((passage) => [
      passage,
      ordered.filter((candidate) => candidate.comprehension_question_id === passage).toSorted((a, b) => a.id - b.id),
    ]),
  );
  const places: number[] = [...visited];
  const placed = new Set(visited);
  const place = (group: readonly AdaptiveCandidate[]) => {
    for (const { id } of group) {
      if (places.length < count && !placed.has(id)) {
        places.push(id);
        placed.add(id);
      }
    }
  };
  if (openPassage !== null) place(groupsByPassage.get(openPassage) ?? []);
  for (const candidate of ordered) {
    if (placed.has(candidate.id)) continue;
    const passage = candidate.comprehension_question_id;
    place(passage === null ? [candidate] : (groupsByPassage.get(passage) ?? []));
  }
  return places;
}

/**
 * Levels from which a pool takes questions, as distances from the student's rating, nearest first. Ten answers can move a rating no
 * farther.
 */
const POOL_LEVELS = [0, -150, 150, -350, 350];
const POOL_PER_LEVEL = 12;

/** The questions of a topic that a session can reach: about 60, so that a device can store them. */
export function choosePool({ candidates, rating, seed }: Pick<AdaptiveState, 'candidates' | 'rating' | 'seed'>): number[] {
  const chosen = POOL_LEVELS.flatMap((level) =>
    choosePlaces({ visited: [], candidates, rating: rating + level, count: POOL_PER_LEVEL, seed }),
  );
  return [...new Set(chosen)];
}

/**
 * Question ids of the session, in order, from the visited questions and the results of verified answers (1 right, -1 wrong). The rating
 * begins as that of the pool and moves with each first answer, in the order of the questions, so device and server get the same list.
 */
export function placesOf(pool: PracticePool, visited: readonly number[], resultOf: (question_id: number) => -1 | 0 | 1 | null): number[] {
  const byId = new Map(pool.candidates.map((candidate) => [candidate.id, candidate]));
  let { rating, answered } = pool;
  for (const id of visited) {
    const candidate = byId.get(id);
    const result = resultOf(id);
    if (!candidate || candidate.is_seen || (result !== 1 && result !== -1)) continue;
    rating = updateRatings(rating, candidate.rating, result === 1, answered).student;
    answered += 1;
  }
  return choosePlaces({ visited, candidates: pool.candidates, rating, count: Math.max(pool.count, visited.length), seed: pool.seed });
}
