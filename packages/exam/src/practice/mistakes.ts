import { type Card, createEmptyCard, fsrs, generatorParameters, Rating } from 'ts-fsrs';
import { indianDay, startOfIndianDay } from '../institute/indian-day.ts';

const RIGHT_DAYS_TO_FIX = 2;

/** FSRS with the library's default weights, 90 % retention and no randomness, so that device and server agree. */
const scheduler = fsrs(
  generatorParameters({ request_retention: 0.9, maximum_interval: 365, enable_fuzz: false, enable_short_term: false }),
);

/** The entry of one question in the mistake book. */
export interface Mistake {
  /** When the question is due again. */
  due_at: Date;
  stability: number;
  difficulty: number;
  reps: number;
  lapses: number;
  state: number;
  scheduled_days: number;
  last_review_at: Date | null;
  /** Number of days with a right answer since the latest wrong one. */
  right_days: number;
  /** The last of these days, in days since 1970 in India; null without one. */
  last_right_day: number | null;
  /** Whether the question was right on two different days and therefore leaves the book. */
  is_fixed: boolean;
}

function cardOf(mistake: Mistake): Card {
  return {
    ...createEmptyCard(mistake.due_at),
    due: mistake.due_at,
    stability: mistake.stability,
    difficulty: mistake.difficulty,
    reps: mistake.reps,
    lapses: mistake.lapses,
    state: mistake.state,
    scheduled_days: mistake.scheduled_days,
    ...(mistake.last_review_at ? { last_review: mistake.last_review_at } : {}),
  };
}

function withCard(card: Card, rest: Pick<Mistake, 'right_days' | 'last_right_day' | 'is_fixed'>): Mistake {
  return {
    due_at: card.due,
    stability: card.stability,
    difficulty: card.difficulty,
    reps: card.reps,
    lapses: card.lapses,
    state: card.state,
    scheduled_days: card.scheduled_days,
    last_review_at: card.last_review ?? null,
    ...rest,
  };
}

/** The new entry of a question that was missed at `at`. */
export function newMistake(at: Date): Mistake {
  const { card } = scheduler.next(createEmptyCard(at), at, Rating.Again);
  return withCard(card, { right_days: 0, last_right_day: null, is_fixed: false });
}

/**
 * The entry after a further answer at `at`. FSRS computes the next due time from the grade Again for a wrong answer or Good for a right
 * one. The question is fixed after right answers on two different days of Asia/Kolkata without a wrong answer between them.
 */
export function reviewMistake(mistake: Mistake, isCorrect: boolean, at: Date): Mistake {
  const { card } = scheduler.next(cardOf(mistake), at, isCorrect ? Rating.Good : Rating.Again);
  if (!isCorrect) return withCard(card, { right_days: 0, last_right_day: null, is_fixed: false });
  const day = indianDay(at);
  const right_days = mistake.last_right_day === day ? mistake.right_days : mistake.right_days + 1;
  return withCard(card, { right_days, last_right_day: day, is_fixed: right_days >= RIGHT_DAYS_TO_FIX });
}

/** The end of the present day in India. An entry that becomes due before this moment counts as due today. */
export const endOfToday = (now: Date): Date => startOfIndianDay(indianDay(now) + 1);
