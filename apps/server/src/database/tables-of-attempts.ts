import type { SeatVerdict } from '@abhyas/exam/tests/seat-verdict';
import type { KeyClaim } from '@abhyas/contract/exam-office/key-challenges';
import type { AcceptedAnswer } from '@abhyas/exam/bank/question';
import type { MissKind, MissReason } from '@abhyas/exam/reports/miss-kind';
import type { GeneratedAlways } from 'kysely';
import type { Defaulted, Json, OptionalJson } from './columns.ts';

/** Tables of students' attempts at tests and of their practice. */
export interface AttemptTables {
  topic_figures: {
    student_id: number;
    topic_id: number;
    institute_id: number | null;
    verified: number;
    correct: number;
    incorrect: number;
    seconds: number;
  };
  paper_assignments: { paper_id: number; student_id: number; extension_seconds: Defaulted<number>; otp_tries: Defaulted<number> };
  sessions: {
    student_id: number;
    id: GeneratedAlways<number>;
    object_type: number;
    session_type: number;
    topic_id: number | null;
    chapter_id: number | null;
    paper_id: number | null;
    status: Defaulted<'IN_PROGRESS' | 'COMPLETE'>;
    began_at: Date;
    deadline: Date | null;
    session_time_spent: Defaulted<number>;
    time_reported_at: Date | null;
    writer: Defaulted<number>;
    current_index: Defaulted<number>;
    finished_at: Date | null;
    finished_by: 'student' | 'clock' | 'restart' | null;
    total_score: number | null;
    max_score: number | null;
    is_over_limit: Defaulted<boolean>;
    locked_at: Defaulted<Date | null>;
    is_ranked: Defaulted<boolean>;
    seal_key: Defaulted<Buffer | null>;
    unclaimed_seconds: Defaulted<number>;
    is_time_doubtful: Defaulted<boolean>;
    is_exam_exact: Defaulted<boolean>;
    is_in_mistake_book: Defaulted<boolean>;
    ended_by_clock_at: Defaulted<Date | null>;
    source: Defaulted<string>;
  };
  session_scores: {
    paper_id: number;
    subject_id: number;
    student_id: number;
    session_id: number;
    score: number;
    max_score: number;
    correct: number;
    incorrect: number;
    unattempted: number;
    is_ranked: boolean;
    ties: Defaulted<number[]>;
  };
  paper_score_counts: { paper_id: number; subject_id: number; score: number; slot: number; count: number };
  seat_verdicts: { student_id: number; session_id: number; paper_id: number; verdict: Exclude<SeatVerdict, 'healthy'>; said_at: Date };
  session_events: {
    student_id: number;
    session_id: number;
    id: GeneratedAlways<number>;
    kind: 'left_window' | 'locked' | 'unlocked';
    second: number | null;
    at: Date;
  };
  late_uploads: {
    student_id: number;
    session_id: number;
    id: GeneratedAlways<number>;
    received_at: Date;
    writer: number;
    key_visible: Defaulted<boolean>;
    responses: Json<unknown[]>;
    accepted_at: Date | null;
  };
  session_questions: {
    student_id: number;
    session_id: number;
    position: number;
    question_id: number;
    rating: Defaulted<number | null>;
    is_seen: Defaulted<boolean | null>;
    is_missed: Defaulted<boolean | null>;
  };
  shown_hints: { student_id: number; session_id: number; question_id: number; shown_at: Date };
  practice_sessions: { student_id: number; session_id: number; rating: number; answered: number; places: Defaulted<number[]> };
  personalised_tests: { student_id: number; session_id: number; complexity: 0 | 1 | 2; total_count: number; filled_count: number };
  responses: {
    student_id: number;
    session_id: number;
    question_id: number;
    id: GeneratedAlways<number>;
    responses: Defaulted<number[]>;
    rich_response: string | null;
    is_marked: Defaulted<boolean>;
    is_visited: Defaulted<boolean>;
    verified: Defaulted<boolean>;
    verified_at: Date | null;
    result: -1 | 0 | 1 | 2 | null;
    marks: number | null;
    writer: number;
    version: number;
    question_time_spent: Defaulted<number>;
    solution_request_time: number | null;
    updated_at: Defaulted<Date>;
  };
  visits: {
    student_id: number;
    session_id: number;
    writer: number;
    number: number;
    question_id: number;
    second: number;
    seconds: number;
    answer: string;
    /** Set if the question was shown in this language during the visit; null means English only. */
    language: Defaulted<'hi' | null>;
  };
  bookmarks: {
    student_id: number;
    question_id: number;
    tag: 'Revise' | 'Doubts';
    bookmarked_at: Date;
    topic_id: number;
    institute_id: number | null;
  };
  mistakes: {
    student_id: number;
    question_id: number;
    kind: MissKind;
    reason: Defaulted<MissReason | null>;
    missed_at: Date;
    times_missed: number;
    session_id: number;
    due_at: Date;
    stability: number;
    difficulty: number;
    reps: number;
    lapses: number;
    state: number;
    scheduled_days: number;
    last_review_at: Date | null;
    right_days: number;
    last_right_day: number | null;
    is_fixed: boolean;
    topic_id: number;
    institute_id: number | null;
    seconds: Defaulted<number>;
  };
  question_reports: {
    student_id: number;
    id: GeneratedAlways<number>;
    question_id: number;
    problem_type: 2 | 4 | 6 | 7 | 10;
    message: string | null;
    reported_at: Date;
    closed_at: Defaulted<Date | null>;
    closed_by: Defaulted<'answer' | 'key_correction' | null>;
    reply: Defaulted<string | null>;
  };
  doubts: {
    student_id: number;
    id: GeneratedAlways<number>;
    institute_id: number | null;
    question_id: number;
    text: string;
    photo_id: number | null;
    responses: Defaulted<number[]>;
    rich_response: string | null;
    question_time_spent: number | null;
    is_solution_seen: Defaulted<boolean>;
    language: Defaulted<'hi' | null>;
    asked_at: Date;
    answer_text: Defaulted<string | null>;
    answer_photo_id: Defaulted<number | null>;
    answer_voice_id: Defaulted<number | null>;
    answered_by: Defaulted<number | null>;
    answered_at: Defaulted<Date | null>;
    refusal: Defaulted<string | null>;
    refused_at: Defaulted<Date | null>;
    shown_text: Defaulted<string | null>;
    reported_at: Defaulted<Date | null>;
    reported_by: Defaulted<number | null>;
    report_reason: Defaulted<string | null>;
  };
  key_challenge_windows: { paper_id: number; opened_at: Date; closes_at: Date; final_at: Defaulted<Date | null> };
  key_challenges: {
    student_id: number;
    paper_id: number;
    question_id: number;
    claim: KeyClaim;
    answer: OptionalJson<AcceptedAnswer | null>;
    reason: string;
    made_at: Date;
  };
  kept_keys: { paper_id: number; question_id: number; reason: string; decided_at: Date };
  quick_point_tags: { student_id: number; quick_point_id: number; tag: 'KNOWN' | 'UNKNOWN'; tagged_at: Date };
  session_days: {
    student_id: number;
    session_id: number;
    /** Days since 1970-01-01, of Asia/Kolkata. */
    day: number;
    subject_id: number;
    correct: number;
    incorrect: number;
    seconds: number;
  };
  /** Steps of questions' ratings that are not yet in `question_ratings`. */
  rating_steps: { student_id: number; question_id: number; step: number; moved_at: Date };
  student_ratings: { student_id: number; subject_id: number; rating: number; answered: number };
}
