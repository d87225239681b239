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

/** What each role may do, shown where a role is chosen. */
export const roleNotes: Partial<Record<Role, string>> = {
  owner: /*i18n*/ 'Everything, including people and settings',
  teacher: /*i18n*/ 'Tests, classes, results and keys of tests that are over',
  content_editor: /*i18n*/ 'Questions and papers',
  invigilator: /*i18n*/ 'The hall, but no keys',
  counsellor: /*i18n*/ 'Reads students and their results',
};
