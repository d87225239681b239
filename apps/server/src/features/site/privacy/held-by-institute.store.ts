import type { Tables } from '../../../database/tables.ts';

const ofInstitute = 't.institute_id = m.institute_id';
const ofMembership = 't.membership_id = m.id';
const ofParent = (column: string, parent: string) => `t.${column} in (select x.id from ${parent} x where x.institute_id = m.institute_id)`;
const ofMeeting = ofParent('meeting_id', 'meetings');
const ofPaper = ofParent('paper_id', 'papers');
const ofSession = `t.session_id in (select x.id from sessions x join papers y on y.id = x.paper_id
  where x.student_id = p.id and y.institute_id = m.institute_id)`;
const ofTestOnPaper = ofParent('offline_test_id', 'offline_tests');

/**
 * The rows of a person that an institute holds about its member, by table: `t` is the row, `m` the membership, `p` the person. Rows of
 * other tables are the person's own, and not part of an export by an institute's code.
 */
export const heldByInstitute: { readonly [T in keyof Tables]?: string } = {
  users: 'true',
  memberships: 't.id = m.id',
  consents: ofInstitute,
  sign_ins: ofMembership,
  institute_sign_in_codes: ofMembership,
  classroom_members: ofParent('classroom_id', 'classrooms'),
  meeting_joins: ofMeeting,
  meeting_stays: ofMeeting,
  meeting_guests: ofMeeting,
  meeting_feedback: ofMeeting,
  meeting_attendance: ofMeeting,
  live_quiz_answers: ofParent('quiz_id', 'live_quizzes'),
  answer_sheets: ofInstitute,
  offline_test_responses: ofTestOnPaper,
  offline_test_sheets: ofParent('stored_file_id', 'stored_files'),
  doubts: ofInstitute,
  stored_files: ofInstitute,
  paper_assignments: ofPaper,
  sessions: ofPaper,
  session_scores: ofPaper,
  responses: ofSession,
  visits: ofSession,
  session_days: ofSession,
  session_events: ofSession,
  seat_verdicts: ofSession,
  late_uploads: ofSession,
  session_moves: ofPaper,
};
