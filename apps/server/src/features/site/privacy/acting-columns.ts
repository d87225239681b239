/** Columns with the person who acted, in rows of other people. A deletion empties them, or writes the number that replaces the person. */
export const actingColumns: Readonly<Record<string, 'emptied' | 'numbered'>> = {
  'invitations.invited_by': 'emptied',
  'roster_imports.imported_by': 'emptied',
  'guardianships.invited_by': 'emptied',
  'institute_sign_in_codes.made_by': 'emptied',
  'consents.recorded_by': 'numbered',
  'payment_orders.referrer_id': 'numbered',
  'meetings.teacher_id': 'numbered',
  'shared_files.shared_by': 'numbered',
  'offline_tests.created_by': 'numbered',
  'offline_test_responses.marked_by': 'numbered',
  'meeting_attendance.corrected_by': 'numbered',
  'meeting_concepts.created_by': 'emptied',
  'bank_questions.submitted_by': 'emptied',
  'bank_questions.changed_by': 'emptied',
  'bank_question_versions.saved_by': 'emptied',
  'bank_changes.made_by': 'emptied',
};
