import { Type } from 'typebox';
import { endpoint, Id, Success } from '../endpoint.ts';
import { ComprehensionQuestion, Question, QuestionType } from '../bank/questions.ts';

/** Questions that one answer of `getBookmarkedQuestion` lists at most. */
export const BOOKMARKS_PER_PAGE = 20;

export const BookmarkTag = Type.Enum(['Revise', 'Doubts']);
export const SubjectName = Type.Enum(['Physics', 'Chemistry', 'Maths', 'Biology']);

/**
 * Bookmarks a question that the student has met, moves it under another tag, or takes the bookmark away. Repeating it changes nothing.
 * `question_type` travels as the specification has it; the server goes by what it knows of the question.
 */
export const updateQuestionBookmarkStatus = endpoint('POST /student_app/update_question_bookmark_status', {
  summary: 'Bookmark a question, or take the bookmark away',
  body: Type.Object({
    question_id: Id,
    is_bookmarked: Type.Boolean(),
    /** Revise by default. */
    tag: Type.Optional(BookmarkTag),
    question_type: Type.Optional(QuestionType),
  }),
  response: Type.Object({ ...Success }),
  refusals: ['not_allowed'],
});

/** The bookmarked questions of a tag and a subject, newest first; without answer, solution and video where these may not be known. */
export const getBookmarkedQuestion = endpoint('GET /student_app/get_bookmarked_question', {
  summary: 'List bookmarked questions of a tag and subject',
  query: Type.Object({
    /** Without it the first subject that has a question under the tag. */
    subject: Type.Optional(SubjectName),
    /** From 1, which is meant without it. */
    page: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
    /** Without it Revise, or Doubts where only that holds something. */
    tag: Type.Optional(BookmarkTag),
  }),
  response: Type.Object({
    selected_tag: BookmarkTag,
    /** How many questions stand under each tag; subjects without any are left out. */
    counts: Type.Array(Type.Object({ subject: SubjectName, Revise: Type.Integer(), Doubts: Type.Integer() })),
    /** Those of the student's course, and any other that has a bookmarked question. */
    subjects: Type.Array(SubjectName),
    selected_subject: SubjectName,
    questions: Type.Array(Question),
    comprehension_questions: Type.Array(ComprehensionQuestion),
    /** There is another page. */
    render_more_questions: Type.Boolean(),
  }),
  refusals: ['not_allowed'],
});
