import { missKinds, missReasons } from '@abhyas/exam/reports/miss-kind';
import { Type } from 'typebox';
import { endpoint, Id, Moment, Nullable, Success } from '../endpoint.ts';
import { TranslatedTexts } from '../bank/translated-texts.ts';
import { TranslatedCode } from '../bank/translations.ts';
import { ComprehensionQuestion, OptionNumber, Question } from '../bank/questions.ts';

/** The most questions in one response of `getMistakes`. */
export const MISTAKES_PER_PAGE = 20;

/** The most questions of one redo of the mistake book. */
export const REDO_AT_ONCE = 10;

const SubjectName = Type.Enum(['Physics', 'Chemistry', 'Maths', 'Biology']);
const MissKind = Type.Enum([...missKinds]);
/** Why the answer was wrong, in the student's own judgement. */
export const MissReason = Type.Enum([...missReasons]);

/** A question that the student missed and has not fixed yet. */
const Mistake = Type.Object({
  question: Question,
  /** Reason of the latest miss. */
  kind: MissKind,
  reason: Nullable(MissReason),
  is_due: Type.Boolean(),
  due_at: Moment,
  times_missed: Type.Integer(),
  /** Number of days with a right answer since the latest miss; with 2 the question is fixed. */
  right_days: Type.Integer(),
  /** The student's latest answer. */
  responses: Type.Array(OptionNumber),
  rich_response: Nullable(Type.String()),
});

/** The mistake book, due questions first. The counts beside the filters are those of the whole book. */
export const getMistakes = endpoint('GET /student_app/get_mistakes', {
  access: 'trainee',
  summary: 'List questions of the mistake book, due questions first',
  query: Type.Object({
    subject: Type.Optional(SubjectName),
    chapter_id: Type.Optional(Id),
    kind: Type.Optional(MissKind),
    /** Counted from 1. Default: 1. */
    page: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
    /** Sends the texts of the questions in this language too. */
    language: Type.Optional(TranslatedCode),
  }),
  response: Type.Object({
    due_count: Type.Integer(),
    due_by_subject: Type.Array(Type.Object({ name: SubjectName, count: Type.Integer() })),
    /** Expected seconds for the due questions, computed from the mean time of the missed answers. */
    due_seconds: Type.Integer(),
    /** When the next question becomes due after today; null if none does. */
    next_due_at: Nullable(Moment),
    /** Due questions of today, overdue ones included, and of the next six days. */
    forecast: Type.Array(Type.Object({ date: Type.String({ format: 'date' }), count: Type.Integer() })),
    total: Type.Integer(),
    /** Questions that were missed and are fixed now. */
    fixed_count: Type.Integer(),
    subjects: Type.Array(Type.Object({ name: SubjectName, count: Type.Integer() })),
    chapters: Type.Array(Type.Object({ id: Id, name: Type.String(), subject_name: SubjectName, count: Type.Integer() })),
    kinds: Type.Array(Type.Object({ kind: MissKind, count: Type.Integer() })),
    mistakes: Type.Array(Mistake),
    comprehension_questions: Type.Array(ComprehensionQuestion),
    translated: Type.Optional(TranslatedTexts),
    /** Whether there is another page. */
    render_more_questions: Type.Boolean(),
  }),
  refusals: ['not_allowed'],
});

/** Number of questions of the mistake book that are due today. */
export const getDueMistakes = endpoint('GET /student_app/get_due_mistakes', {
  access: 'trainee',
  summary: 'Count questions of the mistake book that are due today',
  response: Type.Object({ due_count: Type.Integer() }),
});

/** Notes why the student missed a question; null removes the note. The next miss of the question asks again. */
export const setMistakeReason = endpoint('POST /student_app/set_mistake_reason', {
  access: 'trainee',
  summary: 'Note why a question of the mistake book was wrong',
  body: Type.Object({ question_id: Id, reason: Nullable(MissReason) }),
  response: Type.Object({ ...Success }),
  refusals: ['not_found'],
});
