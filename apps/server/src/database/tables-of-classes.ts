import type { BoardCue, MeetingProviderName, MeetingStatus } from '@abhyas/contract/classes/live-classes';
import type { Value } from '@abhyas/contract/endpoint';
import type { SheetAnswer, SheetDoubt } from '@abhyas/contract/exam-office/answer-sheets';
import type { SetName } from '@abhyas/exam/exam-office/paper-sets';
import type { GeneratedAlways } from 'kysely';
import type { Defaulted, Json, OptionalJson } from './columns.ts';

/** Tables of classes, live quizzes, files and tests on paper. */
export interface ClassTables {
  stored_files: {
    id: GeneratedAlways<number>;
    institute_id: number;
    user_id: number;
    storage_key: string;
    file_name: string;
    extension: string;
    status: Defaulted<'EXPECTED' | 'STORED' | 'CLEAN' | 'REFUSED'>;
    upload_id: string | null;
    announced_bytes: number | null;
    bytes: number | null;
    sha256: Buffer | null;
    pages: number | null;
    created_at: Date;
    recorded_at: Date | null;
  };
  unreferenced_files: {
    storage_key: string;
    upload_id: string;
    bytes: number;
    first_seen_at: Date;
    last_seen_at: Date;
    passes: number;
  };
  storage_passes: { only_row: Defaulted<boolean>; mark: string; ended_at: Date };
  institute_subjects: {
    id: GeneratedAlways<number>;
    institute_id: number;
    name: string;
    code: Defaulted<string | null>;
    subject_id: Defaulted<number | null>;
    position: Defaulted<number>;
  };
  classrooms: {
    id: GeneratedAlways<number>;
    institute_id: number;
    name: string;
    created_at: Date;
    archived_at: Defaulted<Date | null>;
  };
  classroom_members: {
    id: GeneratedAlways<number>;
    classroom_id: number;
    user_id: number;
    role: 'student' | 'teacher';
    joined_at: Date;
    left_at: Defaulted<Date | null>;
  };
  meetings: {
    id: GeneratedAlways<number>;
    institute_id: number;
    subject_id: number;
    teacher_id: number;
    title: string;
    module: Defaulted<string | null>;
    lecture: Defaulted<string | null>;
    starts_at: Date;
    duration_seconds: number;
    status: Defaulted<MeetingStatus>;
    started_at: Defaulted<Date | null>;
    ended_at: Defaulted<Date | null>;
    cancel_reason: Defaulted<string | null>;
    provider: MeetingProviderName;
    provider_meeting_id: Defaulted<string | null>;
    password: Defaulted<string | null>;
    join_url: Defaulted<string | null>;
    /** Board and speech of the class, by the second. */
    board: OptionalJson<BoardCue[] | null>;
    presence_percent: Defaulted<number>;
    series_id: Defaulted<number | null>;
    created_at: Date;
  };
  meeting_classrooms: { meeting_id: number; classroom_id: number };
  meeting_joins: { student_id: number; meeting_id: number; joined_at: Date };
  meeting_stays: {
    student_id: number;
    meeting_id: number;
    source: 'page' | 'provider';
    stay_key: string;
    from_at: Date;
    to_at: Date;
  };
  meeting_guests: {
    id: GeneratedAlways<number>;
    meeting_id: number;
    stay_key: string;
    name: string;
    from_at: Date;
    to_at: Date;
    student_id: Defaulted<number | null>;
  };
  meeting_recordings: {
    id: GeneratedAlways<number>;
    meeting_id: number;
    status: 'PREPARING' | 'READY' | 'FAILED';
    url: Defaulted<string | null>;
    seconds: Defaulted<number | null>;
    asked_at: Defaulted<Date | null>;
    created_at: Date;
  };
  meeting_feedback: { student_id: number; meeting_id: number; rating: number; feedback_message: string | null; sent_at: Date };
  meeting_hooks: { provider: string; event_id: string; meeting_id: number | null; received_at: Date };
  live_quizzes: {
    id: GeneratedAlways<number>;
    institute_id: number;
    meeting_id: number;
    number: Defaulted<number>;
    reveals: Defaulted<'at_verify' | 'after_lock'>;
    completed_at: Defaulted<Date | null>;
    created_at: Date;
  };
  live_quiz_questions: {
    id: GeneratedAlways<number>;
    quiz_id: number;
    position: number;
    question_id: Defaulted<number | null>;
    question_text: Defaulted<string | null>;
    option_1: Defaulted<string | null>;
    option_2: Defaulted<string | null>;
    option_3: Defaulted<string | null>;
    option_4: Defaulted<string | null>;
    answer: Defaulted<number | null>;
    shown_at: Defaulted<Date | null>;
    locks_at: Defaulted<Date | null>;
    revealed_at: Defaulted<Date | null>;
  };
  live_quiz_answers: {
    student_id: number;
    quiz_question_id: number;
    quiz_id: number;
    selected_option: number;
    result: -1 | 1;
    duration: number;
    answered_at: Date;
    is_late: Defaulted<boolean>;
    accepted_at: Defaulted<Date | null>;
  };
  shared_files: {
    id: GeneratedAlways<number>;
    institute_id: number;
    subject_id: number | null;
    meeting_id: number | null;
    stored_file_id: number;
    title: string;
    description: string | null;
    module: string | null;
    lecture: string | null;
    shared_by: number;
    shared_at: Date;
    removed_at: Defaulted<Date | null>;
  };
  shared_file_classrooms: { shared_file_id: number; classroom_id: number };
  offline_tests: {
    id: GeneratedAlways<number>;
    institute_id: number;
    subject_id: number;
    name: string;
    starts_at: Date;
    duration_seconds: number;
    upload_seconds: Defaulted<number>;
    total_mark: number;
    question_file_id: Defaulted<number | null>;
    created_by: number;
    created_at: Date;
    cancelled_at: Defaulted<Date | null>;
  };
  offline_test_classrooms: { offline_test_id: number; classroom_id: number };
  offline_test_responses: {
    student_id: number;
    id: GeneratedAlways<number>;
    offline_test_id: number;
    status: Defaulted<'NOT_STARTED' | 'QP_DOWNLOADED' | 'SUBMITTED'>;
    downloaded_at: Defaulted<Date | null>;
    submitted_at: Defaulted<Date | null>;
    marks: Defaulted<number | null>;
    remark: Defaulted<string | null>;
    marked_by: Defaulted<number | null>;
    marked_at: Defaulted<Date | null>;
    marked_file_id: Defaulted<number | null>;
  };
  answer_sheets: {
    id: GeneratedAlways<number>;
    institute_id: number;
    paper_id: number;
    student_id: number | null;
    source: 'photo' | 'file';
    file_name: string;
    fingerprint: Buffer;
    set_name: SetName;
    page: number | null;
    roll_number: string;
    answers: Json<Value<typeof SheetAnswer>[]>;
    roll_doubt: OptionalJson<Value<typeof SheetDoubt> | null>;
    read_by: number | null;
    read_at: Date;
    session_id: Defaulted<number | null>;
    gave_test: Defaulted<boolean>;
  };
  offline_test_sheets: { student_id: number; response_id: number; stored_file_id: number; received_at: Date; is_late: boolean };
  meeting_attendance: {
    student_id: number;
    meeting_id: number;
    corrected: Defaulted<'present' | 'absent' | null>;
    reason: Defaulted<string | null>;
    corrected_by: Defaulted<number | null>;
    corrected_at: Defaulted<Date | null>;
    contested_at: Defaulted<Date | null>;
    contest_reason: Defaulted<string | null>;
  };
  calendar_feeds: { user_id: number; institute_id: number; token_hash: Buffer; created_at: Date };
  meeting_concepts: {
    id: GeneratedAlways<number>;
    meeting_id: number;
    topic_id: number | null;
    title: string;
    description: string | null;
    starts_at: number;
    ends_at: number;
    created_by: number | null;
    created_at: Date;
  };
}
