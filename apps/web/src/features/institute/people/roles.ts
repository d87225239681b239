import type { Role } from '@abhyas/contract/institute/rights';

export const roleNames: Record<Role, string> = {
  owner: /*i18n*/ 'Owner',
  teacher: /*i18n*/ 'Teacher',
  content_editor: /*i18n*/ 'Content editor',
  invigilator: /*i18n*/ 'Invigilator',
  counsellor: /*i18n*/ 'Counsellor',
  guardian: /*i18n*/ 'Guardian',
  student: /*i18n*/ 'Student',
};

/** The rights of each role in words, shown to staff where a role is chosen. */
export const roleNotes: Partial<Record<Role, string>> = {
  // not translated: for staff
  owner: 'Everything, including people and settings',
  // not translated: for staff
  teacher: 'Tests, classes, results and keys of tests that are over',
  // not translated: for staff
  content_editor: 'Questions and papers',
  // not translated: for staff
  invigilator: 'The hall, but no keys',
  // not translated: for staff
  counsellor: 'Reads students and their results',
};
