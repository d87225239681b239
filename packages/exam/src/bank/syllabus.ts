/** Exams with a published syllabus, by the names under which content files give them. */
export const syllabusExams = ['NEET', 'JEE Main', 'JEE Advanced'] as const;
export type SyllabusExam = (typeof syllabusExams)[number];

/** The exams that no longer ask a topic or question, each with the first year in which the exam did not ask it. */
export type NotAskedSince = Partial<Record<SyllabusExam, number>>;

/** The year of the newest published syllabuses. */
export const syllabusYear = 2026;

/** The exams that do not ask a question in `year`. If `ofQuestion` is null, the question follows its topic. */
export function notAskedIn(ofTopic: NotAskedSince, ofQuestion: NotAskedSince | null, year: number = syllabusYear): SyllabusExam[] {
  const since = ofQuestion ?? ofTopic;
  return syllabusExams.filter((exam) => (since[exam] ?? Number.POSITIVE_INFINITY) <= year);
}

/** The note beside a topic or question, like "Not in the NEET and JEE Main 2026 syllabus"; null if every exam contains it. */
export function syllabusNote(exams: readonly SyllabusExam[], year: number = syllabusYear): string | null {
  const [last, ...before] = exams.toReversed();
  if (last === undefined) return null;
  const names = before.length === 0 ? last : `${before.toReversed().join(', ')} and ${last}`;
  return `Not in the ${names} ${year} syllabus`;
}
