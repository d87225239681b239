/** The role of a person in an institute; each membership has one. */
export const roles = ['owner', 'teacher', 'content_editor', 'invigilator', 'counsellor', 'guardian', 'student'] as const;
export type Role = (typeof roles)[number];

/**
 * A role, or the operator: the person who runs the installation by commands on the server, and enters an institute only with a reason,
 * which its audit log shows.
 */
export type StaffRole = Role | 'operator';

const allRights = [
  /** Enter the console: see running tests and classes, and names and windows of tests. */
  'console.enter',
  /** Students, batches and staff of the institute. */
  'people.read',
  /** Invite, import a roster, change roles, remove. */
  'people.manage',
  /** Brand, subjects and settings of the institute. */
  'settings.manage',
  'audit.read',
  /** Download data as a file. */
  'export',
  /** Import and edit the institute's own questions and papers. */
  'content.manage',
  /** Read tests and assignments with their questions; answers only once the test is over. */
  'tests.read',
  /** Make a test from a paper, set its window, give it to students. */
  'tests.manage',
  /** Read answers of any paper that is not over; `tests.read` is enough once it is over. */
  'keys.read',
  /** Read answers of a paper that is not over, if the caller imported or composed it. */
  'keys.read_own',
  'keys.correct',
  /** Watch a running test: its students and their progress. */
  'hall.read',
  /** New code, more time, unlock, end one test, accept late answers. */
  'hall.run',
  'results.read',
  'results.publish',
  /** Read and answer students' reports of errors in questions. */
  'question_reports.manage',
  /** Read and answer doubts of students, and show answers to all students. */
  'doubts.answer',
  /** Decide about reported answers to doubts. */
  'doubts.settle',
  /** See a student's reports and progress, as far as the institute may. */
  'reports.read',
  /** See timetable, classes and registers. */
  'classes.read',
  /** Schedule, move, cancel, start and end classes, correct the register. */
  'classes.manage',
  'attendance.manage',
  /** Show, lock and unlock questions of a live quiz. */
  'quiz.run',
  'files.manage',
  /** Make tests on paper, receive sheets, give marks, return marked sheets. */
  'offline_tests.manage',
  'videos.manage',
  /** Read feedback of students on classes, without names. */
  'feedback.read',
  /** See one's own children, with consent; for guardians only, never for staff. */
  'children.read',
] as const;
export type Right = (typeof allRights)[number];

const teacherRights = [
  'console.enter',
  'people.read',
  'content.manage',
  'tests.read',
  'tests.manage',
  'keys.read_own',
  'keys.correct',
  'hall.read',
  'hall.run',
  'results.read',
  'results.publish',
  'question_reports.manage',
  'doubts.answer',
  'reports.read',
  'classes.read',
  'classes.manage',
  'attendance.manage',
  'quiz.run',
  'files.manage',
  'offline_tests.manage',
  'videos.manage',
  'feedback.read',
] as const satisfies readonly Right[];

const ownerRights = allRights.filter((right) => right !== 'children.read');

/** The rights of each role. The server uses this table to refuse calls, the site to hide and guard its screens. */
export const rightsByRole: Readonly<Record<StaffRole, readonly Right[]>> = {
  operator: ownerRights,
  owner: ownerRights,
  teacher: teacherRights,
  content_editor: ['console.enter', 'content.manage', 'tests.read', 'keys.read_own', 'question_reports.manage', 'videos.manage'],
  invigilator: ['console.enter', 'hall.read', 'hall.run'],
  counsellor: ['console.enter', 'people.read', 'results.read', 'reports.read', 'classes.read'],
  guardian: ['children.read'],
  student: [],
};

/** Whether the right needs a second factor, as all rights do that reach beyond the caller's own children. */
export const needsSecondFactor = (right: Right): boolean => right !== 'children.read';

export const hasRight = (role: StaffRole | null, right: Right): boolean => role !== null && rightsByRole[role].includes(right);

/**
 * User types by role; the types are fixed (docs/product.md): on the wire an owner is Admin, content editors and invigilators are Teacher.
 */
export const userTypeByRole = {
  owner: 'Admin',
  teacher: 'Teacher',
  content_editor: 'Teacher',
  invigilator: 'Teacher',
  counsellor: 'Counsellor',
  guardian: 'Guardian',
  student: 'Student',
} as const satisfies Record<Role, string>;
