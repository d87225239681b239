import type { Tables } from '../../../database/tables.ts';
import { nameOf, ofStudent, ofUser, type PersonalTable } from './personal-rows.store.ts';

/** The personal data of an institute's people: the institute's tables in `personalTables`. */
export const institutePersonalTables = {
  letter_readers: {
    rows: ofUser,
    columns: ['agreed_at', 'told_for', 'in_site', 'by_text', 'mail_address', 'texted_for', 'mailed_for', 'mail_asked_at'],
    withheld: ['user_id'],
  },
  session_moves: {
    rows: ofStudent,
    columns: [
      'paper_id',
      'session_id',
      'gives_back',
      'reason',
      'created_at',
      'expires_at',
      'ended_at',
      'used_at',
      'given_seconds',
      'tries',
    ],
    withheld: ['id', 'student_id', 'membership_id', 'handle', 'code_hash', 'made_by', 'made_as'],
  },
  key_challenges: {
    rows: ofStudent,
    columns: ['paper_id', 'question_id', 'claim', 'answer', 'reason', 'made_at'],
    withheld: ['student_id'],
    more: { paper: nameOf('papers', 'paper_id') },
  },
  seat_verdicts: { rows: ofStudent, columns: ['session_id', 'verdict', 'said_at'], withheld: ['student_id', 'paper_id'] },
  classroom_members: {
    rows: ofUser,
    columns: ['classroom_id', 'role', 'joined_at', 'left_at'],
    withheld: ['id', 'user_id'],
    more: { classroom: nameOf('classrooms', 'classroom_id') },
  },
  calendar_feeds: { rows: ofUser, columns: ['institute_id', 'created_at'], withheld: ['user_id', 'token_hash'] },
  meeting_joins: {
    rows: ofStudent,
    columns: ['meeting_id', 'joined_at'],
    withheld: ['student_id'],
    more: { class: nameOf('meetings', 'meeting_id', 'title') },
  },
  meeting_stays: { rows: ofStudent, columns: ['meeting_id', 'source', 'from_at', 'to_at'], withheld: ['student_id', 'stay_key'] },
  meeting_guests: { rows: ofStudent, columns: ['meeting_id', 'name', 'from_at', 'to_at'], withheld: ['id', 'student_id', 'stay_key'] },
  meeting_feedback: { rows: ofStudent, columns: ['meeting_id', 'rating', 'feedback_message', 'sent_at'], withheld: ['student_id'] },
  meeting_attendance: {
    rows: ofStudent,
    columns: ['meeting_id', 'corrected', 'reason', 'corrected_at', 'contested_at', 'contest_reason'],
    withheld: ['student_id', 'corrected_by'],
  },
  live_quiz_answers: {
    rows: ofStudent,
    columns: ['quiz_id', 'quiz_question_id', 'selected_option', 'duration', 'answered_at', 'is_late', 'accepted_at'],
    withheld: ['student_id', 'result'],
    more: {
      result: 'case when exists (select from live_quizzes x where x.id = t.quiz_id and x.completed_at is not null) then t.result end',
    },
  },
  answer_sheets: {
    rows: ofStudent,
    columns: ['id', 'institute_id', 'source', 'file_name', 'set_name', 'page', 'roll_number', 'read_at'],
    withheld: ['paper_id', 'student_id', 'fingerprint', 'answers', 'roll_doubt', 'read_by', 'session_id', 'gave_test'],
    more: {
      paper: nameOf('papers', 'paper_id'),
      answers: 'case when exists (select from papers x where x.id = t.paper_id and x.results_published_at is not null) then t.answers end',
    },
  },
  offline_test_responses: {
    rows: ofStudent,
    columns: ['id', 'offline_test_id', 'status', 'downloaded_at', 'submitted_at', 'marks', 'remark', 'marked_at', 'marked_file_id'],
    withheld: ['student_id', 'marked_by'],
    more: { offline_test: nameOf('offline_tests', 'offline_test_id') },
    kept: 't.marks is not null',
    column: 'student_id',
    keptWithout: 'remark = null, marked_file_id = null',
  },
  offline_test_sheets: {
    rows: ofStudent,
    columns: ['response_id', 'stored_file_id', 'received_at', 'is_late'],
    withheld: ['student_id'],
  },
  // Which files stay after a deletion is read by `findFiles` there.
  stored_files: {
    rows: `(${ofUser} or t.id in (select x.marked_file_id from offline_test_responses x where x.student_id = p.id))`,
    columns: ['id', 'institute_id', 'file_name', 'extension', 'status', 'bytes', 'pages', 'created_at', 'recorded_at'],
    withheld: ['user_id', 'storage_key', 'upload_id', 'announced_bytes', 'sha256'],
  },
  late_uploads: {
    rows: ofStudent,
    columns: ['session_id', 'received_at', 'responses', 'accepted_at'],
    withheld: ['id', 'student_id', 'writer', 'key_visible'],
  },
} satisfies { readonly [T in keyof Tables]?: PersonalTable<T> };
