import { Type } from 'typebox';
import { ComprehensionQuestion, OptionNumber, Question, ShownQuestion } from '../bank/questions.ts';
import { TranslatedTexts } from '../bank/translated-texts.ts';
import { TranslatedCode } from '../bank/translations.ts';
import { endpoint, Id, Moment, Nullable, Success } from '../endpoint.ts';
import { FileUrl } from '../institute/stored-files.ts';

/** Characters of a doubt or a note, of an answer, and of the reason of a report or a refusal. */
export const DOUBT_LENGTH = { text: 2000, answer: 5000, reason: 500 } as const;
/** Bytes of a photo, and of a voice note of about three minutes. */
export const DOUBT_BYTES = { photo: 4 * 1024 * 1024, voice: 8 * 1024 * 1024 } as const;
/** Seconds of a voice note, which the page that records it keeps. */
export const VOICE_SECONDS = 180;
/** Extensions under which browsers record a voice note. */
export const voiceExtensions = ['webm', 'mp4'] as const;
export const DOUBTS_PER_PAGE = 20;

const Page = Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 }));
const Reason = Type.String({ minLength: 1, maxLength: DOUBT_LENGTH.reason, pattern: '\\S' });

/** The answer of a teacher: a text, a photo or a voice note, or several of them. */
const DoubtAnswer = Type.Object({
  text: Nullable(Type.String()),
  photo_url: Nullable(FileUrl),
  voice_url: Nullable(FileUrl),
  /** Null if the teacher's account was deleted. */
  teacher_name: Nullable(Type.String()),
  answered_at: Moment,
});

/** A doubt of the student, or a note that only the student reads. */
export const OwnDoubt = Type.Object({
  id: Id,
  question_id: Id,
  /** `withheld`: the doubt is answered, and a test keeps the answer of its question secret. */
  state: Type.Enum(['note', 'waiting', 'answered', 'refused', 'withheld']),
  text: Type.String(),
  photo_url: Nullable(FileUrl),
  asked_at: Moment,
  answer: Nullable(DoubtAnswer),
  /** Why staff refused the doubt. */
  refusal: Nullable(Type.String()),
});

/** An answer that the institute shows to all of its students, with the doubt in words that name nobody. */
const ShownAnswer = Type.Object({ id: Id, doubt_text: Type.String(), answer: DoubtAnswer });

/** The student's doubts and notes, the newest first, with their questions, whose solutions stay where the student has access to them. */
export const getMyDoubts = endpoint('GET /doubts', {
  summary: 'List the doubts and notes of the student',
  reach: 'membership',
  query: Type.Object({
    page: Page,
    /** Sends the texts of the questions in this language too. */
    language: Type.Optional(TranslatedCode),
  }),
  response: Type.Object({
    /** Whether the student asks an institute, or keeps notes. */
    has_teachers: Type.Boolean(),
    doubts: Type.Array(OwnDoubt),
    questions: Type.Array(ShownQuestion),
    comprehension_questions: Type.Array(ComprehensionQuestion),
    translated: Type.Optional(TranslatedTexts),
    render_more_doubts: Type.Boolean(),
  }),
});

/** The student's doubts about a question, and the answers that the institute shows beside it. */
export const getDoubtsOfQuestion = endpoint('GET /questions/{id}/doubts', {
  summary: 'Show the doubts about a question and the answers of teachers',
  id: 'The question.',
  reach: 'membership',
  response: Type.Object({
    has_teachers: Type.Boolean(),
    /** Why the student cannot ask about this question now; null if nothing prevents it. */
    obstacle: Nullable(Type.String()),
    own: Type.Array(OwnDoubt),
    /** Answers to doubts of other students; none while a test keeps the answer of the question secret. */
    shown: Type.Array(ShownAnswer),
  }),
});

/** Stores a doubt for the teachers of the student's institute, or a private note of a student of no institute. */
export const askDoubt = endpoint('POST /questions/{id}/ask', {
  summary: 'Ask a doubt about a question',
  id: 'The question.',
  reach: 'membership',
  body: Type.Object({
    text: Type.String({ minLength: 1, maxLength: DOUBT_LENGTH.text, pattern: '\\S' }),
    /** A JPEG of the working that was uploaded before; only students of an institute may send one. */
    photo_url: Type.Optional(FileUrl),
    /** The language in which the student read the question, unless that is English. */
    language: Type.Optional(TranslatedCode),
  }),
  response: Type.Object({ ...Success, id: Id }),
  refusals: ['not_possible', 'refused_file'],
});

/** Deletes a doubt or note of the student with its photo. */
export const removeDoubt = endpoint('POST /doubts/{id}/remove', {
  summary: 'Delete a doubt or note',
  id: 'The doubt.',
  reach: 'membership',
  body: Type.Object({}),
  response: Type.Object(Success),
  refusals: ['not_possible'],
});

/** Reports the answer of a teacher that the student reads to the owners of the institute. */
export const reportDoubtAnswer = endpoint('POST /doubts/{id}/report', {
  summary: 'Report the answer to a doubt to the owners of the institute',
  id: 'The doubt.',
  reach: 'membership',
  body: Type.Object({ reason: Reason }),
  response: Type.Object(Success),
});

const answers = { staff: 'doubts.answer' } as const;
export const doubtLists = ['waiting', 'answered', 'reported'] as const;

/** A doubt as staff read it. */
export const StaffDoubt = Type.Object({
  id: Id,
  student_id: Id,
  student_name: Nullable(Type.String()),
  question_id: Id,
  text: Type.String(),
  photo_url: Nullable(FileUrl),
  /** The student's last answer to the question when the doubt was asked. */
  responses: Type.Array(OptionNumber),
  rich_response: Nullable(Type.String()),
  /** Seconds on the question; null if the student had not answered it. */
  question_time_spent: Nullable(Type.Integer()),
  is_solution_seen: Type.Boolean(),
  /** The language in which the student read the question; null for English. */
  language: Nullable(TranslatedCode),
  asked_at: Moment,
  answer: Nullable(DoubtAnswer),
  /** The doubt in the words that students of the institute read above the answer; null while only the asker reads it. */
  shown_text: Nullable(Type.String()),
  /** A running test has the question, so that its key is not shown and the doubt cannot be answered now. */
  is_held: Type.Boolean(),
  /** For those who decide about reports. */
  report: Nullable(Type.Object({ reason: Type.String(), reported_at: Moment })),
});

/** Doubts of the institute's students: waiting ones the oldest first, the others the newest first. */
export const getDoubts = endpoint('GET /staff/doubts', {
  summary: 'List the doubts of students',
  access: answers,
  query: Type.Object({
    list: Type.Optional(Type.Enum([...doubtLists])),
    subject: Type.Optional(Type.Enum(['Physics', 'Chemistry', 'Maths', 'Biology'])),
    page: Page,
  }),
  response: Type.Object({
    /** Waiting doubts of each subject that has some. */
    waiting: Type.Array(Type.Object({ subject: Type.String(), count: Type.Integer() })),
    /** Number of reported answers; 0 for staff who do not decide about reports. */
    reported_count: Type.Integer(),
    doubts: Type.Array(StaffDoubt),
    questions: Type.Array(Question),
    comprehension_questions: Type.Array(ComprehensionQuestion),
    /** The texts of the questions that students read in Hindi. */
    translated: TranslatedTexts,
    render_more_doubts: Type.Boolean(),
  }),
});

/** Answers a doubt, or replaces its answer, and notifies the student. */
export const answerDoubt = endpoint('POST /staff/doubts/{id}/answer', {
  summary: 'Answer a doubt',
  id: 'The doubt.',
  access: answers,
  body: Type.Object({
    text: Type.Optional(Type.String({ maxLength: DOUBT_LENGTH.answer })),
    /** A file that was uploaded for this answer, or the one that it has. */
    photo_url: Type.Optional(FileUrl),
    voice_url: Type.Optional(FileUrl),
    /** Shows the answer to all students of the institute, under the doubt in these words. */
    shown_text: Type.Optional(Type.String({ minLength: 1, maxLength: DOUBT_LENGTH.text, pattern: '\\S' })),
  }),
  response: Type.Object(Success),
  refusals: ['not_possible', 'refused_file'],
});

/** Shows an answer to all students of the institute under the given words, or to its asker only. */
export const showDoubt = endpoint('POST /staff/doubts/{id}/show', {
  summary: 'Show the answer to a doubt to the students of the institute',
  id: 'The doubt.',
  access: answers,
  body: Type.Object({ shown_text: Nullable(Type.String({ minLength: 1, maxLength: DOUBT_LENGTH.text, pattern: '\\S' })) }),
  response: Type.Object(Success),
  refusals: ['not_possible'],
});

/** Refuses a waiting doubt that is none, such as an insult. The student reads the reason. */
export const refuseDoubt = endpoint('POST /staff/doubts/{id}/refuse', {
  summary: 'Refuse a doubt with a reason',
  id: 'The doubt.',
  access: answers,
  body: Type.Object({ reason: Reason }),
  response: Type.Object(Success),
  refusals: ['not_possible'],
});

/** Decides about a reported answer: keeps it, or takes it back, so that the doubt waits again. */
export const settleDoubtReport = endpoint('POST /staff/doubts/{id}/settle_report', {
  summary: 'Decide about a reported answer to a doubt',
  id: 'The doubt.',
  access: { staff: 'doubts.settle' },
  body: Type.Object({ keeps_answer: Type.Boolean() }),
  response: Type.Object(Success),
  refusals: ['not_possible'],
});
