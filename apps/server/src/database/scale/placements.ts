import type { Tables } from '../tables.ts';

type TableName = keyof Tables;

/** Columns by which tables are spread: a person's rows lie on one machine, and so do the scores of a paper. */
export const spreadGroups = { student: 'sessions', paper: 'session_scores' } as const satisfies Record<string, TableName>;

export type SpreadGroup = keyof typeof spreadGroups;

/**
 * Where the rows of a table lie once the database is spread over several machines:
 * - spread: cut by the values of a column; tables of a group lie together, so that statements of one student or paper ask one machine;
 * - reference: whole on every machine, because every query joins the table and it changes seldom;
 * - local: on the coordinator alone.
 */
export type Placement =
  | { readonly kind: 'spread'; readonly group: SpreadGroup; readonly by: string }
  | { readonly kind: 'reference' }
  | { readonly kind: 'local' };

const byStudent = { kind: 'spread', group: 'student', by: 'student_id' } as const;
const byUser = { kind: 'spread', group: 'student', by: 'user_id' } as const;
const byPaper = { kind: 'spread', group: 'paper', by: 'paper_id' } as const;
const reference = { kind: 'reference' } as const;
const local = { kind: 'local' } as const;

/** Every table with its placement: the one list from which the command `scale`, docs/scale.md and the test of statements take it. */
export const placements: Record<TableName, Placement> = {
  sessions: byStudent,
  session_questions: byStudent,
  practice_sessions: byStudent,
  shown_hints: byStudent,
  personalised_tests: byStudent,
  student_goals: byStudent,
  day_plans: byStudent,
  session_events: byStudent,
  seat_verdicts: byStudent,
  responses: byStudent,
  visits: byStudent,
  late_uploads: byStudent,
  student_ratings: byStudent,
  rating_steps: byStudent,
  mistakes: byStudent,
  topic_figures: byStudent,
  question_reports: byStudent,
  key_challenges: byStudent,
  doubts: byStudent,
  quick_point_tags: byStudent,
  session_days: byStudent,
  bookmarks: byStudent,
  notifications: byStudent,
  meeting_joins: byStudent,
  meeting_stays: byStudent,
  meeting_feedback: byStudent,
  live_quiz_answers: byStudent,
  offline_test_responses: byStudent,
  offline_test_sheets: byStudent,
  meeting_attendance: byStudent,
  paper_assignments: byStudent,
  consents: byStudent,
  sign_ins: byUser,
  session_scores: byPaper,
  paper_score_counts: byPaper,
  question_times: byPaper,
  institutes: reference,
  users: reference,
  memberships: reference,
  courses: reference,
  subjects: reference,
  course_subjects: reference,
  chapters: reference,
  topics: reference,
  pictures: reference,
  picture_uses: reference,
  comprehension_questions: reference,
  questions: reference,
  question_translations: reference,
  passage_translations: reference,
  question_ratings: reference,
  quick_points: reference,
  topic_question_counts: reference,
  papers: reference,
  paper_sections: reference,
  paper_questions: reference,
  paper_drafts: reference,
  shift_groups: reference,
  shift_group_papers: reference,
  key_challenge_windows: reference,
  kept_keys: reference,
  stored_files: reference,
  shared_files: reference,
  shared_file_classrooms: reference,
  offline_tests: reference,
  offline_test_classrooms: reference,
  meeting_concepts: reference,
  institute_subjects: reference,
  classrooms: reference,
  classroom_members: reference,
  meetings: reference,
  meeting_classrooms: reference,
  meeting_recordings: reference,
  live_quizzes: reference,
  live_quiz_questions: reference,
  installation: local,
  sign_in_codes: local,
  spent_budgets: local,
  unreferenced_files: local,
  storage_passes: local,
  calendar_feeds: local,
  audit_log: local,
  invitations: local,
  roster_imports: local,
  roster_rows: local,
  answer_sheets: local,
  guardianships: local,
  feedbacks: local,
  google_nonces: local,
  maintenance: local,
  server_secret: local,
  first_day: local,
  backups: local,
  typed_commands: local,
  user_identities: reference,
  institute_sign_in_codes: local,
  session_moves: local,
  letter_readers: local,
  second_factors: reference,
  recovery_codes: local,
  key_corrections: local,
  question_search: local,
  search_pending: local,
  bank_questions: local,
  bank_passages: local,
  bank_question_versions: local,
  bank_changes: local,
  question_imports: local,
  question_import_rows: local,
  question_import_passages: local,
  question_import_pictures: local,
  question_import_topics: local,
  institute_enquiries: local,
  job_applications: local,
  search_words: local,
  meeting_guests: reference,
  meeting_hooks: local,
  plans: local,
  coupons: local,
  referral_codes: reference,
  payment_orders: local,
  coupon_uses: local,
  subscriptions: local,
  refunds: local,
  payment_events: local,
  invoice_counters: local,
  invoices: local,
};

/** The tables of a kind, in the order of the list. */
export const tablesOf = (kind: Placement['kind']): TableName[] =>
  (Object.keys(placements) as TableName[]).filter((table) => placements[table].kind === kind);

/** The spread tables of a group with their columns; the first one founds the group. */
export const spreadTablesOf = (group: SpreadGroup): { table: TableName; by: string }[] =>
  (Object.keys(placements) as TableName[]).flatMap((table) => {
    const placement = placements[table];
    return placement.kind === 'spread' && placement.group === group ? [{ table, by: placement.by }] : [];
  });
