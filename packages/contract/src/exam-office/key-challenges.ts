import { Type } from 'typebox';
import { AcceptedAnswer, ComprehensionQuestion, OptionNumber, ShownQuestion } from '../bank/questions.ts';
import { TranslatedTexts } from '../bank/translated-texts.ts';
import { TranslatedCode } from '../bank/translations.ts';
import { endpoint, Id, Moment, Nullable, Success } from '../endpoint.ts';

/** The claim of a student against a key. With `other_answer` the student names the answer that is right. */
export const keyClaims = ['other_answer', 'several_answers', 'no_answer', 'unclear_question'] as const;
const KeyClaim = Type.Enum([...keyClaims]);
export type KeyClaim = (typeof keyClaims)[number];

/** Characters of the reason of a challenge. */
export const CHALLENGE_LENGTH = { least: 20, most: 1000 } as const;
/** The most challenges of a student in one paper. */
export const MOST_CHALLENGES = 20;
/** The most days for which the keys of a paper may be challenged. */
export const MOST_CHALLENGE_DAYS = 30;

const Claim = {
  claim: KeyClaim,
  /** The answer that the student considers right; null for any other claim than `other_answer`. */
  answer: Nullable(AcceptedAnswer),
  reason: Type.String(),
  made_at: Moment,
};

/** The decision of staff about a challenged question. */
const Decision = Type.Object({ is_changed: Type.Boolean(), reason: Type.String() });

/** The time in which students may challenge the keys of a paper. */
export const ChallengeWindow = Type.Object({
  opened_at: Moment,
  closes_at: Moment,
  /** When the institute published the final keys. */
  final_at: Nullable(Moment),
});

/** The questions of a paper, each with the student's answer, its key, and the student's challenge. */
export const getKeyChallenge = endpoint('GET /key_challenges/{id}', {
  summary: 'Show the response sheet of a paper with its keys, to challenge them',
  id: 'The paper.',
  reach: 'membership',
  query: Type.Object({
    /** Sends the texts of the questions in this language too. */
    language: Type.Optional(TranslatedCode),
  }),
  response: Type.Object({
    name: Type.String(),
    window: ChallengeWindow,
    is_open: Type.Boolean(),
    questions: Type.Array(
      Type.Object({
        question: ShownQuestion,
        /** The options that the student chose. */
        responses: Type.Array(OptionNumber),
        /** The number that the student typed, as text. */
        rich_response: Nullable(Type.String()),
        /** Null while another test keeps the answer of the question secret. */
        accepted_answers: Nullable(Type.Array(AcceptedAnswer)),
        /** Number of decimals to which a typed number is compared with the key. */
        precision: Type.Integer(),
        correction: Nullable(Type.Enum(['dropped', 'bonus'])),
        challenge: Nullable(Type.Object(Claim)),
        /** Null until the final keys are published. */
        decision: Nullable(Decision),
      }),
    ),
    comprehension_questions: Type.Array(ComprehensionQuestion),
    translated: Type.Optional(TranslatedTexts),
  }),
  refusals: ['not_possible'],
});

/** Stores the student's challenge of a key, which replaces an earlier one of the same question. */
export const challengeKey = endpoint('POST /key_challenges/{id}/challenge', {
  summary: 'Challenge the key of a question',
  id: 'The paper.',
  reach: 'membership',
  body: Type.Object({
    question_id: Id,
    claim: KeyClaim,
    answer: Type.Optional(AcceptedAnswer),
    reason: Type.String({ minLength: 1, maxLength: CHALLENGE_LENGTH.most }),
  }),
  response: Type.Object(Success),
  refusals: ['not_possible'],
});

export const withdrawChallenge = endpoint('POST /key_challenges/{id}/withdraw', {
  summary: 'Withdraw the challenge of a key',
  id: 'The paper.',
  reach: 'membership',
  body: Type.Object({ question_id: Id }),
  response: Type.Object(Success),
  refusals: ['not_possible'],
});

const access = { staff: 'keys.correct' } as const;

/** The challenged questions of a paper, those with the most challenges first. */
export const getKeyChallenges = endpoint('GET /staff/tests/{id}/key_challenges', {
  summary: 'List the challenges of the keys of a paper by question',
  id: 'The paper.',
  access,
  response: Type.Object({
    name: Type.String(),
    window: Nullable(ChallengeWindow),
    /** Names of the other shifts of the test, whose windows open and end with this one. */
    other_shifts: Type.Array(Type.String()),
    questions: Type.Array(
      Type.Object({
        question_id: Id,
        question: ShownQuestion,
        /** From 1, in the paper's order. */
        number: Type.Integer(),
        /** Whether the institute owns the question and can correct its key. */
        is_own: Type.Boolean(),
        /** Number of all challenges; `challenges` contains the latest fifty, or fewer where many questions are challenged. */
        challenge_count: Type.Integer(),
        challenges: Type.Array(Type.Object({ student_id: Id, name: Nullable(Type.String()), ...Claim })),
        decision: Nullable(Decision),
      }),
    ),
    comprehension_questions: Type.Array(ComprehensionQuestion),
  }),
});

/** Opens the keys of a paper, and of the other shifts of its test, for challenges; or moves the end of an open window. */
export const openKeyChallenges = endpoint('POST /staff/tests/{id}/open_key_challenges', {
  summary: 'Show students the provisional keys, and let them challenge these until a time',
  id: 'The paper.',
  access,
  body: Type.Object({ closes_at: Moment }),
  response: Type.Object({ ...Success, notified_count: Type.Integer() }),
  refusals: ['not_possible', 'students_sitting'],
});

export const keepKey = endpoint('POST /staff/tests/{id}/keep_key', {
  summary: 'Decide that a challenged key stays as it is',
  id: 'The paper.',
  access,
  body: Type.Object({ question_id: Id, reason: Type.String({ minLength: 1, maxLength: 500, pattern: '\\S' }) }),
  response: Type.Object(Success),
  refusals: ['not_possible'],
});

/** Publishes the final keys once the window is over and every challenge is decided, and notifies the students. */
export const publishFinalKeys = endpoint('POST /staff/tests/{id}/publish_final_keys', {
  summary: 'Publish the final keys of a paper',
  id: 'The paper.',
  access,
  body: Type.Object({}),
  response: Type.Object({ ...Success, notified_count: Type.Integer() }),
  refusals: ['not_possible'],
});
