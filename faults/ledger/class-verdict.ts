// Compares the answers and confirmations of a class's students with the database. This folder imports nothing of the product.

export interface StoredQuiz {
  number: number;
  isComplete: boolean;
  /** Questions in the order in which they were shown. */
  questions: { id: number; locksAt: Date | null }[];
  answers: { student: number; question: number; option: number; isLate: boolean; answeredAt: Date }[];
}

/** The record of one student. */
export interface MemberBook {
  student: number;
  /** Options that the student chose, by question; two where two devices answered. */
  given: ReadonlyMap<number, ReadonlySet<number>>;
  /** Options that the server confirmed, by question. */
  acknowledged: ReadonlyMap<number, number>;
  /** Questions whose answer the server refused for good, because the question was locked before it arrived. */
  refused: ReadonlySet<number>;
  /** The quiz as the page shows it at the end. */
  shown: { number: number; isComplete: boolean; questions: { id: number; locksAt: string | null }[] } | null;
  /** The number of times that the socket was lost. */
  losses: number;
  /** Ms from the first server that answered until the socket was back, for each loss that the student's own network did not cause. */
  backs: readonly number[];
}

export interface ClassVerdict {
  given: number;
  acknowledged: number;
  late: number;
  refused: number;
  lost: number;
  sockets_lost: number;
  slowest_back: number;
  faults: string[];
}

const graceMs = 2000;
/** Every socket must be back within this time after a server answers again. */
export const longestBackMs = 12_000;

export function judgeClass(books: readonly MemberBook[], quiz: StoredQuiz): ClassVerdict {
  const stored = new Map(quiz.answers.map((answer) => [`${answer.student} ${answer.question}`, answer]));
  const locks = new Map(quiz.questions.map(({ id, locksAt }) => [id, locksAt]));
  const faults: string[] = [];
  let lost = 0;
  for (const { student, given, acknowledged, refused, shown, backs } of books) {
    for (const [question, options] of given) {
      const kept = stored.get(`${student} ${question}`);
      const told = acknowledged.get(question);
      const isLost = told === undefined ? !kept && !refused.has(question) : kept?.option !== told;
      const isForeign = kept !== undefined && !options.has(kept.option);
      if (!isLost && !isForeign) continue;
      lost += 1;
      faults.push(
        `student ${student}, question ${question}: ${kept ? kept.option : 'nothing'} is stored; given ${[...options].join(' or ')}, told ${told ?? 'nothing'}`,
      );
    }
    for (const { option, question } of quiz.answers.filter((answer) => answer.student === student))
      if (!given.has(question)) faults.push(`student ${student}, question ${question}: ${option} is stored and was never given`);
    const isSame =
      shown !== null &&
      shown.number === quiz.number &&
      shown.isComplete === quiz.isComplete &&
      shown.questions.length === quiz.questions.length &&
      shown.questions.every(
        ({ id, locksAt }) => locks.has(id) && (locksAt === null ? null : Date.parse(locksAt)) === (locks.get(id)?.getTime() ?? null),
      );
    if (!isSame) faults.push(`student ${student} sees another state: ${JSON.stringify(shown)}, not number ${quiz.number}`);
    for (const back of backs) if (back > longestBackMs) faults.push(`student ${student} was back after ${Math.round(back)} ms`);
  }
  for (const { student, question, isLate, answeredAt } of quiz.answers) {
    const locksAt = locks.get(question);
    if (!isLate && locksAt && answeredAt.getTime() > locksAt.getTime() + graceMs)
      faults.push(
        `student ${student}, question ${question}: counts, and came ${answeredAt.getTime() - locksAt.getTime()} ms after the lock`,
      );
  }
  const sum = (count: (book: MemberBook) => number) => books.reduce((all, book) => all + count(book), 0);
  return {
    given: sum(({ given }) => given.size),
    acknowledged: sum(({ acknowledged }) => acknowledged.size),
    late: quiz.answers.filter(({ isLate }) => isLate).length,
    refused: sum(({ refused }) => refused.size),
    lost,
    sockets_lost: sum(({ losses }) => losses),
    slowest_back: Math.round(Math.max(0, ...books.flatMap(({ backs }) => backs))),
    faults,
  };
}
