import { wholePercent } from '../institute/percent.ts';

/** A candidate for a personalised assignment. */
export interface ChapterCandidate {
  id: number;
  topic_id: number;
  /** 1 to 5. */
  complexity: number;
  comprehension_question_id: number | null;
  is_seen: boolean;
  is_missed: boolean;
  /** Result of the student's latest verified answer. */
  result: number | null;
}

/** 0 easy, 1 medium, 2 hard. */
export type AskedDifficulty = 0 | 1 | 2;

const levelOf = (complexity: number): AskedDifficulty => (complexity <= 2 ? 0 : complexity === 3 ? 1 : 2);
const turnOf = ({ is_seen, is_missed }: ChapterCandidate): number => (is_seen ? (is_missed ? 1 : 2) : 0);

/**
 * At most `count` questions: unseen, then missed, then other ones, each group in the given order. Questions of one passage stay together.
 */
export function chooseInOrder(candidates: readonly ChapterCandidate[], count: number): number[] {
  const ordered = candidates.toSorted((a, b) => turnOf(a) - turnOf(b));
  const groups = new Map<string, number[]>();
  for (const { id, comprehension_question_id } of ordered) {
    const key = comprehension_question_id === null ? `q${id}` : `p${comprehension_question_id}`;
    groups.set(key, [...(groups.get(key) ?? []), id]);
  }
  return [...groups.values()].flat().slice(0, count);
}

/** Share of right answers in each topic, counting the latest answer to each question; a topic without answers counts as one half. */
function strengthOf(candidates: readonly ChapterCandidate[]): ReadonlyMap<number, number> {
  const topics = new Map<number, { right: number; answered: number }>();
  for (const { topic_id, result } of candidates) {
    const topic = topics.get(topic_id) ?? { right: 0, answered: 0 };
    if (result === 1 || result === -1) topic.answered += 1;
    if (result === 1) topic.right += 1;
    topics.set(topic_id, topic);
  }
  return new Map([...topics].map(([id, { right, answered }]) => [id, wholePercent(right, answered) ?? 50]));
}

/**
 * Questions of a personalised assignment, of the requested difficulty: weakest topics first, and unseen before seen ones in each topic. If
 * there are too few, questions of the nearest levels are added; `filled` is their number.
 */
export function choosePersonalised(
  candidates: readonly ChapterCandidate[],
  difficulty: AskedDifficulty,
  count: number,
): { ids: number[]; filled: number } {
  const strength = strengthOf(candidates);
  const distanceOf = ({ complexity }: ChapterCandidate) => Math.abs(levelOf(complexity) - difficulty);
  const ordered = candidates.toSorted(
    (a, b) =>
      distanceOf(a) - distanceOf(b) ||
      (strength.get(a.topic_id) ?? 50) - (strength.get(b.topic_id) ?? 50) ||
      turnOf(a) - turnOf(b) ||
      a.topic_id - b.topic_id ||
      a.id - b.id,
  );
  const chosen = ordered.slice(0, count);
  return { ids: chosen.map(({ id }) => id), filled: chosen.filter((candidate) => distanceOf(candidate) > 0).length };
}
