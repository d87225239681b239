/** What a person is in an institute; each membership has one. */
export const roles = ['owner', 'teacher', 'content_editor', 'invigilator', 'counsellor', 'guardian', 'student'] as const;
export type Role = (typeof roles)[number];

/** Whoever runs the installation: types commands on the server, and enters an institute only with a reason, which its log shows. */
export type StaffRole = Role | 'operator';

const allRights = [
  /** Enter the console: what runs now, names and windows of tests. */
  'console.enter',
  /** Students, batches and staff of the institute. */
  'people.read',
  /** Invite, import a roster, change roles, remove. */
  'people.manage',
  /** Brand, subjects and settings of the institute. */
  'settings.manage',
  'audit.read',
  /** Take data out as a file. */
  'export',
  /** Import and edit the institute's own questions and papers. */
  'content.manage',
  /** Tests and assignments with their questions, without answers while they are not over. */
  'tests.read',
  /** Make a test of a paper, set its window, give it to students. */
  'tests.manage',
  /** Answers of any paper that is not over; those of a paper that is over go with `tests.read`. */
  'keys.read',
  /** Answers of a paper that is not over and that this person imported. */
  'keys.read_own',
  'keys.correct',
  /** A running test: who sits it, how far each is. */
  'hall.read',
  /** New code, more time, unlock, end one test, accept late answers. */
  'hall.run',
  'results.read',
  'results.publish',
  /** What students report of questions: read and answer it. */
  'question_reports.manage',
  /** A student's reports and progress, as far as the institute may see them. */
  'reports.read',
  /** Timetable, classes and their registers. */
  'classes.read',
  /** Schedule, move, cancel, start and end classes, correct the register. */
  'classes.manage',
  'attendance.manage',
  /** Ask, lock and unlock questions of a live quiz. */
  'quiz.run',
  'files.manage',
  /** Make offline tests, take sheets, give marks, return them. */
  'offline_tests.manage',
  'videos.manage',
  /** What students say of classes, without names. */
  'feedback.read',
  /** A guardian's own children, by consent; staff have it nowhere. */
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

/** The one table of who may do what: the server refuses by it, the site hides and guards by it. */
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

/** Reaches beyond the caller's own family: staff pass a second factor before it. */
export const needsSecondFactor = (right: Right): boolean => right !== 'children.read';

export const hasRight = (role: StaffRole | null, right: Right): boolean => role !== null && rightsByRole[role].includes(right);

/** The specification's user types, by role: on the wire an owner is Admin, content editors and invigilators are Teacher. */
export const userTypeByRole = {
  owner: 'Admin',
  teacher: 'Teacher',
  content_editor: 'Teacher',
  invigilator: 'Teacher',
  counsellor: 'Counsellor',
  guardian: 'Guardian',
  student: 'Student',
} as const satisfies Record<Role, string>;
