import { type Card, createEmptyCard, fsrs, generatorParameters, Rating } from 'ts-fsrs';
import { indianDay, startOfIndianDay } from '../institute/indian-day.ts';

const RIGHT_DAYS_TO_FIX = 2;

/** FSRS with the library's own weights: 90 % retention, no chance in the intervals, so that device and server agree. */
const scheduler = fsrs(
  generatorParameters({ request_retention: 0.9, maximum_interval: 365, enable_fuzz: false, enable_short_term: false }),
);

/** What the mistake book keeps of one question. */
export interface Mistake {
  /** When the question is to be done again. */
  due_at: Date;
  stability: number;
  difficulty: number;
  reps: number;
  lapses: number;
  state: number;
  scheduled_days: number;
  last_review_at: Date | null;
  /** Different days on which it was answered right since it was last wrong. */
  right_days: number;
  /** The last of them, as days since 1970 in India; null when there is none. */
  last_right_day: number | null;
  /** Right on two different days; it leaves the book. */
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

/** A question comes into the book by a miss at `at`. */
export function newMistake(at: Date): Mistake {
  const { card } = scheduler.next(createEmptyCard(at), at, Rating.Again);
  return withCard(card, { right_days: 0, last_right_day: null, is_fixed: false });
}

/**
 * The entry after the question was answered again at `at`: its next due moment by FSRS (Again when wrong, Good when right). It is fixed when it was
 * right on two different days of Asia/Kolkata without a wrong answer between them.
 */
export function reviewMistake(mistake: Mistake, isCorrect: boolean, at: Date): Mistake {
  const { card } = scheduler.next(cardOf(mistake), at, isCorrect ? Rating.Good : Rating.Again);
  if (!isCorrect) return withCard(card, { right_days: 0, last_right_day: null, is_fixed: false });
  const day = indianDay(at);
  const right_days = mistake.last_right_day === day ? mistake.right_days : mistake.right_days + 1;
  return withCard(card, { right_days, last_right_day: day, is_fixed: right_days >= RIGHT_DAYS_TO_FIX });
}

/** The first moment that is no longer the day of `now` in India: what is due before it is due today. */
export const endOfToday = (now: Date): Date => startOfIndianDay(indianDay(now) + 1);

/** How many entries fall due on each of the next days, the first being `today` with all that is overdue. Days since 1970 in India. */
export function dueForecast(entries: readonly { day: number; count: number }[], today: number, days: number): number[] {
  const counts = Array.from({ length: days }, () => 0);
  for (const { day, count } of entries) {
    const ahead = Math.max(0, day - today);
    if (ahead < days) counts[ahead] = (counts[ahead] ?? 0) + count;
  }
  return counts;
}
