import { objectTypes, sessionTypes, testModes } from '@abhyas/contract/bank/catalogue';
import type { TranslatedTexts } from '@abhyas/contract/bank/translated-texts';
import type { Answer } from '@abhyas/contract/endpoint';
import type { getLandingPageData } from '@abhyas/contract/site/home';
import { questionTypes } from '@abhyas/exam/bank/question';
import { holdsPosition } from '@abhyas/exam/tests/sections';
import type { PaperSection, QuestionContent } from '../../../../question/question-content.ts';
import type { TestPayload } from '../test-payload.ts';

export type Tried = Answer<typeof getLandingPageData>['questions'][number];

/** The marks of NEET and JEE Main. */
const marks = { correct: 4, incorrect: -1, unattempted: 0, partial: null } as const;
/** Seconds for each question. With two or more questions, the time is above the five minutes at which the timer begins to warn. */
const SECONDS_A_QUESTION = 180;

const noPictures = {
  image_option_1: null,
  image_option_2: null,
  image_option_3: null,
  image_option_4: null,
  image_option_1_size: 0,
  image_option_2_size: 0,
  image_option_3_size: 0,
  image_option_4_size: 0,
  supporting_picture: null,
  supporting_picture_size: 0,
  solution_supporting_picture: null,
  solution_supporting_picture_size: 0,
} as const;

// No question of the bank has this id.
const OWN_ID = Number.MAX_SAFE_INTEGER;

function questionOf({ text, options, answer, solution, hindi }: Tried): QuestionContent {
  const isNumerical = typeof answer === 'string';
  return {
    id: OWN_ID,
    ...(hindi ? { also_in: ['hi'] } : {}),
    position: 0,
    question_type: isNumerical ? questionTypes.numerical : questionTypes.four_options,
    subject_id: 0,
    chapter_name: '',
    section: 0,
    complexity: 3,
    question_text: text,
    option_1: options[0] ?? null,
    option_2: options[1] ?? null,
    option_3: options[2] ?? null,
    option_4: options[3] ?? null,
    ...noPictures,
    options_layout: 1,
    comprehension_question_id: null,
    not_asked_in: [],
    answers: isNumerical ? answer : [answer],
    accepted_answers: [answer],
    precision: 2,
    solution_text: solution,
    video_solution_uri: null,
    numerical_notes: null,
  };
}

/** A question of a trial with the name of its subject. */
export interface TrialQuestion {
  subject: string;
  content: QuestionContent;
}

/** The brand's own question, which the start page shows. */
export const ownQuestion = (tried: Tried): TrialQuestion => ({ subject: tried.subject, content: questionOf(tried) });

/** The Hindi of the brand's own question; empty without one. */
export const ownTexts = ({ hindi }: Tried): TranslatedTexts['questions'] =>
  hindi
    ? [{ id: OWN_ID, question_text: hindi.text, options: null, figure_alt: null, option_alts: null, solution_text: hindi.solution }]
    : [];

/** Subjects in the order of their first question, in each subject the questions with options first. */
function inSections(questions: readonly TrialQuestion[]): TrialQuestion[] {
  const subjects = [...new Set(questions.map(({ subject }) => subject))];
  const placeOf = ({ subject, content }: TrialQuestion) => subjects.indexOf(subject) * 4 + content.question_type;
  return questions.toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** The sections of the questions in their order, with the marking scheme that both exams share. */
function sectionsOf(questions: readonly TrialQuestion[]): PaperSection[] {
  const sections: PaperSection[] = [];
  questions.forEach(({ subject, content }, at) => {
    const last = sections.at(-1);
    if (last?.subject_name === subject && last.question_type === content.question_type) last.question_count += 1;
    else
      sections.push({
        name: last?.subject_name === subject ? 'B' : 'A',
        section: last?.subject_name === subject ? 1 : 0,
        subject_id: content.subject_id,
        subject_name: subject,
        question_type: content.question_type,
        first_position: at,
        question_count: 1,
        attempt_limit: null,
        limit_kind: null,
        integer: false,
        ...marks,
      });
  });
  return sections;
}

/** The questions as a test that begins now, at `first`. It contains the keys, because the browser itself marks it. */
export function tryPaper(name: string, tried: readonly TrialQuestion[], first: TrialQuestion | undefined, now: number): TestPayload {
  const questions = inSections(tried);
  const sections = sectionsOf(questions);
  const current_index = Math.max(0, first ? questions.indexOf(first) : 0);
  const seconds = questions.length * SECONDS_A_QUESTION;
  return {
    test_info: {
      id: 1,
      name,
      session_id: 1,
      session_status: 'IN_PROGRESS',
      object_type: objectTypes.test,
      session_type: sessionTypes.adaptive,
      chapter_id: null,
      question_count: questions.length,
      session_time_spent: 0,
      deadline: new Date(now + seconds * 1000).toISOString(),
      server_time: new Date(now).toISOString(),
      writer: 1,
      current_index,
      should_request_otp: false,
      disable_begin: false,
      test_date: null,
      start_time: null,
      end_time: null,
      is_new_neet_pattern: false,
      is_online: true,
      is_institute_test: false,
      is_missed_test: false,
      is_exam_exact: false,
      allows_exam_exact: false,
      is_test_retakable: true,
      is_session_review: false,
      is_choice: false,
      is_revise: false,
      show_finish_session: true,
      test_mode_type: testModes.mock,
      test_type: '',
      test_duration: seconds,
      remaining_duration: seconds,
      time_kind: 'wall_clock',
    },
    questions: questions.map(({ content }, at) => ({
      ...content,
      position: at,
      section: sections.find((each) => holdsPosition(each, at))?.section ?? 0,
    })),
    question_responses: [],
    comprehension_questions: [],
    bookmarked_question_ids: [],
    sections,
    attending_count: 0,
    redirect_to_report: false,
    is_otp_required: false,
    locked_at: null,
    can_lock_test: false,
    seal_key: null,
  };
}
