/** A question that may be tried before an account or a consent. */
export interface TryCandidate {
  id: number;
  /** Name of the subject. */
  subject: string;
  complexity: number;
}

/** Counts of questions of each part, in the order in which the parts take questions. */
const sizes = { visit: 5, practice: 10, test: 5 } as const;
export type TryPart = keyof typeof sizes;

/** How many candidates of one subject suffice for all parts, if the others have none. */
export const TRY_CANDIDATES = Object.values(sizes).reduce((sum, size) => sum + size, 0);

/**
 * The questions of one part: the subjects take turns, and each part begins with its easiest question. The parts share no question. The
 * candidates of a subject stand in the order in which they are taken.
 */
export function chooseTryQuestions(candidates: readonly TryCandidate[], part: TryPart): TryCandidate[] {
  const subjects = [...new Set(candidates.map(({ subject }) => subject))];
  const queues = subjects.map((name) => candidates.filter(({ subject }) => subject === name));
  const longest = Math.max(0, ...queues.map(({ length }) => length));
  const inTurn = Array.from({ length: longest }, (_, at) => queues.flatMap((queue) => queue[at] ?? [])).flat();
  const parts = Object.keys(sizes) as TryPart[];
  const first = parts.slice(0, parts.indexOf(part)).reduce((sum, name) => sum + sizes[name], 0);
  return inTurn.slice(first, first + sizes[part]).toSorted((one, other) => one.complexity - other.complexity);
}
