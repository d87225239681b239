import { Type } from 'typebox';
import { endpoint, Id, Nullable } from '../endpoint.ts';
import { ComprehensionQuestion, Question } from './questions.ts';
import { MOST_SEARCH_TEXT } from './search-text.ts';
import { TranslatedTexts } from './translated-texts.ts';
import { TranslatedCode } from './translations.ts';

/** Questions on one page of results; a page with fewer is the last. */
export const SEARCH_PAGE_SIZE = 20;
/** The most matches that are counted and can be paged through; above this limit the count reads "over 1,000". */
export const MOST_SEARCH_MATCHES = 1000;

/** Courses of the solutions board, each with its subjects. */
export const searchCourses = [
  { id: 1, name: 'JEE', course: 'ENG', subject_ids: [1, 2, 3] },
  { id: 2, name: 'NEET', course: 'MED', subject_ids: [2, 3, 4, 5] },
] as const;

const Named = Type.Object({ id: Id, name: Type.String() });

/** Filters of a search: `test_type_id` is the course, `checkpoint_id` the topic; names of previous papers are separated by commas. */
const filters = {
  search_question_text: Type.Optional(Type.String({ maxLength: MOST_SEARCH_TEXT })),
  test_type_id: Type.Optional(Id),
  subject_id: Type.Optional(Id),
  chapter_id: Type.Optional(Id),
  checkpoint_id: Type.Optional(Id),
  previous_papers: Type.Optional(Type.String({ maxLength: 2000 })),
};

/** The choices for the next filter: chapters of the chosen subject, topics of the chosen chapter, previous papers of the course. */
export const getAllFilterCategories = endpoint('GET /search/get_all_filter_categories', {
  access: 'anyone',
  query: Type.Object(filters),
  response: Type.Object({
    courses: Type.Array(Named),
    subjects: Type.Array(Named),
    chapters: Type.Array(Named),
    topics: Type.Array(Named),
    previous_papers: Type.Array(Named),
  }),
});

export const getCoursesAndPreviousPaper = endpoint('GET /search/get_courses_and_previous_paper', {
  access: 'anyone',
  query: Type.Object({ send: Type.Optional(Type.Boolean()) }),
  response: Type.Object({ courses: Type.Array(Named), previous_papers: Type.Array(Named) }),
});

/** A question in the results: with answer and solution, or locked because its topic is part of Premium. */
export const FoundQuestion = Type.Object({
  ...Question.properties,
  topic_name: Type.String(),
  subject_name: Type.String(),
  /** Whether the solution is locked, because it is part of Premium. */
  is_solution_locked: Type.Boolean(),
  /** Names of previous papers that contain the question. */
  previous_papers: Type.Array(Type.String()),
  /** Words of the question for the address of its page, `/solutions/{id}/{slug}`. */
  slug: Type.String(),
});

/** Searches the questions that the caller may see: the shared bank, and for a member also the institute's own. */
export const searchQuestions = endpoint('GET /search/search_questions', {
  access: 'anyone',
  query: Type.Object({
    ...filters,
    page: Type.Optional(Type.Integer({ minimum: 1, maximum: MOST_SEARCH_MATCHES / SEARCH_PAGE_SIZE })),
    /** Sends the texts of the questions in this language too. */
    language: Type.Optional(TranslatedCode),
  }),
  response: Type.Object({
    data: Type.Object({
      totalQuestions: Type.Integer(),
      /** Whether there are more matches than `totalQuestions` says. */
      is_count_capped: Type.Boolean(),
      questions: Type.Array(FoundQuestion),
      comprehension_questions: Type.Array(ComprehensionQuestion),
      translated: Type.Optional(TranslatedTexts),
      /** Words and stems to highlight in the texts, with typing mistakes corrected. */
      matched: Type.Array(Type.String()),
      /** Whether the text has only words that are in nearly every question ("the"), which find nothing by themselves. */
      has_only_common_words: Type.Boolean(),
      /** Formulas to highlight, in their plain form (`plainFormula`). */
      matched_formulas: Type.Array(Type.String()),
    }),
  }),
});

/** One question of the solutions board. */
export const getSolution = endpoint('GET /search/{id}/get_solution', {
  summary: 'Show a question with its solution, without a sign-in',
  id: 'The question.',
  access: 'anyone',
  query: Type.Object({
    /** Sends the text of the question in this language too. */
    language: Type.Optional(TranslatedCode),
  }),
  response: Type.Object({
    question: FoundQuestion,
    comprehension_question: Nullable(ComprehensionQuestion),
    translated: Type.Optional(TranslatedTexts),
  }),
});
