import { Type } from 'typebox';
import { Id, namesOf, Nullable } from '../endpoint.ts';
import { NotAskedIn } from './questions.ts';

export const objectTypes = { checkpoint: 0, test: 1, skill: 2, roadmap: 3, personalised_test: 4, chapter: 5, assignment: 6 } as const;
export const sessionTypes = { adaptive: 0, revise: 1, previous_paper: 2, roadmap: 3, roadmap_assessment: 4 } as const;
/** 0 institute, 1 mock (Test Series), 2 previous paper. */
export const testModes = { institute: 0, mock: 1, previous_paper: 2 } as const;

export const ObjectType = Type.Enum([0, 1, 2, 3, 4, 5, 6], namesOf('ObjectType', objectTypes));
export const SessionType = Type.Enum([0, 1, 2, 3, 4], namesOf('SessionType', sessionTypes));
export const TestMode = Type.Enum([0, 1, 2], namesOf('TestMode', testModes));

/** `id` is the lowest of the ids that share the subject's name: Biology is 4. */
export const Subject = Type.Object({ id: Id, name: Type.String() });

export const ChapterCard = Type.Object({
  id: Id,
  name: Type.String(),
  subject_name: Type.String(),
  topic_count: Type.Integer(),
  /** Share of the chapter's questions that the student has verified, in whole percent. */
  progress: Type.Integer(),
  /** Share of the attempted questions whose latest verified answer was correct, in whole percent; null before the first answer. */
  accuracy: Nullable(Type.Integer()),
  /** Questions whose latest verified answer was wrong. */
  incorrect: Type.Integer(),
  /** Mean seconds per attempted question; null before the first. */
  avg_speed: Nullable(Type.Integer()),
});

export const Chapter = Type.Object({
  ...ChapterCard.properties,
  has_previous_paper: Type.Boolean(),
  has_quickpoints: Type.Boolean(),
  has_video_solutions: Type.Boolean(),
  show_revise_misses: Type.Boolean(),
  /** Whether the student may open the cheat sheet: the student has Premium, or the student's institute wrote points of its own. */
  can_open_quickpoints: Type.Boolean(),
  /** Whether the student may open the chapter's video solutions, by the same rule. */
  can_open_video_solutions: Type.Boolean(),
});

/** A chapter as the pages of its topics show it. */
export const ChapterName = Type.Object({ id: Id, name: Type.String(), subject_name: Type.String() });

/** A topic, which is called `checkpoint` on the wire. */
export const Checkpoint = Type.Object({
  id: Id,
  name: Type.String(),
  progress: Type.Integer(),
  has_access: Type.Boolean(),
  /** Practice questions of the topic that are open to the student. */
  question_count: Type.Integer(),
  not_asked_in: NotAskedIn,
});
