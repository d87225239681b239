import type { Role } from '@abhyas/contract/institute/rights';

export const roleNames: Record<Role, string> = {
  owner: 'Owner',
  teacher: 'Teacher',
  content_editor: 'Content editor',
  invigilator: 'Invigilator',
  counsellor: 'Counsellor',
  guardian: 'Guardian',
  student: 'Student',
};

/** What each may do, for who chooses. */
export const roleNotes: Partial<Record<Role, string>> = {
  owner: 'Everything, people and settings too',
  teacher: 'Tests, classes, results and keys of tests that are over',
  content_editor: 'Questions and papers',
  invigilator: 'The hall, never a key',
  counsellor: 'Students and their results, to read',
};
