import type { Tables } from '../database/tables.ts';

interface TableOwner {
  /** The owner of a table's rows: the installation, one institute, an institute or everybody, or one student. */
  of: 'platform' | 'institute' | 'shared or institute' | 'student';
  /**
   * How rows belong to the institute `$1`: by a column with its id, or by a column that refers to another table. None for the platform's
   * tables.
   */
  by?: string;
  parent?: keyof Tables;
  /** A condition for the institute, if no column contains it. */
  where?: string;
}

/** Only people without another institute, because an act of a person belongs to the institute in which it is done. */
const onlyIn = 'id in (select user_id from memberships group by user_id having bool_and(institute_id = $1))';
const ofInstitute = { of: 'institute', by: 'institute_id' } as const;
const ofContent = { of: 'shared or institute', by: 'institute_id' } as const;
const ofPaper = { of: 'shared or institute', by: 'paper_id', parent: 'papers' } as const;
const ofQuestion = { of: 'shared or institute', by: 'question_id', parent: 'questions' } as const;
const ofStudent = { of: 'student', by: 'student_id', parent: 'users' } as const;
const ofSession = { of: 'student', by: 'session_id', parent: 'sessions' } as const;
const ofImport = { of: 'institute', by: 'import_id', parent: 'question_imports' } as const;
const ofMeeting = { of: 'institute', by: 'meeting_id', parent: 'meetings' } as const;
const ofStudentAtMeeting = { of: 'student', by: 'meeting_id', parent: 'meetings' } as const;
const ofPlatform = { of: 'platform' } as const;
const ofUser = { of: 'student', by: 'user_id', parent: 'users' } as const;
const ofOrder = { of: 'student', by: 'order_id', parent: 'payment_orders' } as const;

/** Every table with its owner. A new table is added here, and http/isolation.test.ts checks that both institutes have rows of it. */
export const tableOwners: Record<keyof Tables, TableOwner> = {
  installation: ofPlatform,
  courses: ofPlatform,
  subjects: ofPlatform,
  course_subjects: ofPlatform,
  chapters: ofPlatform,
  topics: ofPlatform,
  sign_in_codes: ofPlatform,
  search_words: ofPlatform,
  institute_enquiries: ofPlatform,
  job_applications: ofPlatform,
  spent_budgets: ofPlatform,
  // Keys that identify no person: an institute's number and a random one.
  unreferenced_files: ofPlatform,
  storage_passes: ofPlatform,
  // Bytes by their hash, which only people who have seen the picture know.
  pictures: ofPlatform,
  institutes: { of: 'institute', by: 'id' },
  memberships: ofInstitute,
  audit_log: ofInstitute,
  invitations: ofInstitute,
  roster_imports: ofInstitute,
  roster_rows: { of: 'institute', by: 'import_id', parent: 'roster_imports' },
  guardianships: ofInstitute,
  stored_files: ofInstitute,
  shared_files: ofInstitute,
  shared_file_classrooms: { of: 'institute', by: 'shared_file_id', parent: 'shared_files' },
  offline_tests: ofInstitute,
  offline_test_classrooms: { of: 'institute', by: 'offline_test_id', parent: 'offline_tests' },
  calendar_feeds: ofInstitute,
  meeting_concepts: ofMeeting,
  meeting_attendance: ofStudentAtMeeting,
  answer_sheets: ofInstitute,
  offline_test_responses: { of: 'student', by: 'offline_test_id', parent: 'offline_tests' },
  offline_test_sheets: { of: 'student', by: 'stored_file_id', parent: 'stored_files' },
  picture_uses: ofContent,
  questions: ofContent,
  comprehension_questions: ofContent,
  question_translations: ofContent,
  passage_translations: ofContent,
  quick_points: ofContent,
  topic_question_counts: ofContent,
  papers: ofContent,
  paper_sections: ofPaper,
  paper_questions: ofPaper,
  session_scores: ofPaper,
  paper_score_counts: ofPaper,
  question_times: ofPaper,
  key_challenge_windows: ofPaper,
  kept_keys: ofPaper,
  paper_drafts: ofInstitute,
  bank_questions: ofInstitute,
  bank_passages: ofInstitute,
  bank_question_versions: { of: 'institute', by: 'bank_question_id', parent: 'bank_questions' },
  bank_changes: ofInstitute,
  question_imports: ofInstitute,
  question_import_rows: ofImport,
  question_import_passages: ofImport,
  question_import_pictures: ofImport,
  question_import_topics: ofInstitute,
  shift_groups: ofInstitute,
  shift_group_papers: ofPaper,
  question_search: ofQuestion,
  search_pending: ofQuestion,
  question_ratings: ofQuestion,
  key_corrections: ofQuestion,
  institute_subjects: ofInstitute,
  classrooms: ofInstitute,
  classroom_members: { of: 'institute', by: 'classroom_id', parent: 'classrooms' },
  meetings: ofInstitute,
  meeting_classrooms: ofMeeting,
  meeting_guests: ofMeeting,
  meeting_recordings: ofMeeting,
  meeting_hooks: ofMeeting,
  live_quizzes: ofInstitute,
  live_quiz_questions: { of: 'institute', by: 'quiz_id', parent: 'live_quizzes' },
  meeting_joins: ofStudentAtMeeting,
  meeting_stays: ofStudentAtMeeting,
  meeting_feedback: ofStudentAtMeeting,
  live_quiz_answers: { of: 'student', by: 'quiz_id', parent: 'live_quizzes' },
  users: { of: 'student', where: onlyIn },
  google_nonces: ofPlatform,
  maintenance: ofPlatform,
  first_day: ofPlatform,
  server_secret: ofPlatform,
  backups: ofPlatform,
  typed_commands: ofPlatform,
  user_identities: { of: 'student', by: 'user_id', parent: 'users' },
  second_factors: { of: 'student', by: 'user_id', parent: 'users' },
  recovery_codes: { of: 'student', by: 'user_id', parent: 'users' },
  letter_readers: { of: 'student', by: 'user_id', parent: 'users' },
  session_moves: { of: 'institute', by: 'paper_id', parent: 'papers' },
  institute_sign_in_codes: { of: 'institute', by: 'membership_id', parent: 'memberships' },
  feedbacks: { of: 'student', by: 'user_id', parent: 'users' },
  plans: ofPlatform,
  coupons: ofPlatform,
  invoice_counters: ofPlatform,
  // Also contains hooks without a known order.
  payment_events: ofPlatform,
  referral_codes: ofUser,
  payment_orders: ofUser,
  subscriptions: ofUser,
  coupon_uses: ofOrder,
  refunds: ofOrder,
  invoices: ofOrder,
  sign_ins: { of: 'student', by: 'user_id', parent: 'users' },
  paper_assignments: { of: 'student', by: 'paper_id', parent: 'papers' },
  consents: ofStudent,
  notifications: ofStudent,
  bookmarks: ofStudent,
  mistakes: ofStudent,
  topic_figures: ofStudent,
  question_reports: ofStudent,
  key_challenges: ofStudent,
  // A private note has no institute.
  doubts: ofStudent,
  quick_point_tags: ofStudent,
  session_days: ofSession,
  student_ratings: ofStudent,
  rating_steps: ofStudent,
  sessions: {
    of: 'student',
    where: `student_id in (select id from users where ${onlyIn}) or paper_id in (select id from papers where institute_id = $1)`,
  },
  session_events: ofSession,
  seat_verdicts: ofSession,
  late_uploads: ofSession,
  session_questions: ofSession,
  practice_sessions: ofSession,
  shown_hints: ofSession,
  student_goals: ofStudent,
  day_plans: ofStudent,
  personalised_tests: ofSession,
  responses: ofSession,
  visits: ofSession,
};

/** The condition for a table's rows of the institute `$1`; null for the platform's tables. */
export function isRowOfInstitute(table: keyof Tables): string | null {
  const { by, parent, where } = tableOwners[table];
  if (where) return where;
  if (!by) return null;
  return parent ? `${by} in (select id from ${parent} where ${isRowOfInstitute(parent) ?? 'false'})` : `${by} = $1`;
}
