import type { Tables } from '../database/tables.ts';

interface TableOwner {
  /** Whose rows a table holds: the installation's, one institute's, an institute's or everybody's, or one student's. */
  of: 'platform' | 'institute' | 'shared or institute' | 'student';
  /** Which rows are of the institute `$1`: the column that names it, or the column that names a row of another table. None of the platform's. */
  by?: string;
  parent?: keyof Tables;
  /** The condition where neither says it. */
  where?: string;
}

/** Only those who are in no other institute: what a person does is of the institute it is done in. */
const onlyIn = 'id in (select user_id from memberships group by user_id having bool_and(institute_id = $1))';
const ofInstitute = { of: 'institute', by: 'institute_id' } as const;
const ofContent = { of: 'shared or institute', by: 'institute_id' } as const;
const ofPaper = { of: 'shared or institute', by: 'paper_id', parent: 'papers' } as const;
const ofQuestion = { of: 'shared or institute', by: 'question_id', parent: 'questions' } as const;
const ofStudent = { of: 'student', by: 'student_id', parent: 'users' } as const;
const ofSession = { of: 'student', by: 'session_id', parent: 'sessions' } as const;
const ofMeeting = { of: 'institute', by: 'meeting_id', parent: 'meetings' } as const;
const ofStudentAtMeeting = { of: 'student', by: 'meeting_id', parent: 'meetings' } as const;
const ofPlatform = { of: 'platform' } as const;
const ofUser = { of: 'student', by: 'user_id', parent: 'users' } as const;
const ofOrder = { of: 'student', by: 'order_id', parent: 'payment_orders' } as const;

/** Every table, and whose it is. A new one is added here, and the walk of http/isolation.test.ts holds rows of it. */
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
  // Bytes by their hash, which only those know who were shown it.
  pictures: ofPlatform,
  institutes: { of: 'institute', by: 'id' },
  memberships: ofInstitute,
  audit_log: ofInstitute,
  invitations: ofInstitute,
  guardianships: ofInstitute,
  stored_files: ofInstitute,
  shared_files: ofInstitute,
  shared_file_classrooms: { of: 'institute', by: 'shared_file_id', parent: 'shared_files' },
  offline_tests: ofInstitute,
  offline_test_classrooms: { of: 'institute', by: 'offline_test_id', parent: 'offline_tests' },
  calendar_feeds: ofInstitute,
  meeting_concepts: ofMeeting,
  meeting_attendance: ofStudentAtMeeting,
  offline_test_responses: { of: 'student', by: 'offline_test_id', parent: 'offline_tests' },
  offline_test_sheets: { of: 'student', by: 'stored_file_id', parent: 'stored_files' },
  picture_uses: ofContent,
  questions: ofContent,
  comprehension_questions: ofContent,
  quick_points: ofContent,
  topic_question_counts: ofContent,
  papers: ofContent,
  paper_sections: ofPaper,
  paper_questions: ofPaper,
  session_scores: ofPaper,
  paper_score_counts: ofPaper,
  question_times: ofPaper,
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
  user_identities: { of: 'student', by: 'user_id', parent: 'users' },
  second_factors: { of: 'student', by: 'user_id', parent: 'users' },
  recovery_codes: { of: 'student', by: 'user_id', parent: 'users' },
  institute_sign_in_codes: { of: 'institute', by: 'membership_id', parent: 'memberships' },
  feedbacks: { of: 'student', by: 'user_id', parent: 'users' },
  plans: ofPlatform,
  coupons: ofPlatform,
  invoice_counters: ofPlatform,
  // Of what no order of ours is known for, too.
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
  quick_point_tags: ofStudent,
  session_days: ofSession,
  student_ratings: ofStudent,
  sessions: {
    of: 'student',
    where: `student_id in (select id from users where ${onlyIn}) or paper_id in (select id from papers where institute_id = $1)`,
  },
  session_events: ofSession,
  late_uploads: ofSession,
  session_questions: ofSession,
  practice_sessions: ofSession,
  student_goals: ofStudent,
  day_plans: ofStudent,
  personalised_tests: ofSession,
  responses: ofSession,
  visits: ofSession,
};

/** The condition of a table's rows that are of the institute `$1`; null where the table is the platform's. */
export function isRowOfInstitute(table: keyof Tables): string | null {
  const { by, parent, where } = tableOwners[table];
  if (where) return where;
  if (!by) return null;
  return parent ? `${by} in (select id from ${parent} where ${isRowOfInstitute(parent) ?? 'false'})` : `${by} = $1`;
}
