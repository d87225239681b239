import { Type } from 'typebox';
import { endpoint, Id, Success } from '../endpoint.ts';
import { TranslatedTexts } from '../bank/translated-texts.ts';
import { TranslatedCode } from '../bank/translations.ts';
import { ComprehensionQuestion, Question, QuestionType } from '../bank/questions.ts';

/** The most questions in one response of `getBookmarkedQuestion`. */
export const BOOKMARKS_PER_PAGE = 20;

export const BookmarkTag = Type.Enum(['Revise', 'Doubts']);
export const SubjectName = Type.Enum(['Physics', 'Chemistry', 'Maths', 'Biology']);

/**
 * Bookmarks a question that the student has seen, moves it to another tag, or removes the bookmark. Repeating the call changes nothing.
 * `question_type` is one of the fixed fields (docs/product.md); the server reads the type from its own row of the question.
 */
export const updateQuestionBookmarkStatus = endpoint('POST /student_app/update_question_bookmark_status', {
  summary: 'Bookmark a question, or remove the bookmark',
  body: Type.Object({
    question_id: Id,
    is_bookmarked: Type.Boolean(),
    /** Default: Revise. */
    tag: Type.Optional(BookmarkTag),
    question_type: Type.Optional(QuestionType),
  }),
  response: Type.Object({ ...Success }),
  refusals: ['not_allowed'],
});

/** The bookmarked questions of a tag and a subject, newest first, with answer, solution and video if the student may know them. */
export const getBookmarkedQuestion = endpoint('GET /student_app/get_bookmarked_question', {
  summary: 'List bookmarked questions of a tag and subject',
  query: Type.Object({
    /** Default: the first subject with a question under the tag. */
    subject: Type.Optional(SubjectName),
    /** Counted from 1. Default: 1. */
    page: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
    /** Default: Revise, or Doubts if only Doubts has questions. */
    tag: Type.Optional(BookmarkTag),
    /** Sends the texts of the questions in this language too. */
    language: Type.Optional(TranslatedCode),
  }),
  response: Type.Object({
    selected_tag: BookmarkTag,
    /** Number of questions under each tag; subjects without questions are left out. */
    counts: Type.Array(Type.Object({ subject: SubjectName, Revise: Type.Integer(), Doubts: Type.Integer() })),
    /** Subjects of the student's course, and any other subject with a bookmarked question. */
    subjects: Type.Array(SubjectName),
    selected_subject: SubjectName,
    questions: Type.Array(Question),
    comprehension_questions: Type.Array(ComprehensionQuestion),
    translated: Type.Optional(TranslatedTexts),
    /** Whether there is another page. */
    render_more_questions: Type.Boolean(),
  }),
  refusals: ['not_allowed'],
});
