import { missKinds, missReasons } from '@abhyas/exam/reports/miss-kind';
import { Type } from 'typebox';
import { endpoint, Id, Moment, Nullable, Success } from '../endpoint.ts';
import { ComprehensionQuestion, OptionNumber, Question } from '../bank/questions.ts';

/** Questions that one answer of `getMistakes` lists at most. */
export const MISTAKES_PER_PAGE = 20;

const SubjectName = Type.Enum(['Physics', 'Chemistry', 'Maths', 'Biology']);
const MissKind = Type.Enum([...missKinds]);
/** Why it was wrong, as the student says. */
export const MissReason = Type.Enum([...missReasons]);

/** A question that was missed and is not fixed yet. */
const Mistake = Type.Object({
  question: Question,
  /** Of the latest miss. */
  kind: MissKind,
  reason: Nullable(MissReason),
  is_due: Type.Boolean(),
  due_at: Moment,
  times_missed: Type.Integer(),
  /** Different days on which it was answered right since it was last missed; fixed at 2. */
  right_days: Type.Integer(),
  /** The student's latest answer. */
  responses: Type.Array(OptionNumber),
  rich_response: Nullable(Type.String()),
});

/** The mistake book, what is due first. Counts of the filters are of the whole book. */
export const getMistakes = endpoint('GET /student_app/get_mistakes', {
  access: 'trainee',
  summary: 'List questions of the mistake book, due first',
  query: Type.Object({
    subject: Type.Optional(SubjectName),
    chapter_id: Type.Optional(Id),
    kind: Type.Optional(MissKind),
    /** From 1, which is meant without it. */
    page: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
  }),
  response: Type.Object({
    due_count: Type.Integer(),
    due_by_subject: Type.Array(Type.Object({ name: SubjectName, count: Type.Integer() })),
    /** Seconds that the due questions take, by the mean of the answers that were missed. */
    due_seconds: Type.Integer(),
    /** When the next one falls due after today; null when none does. */
    next_due_at: Nullable(Moment),
    /** Today with what is overdue, and the six days after it. */
    forecast: Type.Array(Type.Object({ date: Type.String({ format: 'date' }), count: Type.Integer() })),
    total: Type.Integer(),
    /** Questions that were missed once and are fixed. */
    fixed_count: Type.Integer(),
    subjects: Type.Array(Type.Object({ name: SubjectName, count: Type.Integer() })),
    chapters: Type.Array(Type.Object({ id: Id, name: Type.String(), subject_name: SubjectName, count: Type.Integer() })),
    kinds: Type.Array(Type.Object({ kind: MissKind, count: Type.Integer() })),
    mistakes: Type.Array(Mistake),
    comprehension_questions: Type.Array(ComprehensionQuestion),
    /** There is another page. */
    render_more_questions: Type.Boolean(),
  }),
  refusals: ['not_allowed'],
});

/** How many questions of the mistake book are due today. */
export const getDueMistakes = endpoint('GET /student_app/get_due_mistakes', {
  access: 'trainee',
  summary: 'Count questions of the mistake book that are due today',
  response: Type.Object({ due_count: Type.Integer() }),
});

/** Notes why the latest miss of a question was wrong; null takes it back. A further miss asks again. */
export const setMistakeReason = endpoint('POST /student_app/set_mistake_reason', {
  access: 'trainee',
  summary: 'Note why a question of the mistake book was wrong',
  body: Type.Object({ question_id: Id, reason: Nullable(MissReason) }),
  response: Type.Object({ ...Success }),
  refusals: ['not_found'],
});
