import { questionTypes } from '@abhyas/exam/bank/question';
import { syllabusExams } from '@abhyas/exam/bank/syllabus';
import { Type } from 'typebox';
import { TranslatedCode } from './translations.ts';
import { Id, namesOf, Nullable } from '../endpoint.ts';

/**
 * The fixed size keys of pictures (docs/product.md). Width for the keys 0 to 3: 40-50 % or 250-310 px, 25 % or 160 px, 40-50 % or 250-310
 * px, 50-70 % or 310-430 px.
 */
export const SizeKey = Type.Enum([0, 1, 2, 3], { title: 'SizeKey' });

export const Picture = Type.Object({ url: Type.String(), alt: Type.String() });

export const OptionNumber = Type.Integer({ minimum: 1, maximum: 4 });

/** A key: one option, a set of options, decimal text, or a closed range of decimal texts. */
export const AcceptedAnswer = Type.Union([
  OptionNumber,
  Type.Array(OptionNumber, { minItems: 1, maxItems: 4 }),
  Type.String(),
  Type.Object({ from: Type.String(), to: Type.String() }),
]);

export const QuestionType = Type.Enum([0, 1, 2, 3], namesOf('QuestionType', questionTypes));

/** The exams whose newest syllabus does not contain the topic or question. */
export const NotAskedIn = Type.Array(Type.Enum([...syllabusExams]), { maxItems: 3 });

/** A question as it is shown while it is being answered, without answer, solution or video. */
const shownFields = {
  id: Id,
  position: Type.Integer(),
  question_type: QuestionType,
  subject_id: Type.Integer(),
  chapter_name: Type.String(),
  /** Number of the section within its subject of the paper, from 0: A is 0, B is 1; null outside papers. */
  section: Nullable(Type.Integer()),
  complexity: Type.Integer(),
  question_text: Type.String(),
  option_1: Nullable(Type.String()),
  option_2: Nullable(Type.String()),
  option_3: Nullable(Type.String()),
  option_4: Nullable(Type.String()),
  image_option_1: Nullable(Picture),
  image_option_2: Nullable(Picture),
  image_option_3: Nullable(Picture),
  image_option_4: Nullable(Picture),
  image_option_1_size: SizeKey,
  image_option_2_size: SizeKey,
  image_option_3_size: SizeKey,
  image_option_4_size: SizeKey,
  supporting_picture: Nullable(Picture),
  supporting_picture_size: SizeKey,
  /** 0 row, 1 column, 2 two by two. */
  options_layout: Type.Enum([0, 1, 2]),
  comprehension_question_id: Nullable(Id),
  not_asked_in: NotAskedIn,
  /** The languages besides English in which the question can be read; absent without any. */
  also_in: Type.Optional(Type.Array(TranslatedCode)),
};

/**
 * Fields that are present only if the student may know the answer: in practice, and in the review of a finished test if its paper allows
 * it.
 */
const revealedFields = {
  answers: Type.Union([Type.Array(OptionNumber), Type.String()]),
  accepted_answers: Type.Array(AcceptedAnswer),
  /** Number of decimals to which a numerical entry is compared with the key. */
  precision: Type.Integer(),
  /** Whether practice can show a hint; the hint itself is asked for, because an answer after it moves no rating. */
  has_hint: Type.Boolean(),
  solution_text: Nullable(Type.String()),
  solution_supporting_picture: Nullable(Picture),
  solution_supporting_picture_size: SizeKey,
  video_solution_uri: Nullable(Type.String()),
  numerical_notes: Nullable(Type.String()),
};

export const ShownQuestion = Type.Object(shownFields);

/** A question in a session; the revealed fields are either all present or all absent. */
export const Question = Type.Object({ ...shownFields, ...Type.Partial(Type.Object(revealedFields)).properties });

/** A passage. `question_id` repeats `id`. */
export const ComprehensionQuestion = Type.Object({
  id: Id,
  question_id: Id,
  comprehension_text: Type.String(),
  supporting_picture: Nullable(Picture),
  supporting_picture_size: SizeKey,
});
