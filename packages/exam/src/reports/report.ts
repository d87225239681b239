import { wholePercent } from '../institute/percent.ts';

const SLICE_SECONDS = 900;
const MIN_ANSWERS_FOR_MEDIAN = 20;
const RUSHED_FACTOR = 0.4;
const RUSHED_SECONDS = 25;
/** A skip is late, and an answer slow, above this multiple of the median time. */
const SLOW_FACTOR = 2;
const SLOW_SECONDS = 120;
const MIN_CHAPTER_QUESTIONS = 2;

/** One question of a finished practice or assignment session. */
export interface PractisedQuestion {
  topic_id: number;
  topic_name: string;
  /** -1 incorrect, 0 unattempted, 1 correct. */
  result: -1 | 0 | 1;
  /** Whether the student opened the solution before verifying: the question then counts as neither right nor wrong. */
  is_key_used: boolean;
  /** Seconds. */
  question_time_spent: number;
}

export interface AssignmentReport {
  accuracy: number | null;
  correct: number;
  incorrect: number;
  unattempted: number;
  key_used: number;
  avg_speed: number | null;
}

export interface TopicProgress {
  id: number;
  name: string;
  correct: number;
  total: number;
}

/** A question of a finished test with its times. `outcome` 2 is answered but not counted. */
export interface ReportedQuestion {
  question_id: number;
  chapter_name: string;
  outcome: -1 | 0 | 1 | 2;
  marks: number;
  /** Marks for a correct answer. */
  max_marks: number;
  is_marked: boolean;
  /** Seconds. */
  question_time_spent: number;
  /** Median seconds over ranked sessions; null without one. */
  median_time: number | null;
  /** Students in the ranked sessions who answered the question. */
  answered_by: number;
}

/** One visit to a question: the second of the session at which it began, its length in seconds, and the answer when it ended. */
export interface ReportedVisit {
  question_id: number;
  second: number;
  seconds: number;
  answer: string;
}

export interface TimeSlice {
  /** Minutes of the session at which the slice begins and ends. */
  from: number;
  to: number;
  answered: number;
  correct: number;
  incorrect: number;
  accuracy: number | null;
}

export interface ChapterPerformance {
  chapter_name: string;
  correct: number;
  total: number;
  /** Marks won in a strong chapter, or lost (above 0) in a weak one. */
  marks: number;
}

/** The facts that decide whether an answer is rushed or a skip is late. */
export type TimedOutcome = Pick<ReportedQuestion, 'outcome' | 'question_time_spent' | 'median_time' | 'answered_by'>;

export const improvementTypes = ['incorrect', 'unattempted', 'rushed', 'late_skip', 'marked'] as const;
export type ImprovementType = (typeof improvementTypes)[number];

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/**
 * Figures of a practice or assignment session: accuracy in whole percent of the attempted, speed in mean seconds per attempted question.
 */
export function assignmentReport(questions: readonly PractisedQuestion[]): AssignmentReport {
  const counted = questions.filter(({ is_key_used }) => !is_key_used);
  const attempted = counted.filter(({ result }) => result !== 0);
  const correct = attempted.filter(({ result }) => result === 1).length;
  return {
    accuracy: wholePercent(correct, attempted.length),
    correct,
    incorrect: attempted.length - correct,
    unattempted: counted.length - attempted.length,
    key_used: questions.length - counted.length,
    avg_speed: attempted.length > 0 ? Math.round(sum(attempted.map((question) => question.question_time_spent)) / attempted.length) : null,
  };
}

/** Correct answers and questions per topic, in the order the topics first appear. */
export function topicProgress(questions: readonly PractisedQuestion[]): TopicProgress[] {
  const topicsById = new Map<number, TopicProgress>();
  for (const { topic_id, topic_name, result, is_key_used } of questions) {
    const { correct, total } = topicsById.get(topic_id) ?? { correct: 0, total: 0 };
    const isCorrect = result === 1 && !is_key_used;
    topicsById.set(topic_id, { id: topic_id, name: topic_name, correct: correct + (isCorrect ? 1 : 0), total: total + 1 });
  }
  return [...topicsById.values()];
}

/**
 * Slices of 15 minutes of the test, each with the number of questions first answered in it and the accuracy over those that count. A
 * question answered without a recorded visit is in no slice. The last slice may be shorter.
 */
export function overallTimeChart(
  questions: readonly ReportedQuestion[],
  visits: readonly ReportedVisit[],
  test_duration: number,
): TimeSlice[] {
  const firstAnsweredAt = new Map<number, number>();
  for (const { question_id, second, seconds, answer } of visits) {
    const at = second + seconds;
    if (/\d/.test(answer) && at < (firstAnsweredAt.get(question_id) ?? Number.POSITIVE_INFINITY)) firstAnsweredAt.set(question_id, at);
  }
  const sliceCount = Math.max(1, Math.ceil(test_duration / SLICE_SECONDS));
  const sliceOf = ({ question_id }: ReportedQuestion): number | undefined => {
    const at = firstAnsweredAt.get(question_id);
    return at === undefined ? undefined : Math.min(sliceCount - 1, Math.floor(at / SLICE_SECONDS));
  };
  return Array.from({ length: sliceCount }, (_, slice) => {
    const answered = questions.filter((question) => question.outcome !== 0 && sliceOf(question) === slice);
    const correct = answered.filter(({ outcome }) => outcome === 1).length;
    const incorrect = answered.filter(({ outcome }) => outcome === -1).length;
    return {
      from: (slice * SLICE_SECONDS) / 60,
      to: Math.min((slice + 1) * SLICE_SECONDS, test_duration) / 60,
      answered: answered.length,
      correct,
      incorrect,
      accuracy: wholePercent(correct, correct + incorrect),
    };
  });
}

/**
 * Weak chapters (below 50 % correct), the most lost marks first, and strong ones (from 75 %), the most won marks first. Only chapters with
 * at least 2 questions are listed. Questions answered but not counted are left out.
 */
export function chapterPerformance(questions: readonly ReportedQuestion[]): {
  weak_chapters: ChapterPerformance[];
  strong_chapters: ChapterPerformance[];
} {
  const counted = questions.filter(({ outcome }) => outcome !== 2);
  const chapters = [...new Set(counted.map(({ chapter_name }) => chapter_name))].map((chapter_name) => {
    const own = counted.filter((question) => question.chapter_name === chapter_name);
    const won = sum(own.map(({ marks }) => marks));
    return {
      performance: { chapter_name, correct: own.filter(({ outcome }) => outcome === 1).length, total: own.length },
      won,
      lost: sum(own.map(({ max_marks }) => max_marks)) - won,
    };
  });
  const judged = chapters.filter(({ performance }) => performance.total >= MIN_CHAPTER_QUESTIONS);
  const weak = judged.filter(({ performance }) => performance.correct * 2 < performance.total);
  const strong = judged.filter(({ performance }) => performance.correct * 4 >= performance.total * 3);
  return {
    weak_chapters: weak.toSorted((a, b) => b.lost - a.lost).map(({ performance, lost }) => ({ ...performance, marks: lost })),
    strong_chapters: strong.toSorted((a, b) => b.won - a.won).map(({ performance, won }) => ({ ...performance, marks: won })),
  };
}

function threshold({ median_time, answered_by }: TimedOutcome, factor: number, fallback: number): number {
  return median_time === null || answered_by < MIN_ANSWERS_FOR_MEDIAN ? fallback : factor * median_time;
}

/**
 * Whether an answer is rushed: wrong, and given in less than 0.4 of the median time, or in less than 25 s while fewer than 20 students have
 * answered. The time of an answer on paper is not known (0 seconds), and such an answer is not rushed.
 */
export function isRushedAnswer(question: TimedOutcome): boolean {
  const isTimeKnown = question.question_time_spent > 0;
  return question.outcome === -1 && isTimeKnown && question.question_time_spent < threshold(question, RUSHED_FACTOR, RUSHED_SECONDS);
}

/**
 * Whether a skip is late: unattempted after more than twice the median time, or after more than 120 s while fewer than 20 students have
 * answered.
 */
export function isLateSkip(question: TimedOutcome): boolean {
  return question.outcome === 0 && question.question_time_spent > threshold(question, SLOW_FACTOR, SLOW_SECONDS);
}

/**
 * Whether an answer, right or wrong, is slow: after more than twice the median time, or after more than 120 s while fewer than 20 students
 * have answered.
 */
export function isSlow(question: TimedOutcome): boolean {
  const wasAnswered = question.outcome === 1 || question.outcome === -1;
  return wasAnswered && question.question_time_spent > threshold(question, SLOW_FACTOR, SLOW_SECONDS);
}

/** Question ids to work on, by type; a question can have several types. */
export function improvementsOf(questions: readonly ReportedQuestion[]): Record<ImprovementType, number[]> {
  const idsOf = (belongs: (question: ReportedQuestion) => boolean): number[] =>
    questions.filter(belongs).map(({ question_id }) => question_id);
  return {
    incorrect: idsOf(({ outcome }) => outcome === -1),
    unattempted: idsOf(({ outcome }) => outcome === 0),
    rushed: idsOf(isRushedAnswer),
    late_skip: idsOf(isLateSkip),
    marked: idsOf(({ is_marked }) => is_marked),
  };
}
