import { translatedLanguages } from '@abhyas/contract/bank/language-codes';
import { hasRight, type Right } from '@abhyas/contract/institute/rights';
import { redirect } from '@tanstack/react-router';
import { currentUser } from '../../platform/user.ts';
import { type Page, screen } from '../screen.ts';
import { bankStates } from '@abhyas/exam/bank/bank-states';
import { chosen, flag, number, oneOf, text } from '../search-fields.ts';

/**
 * A staff screen in one line: address, page, title, the right that opens it, query fields. A person without the right is redirected to
 * `/staff`.
 */
function staffScreen<const Path extends `/staff${string}`, Search extends Record<string, unknown> = Record<never, never>>(
  path: Path,
  page: Page,
  title: string,
  right: Right,
  search?: (query: Record<string, unknown>) => Search,
  surround: 'console' | 'bare' = 'console',
) {
  return screen(path, page, title, 'staff', surround, search, () => {
    if (!hasRight(currentUser()?.membership?.role ?? null, right)) throw redirect({ href: '/staff', replace: true });
  });
}

// biome-ignore format: a table reads better with one line a row
export const staffScreens = [
  // An index route ends with a slash and must precede `/staff/$`; its address has no slash.
  staffScreen('/staff/', () => import('../../features/site/today/TodayPage.tsx'), 'Today', 'console.enter'),
  staffScreen('/staff/letter', () => import('../../features/site/letters/LetterPage.tsx'), 'Monday Letter', 'reports.read'),
  staffScreen('/staff/tests', () => import('../../features/exam-office/institute-tests/StaffTestsPage.tsx'), 'Tests', 'console.enter', (query) => ({ ...oneOf(query, 'type', ['test', 'assignment']), ...number(query, 'page') })),
  staffScreen('/staff/tests/$id', () => import('../../features/exam-office/institute-tests/StaffTestPage.tsx'), 'Test', 'tests.read'),
  staffScreen('/staff/tests/$id/print', () => import('../../features/exam-office/paper-print/PrintPage.tsx'), 'Print', 'tests.read'),
  staffScreen('/staff/tests/$id/sheets', () => import('../../features/exam-office/answer-sheets/AnswerSheetsPage.tsx'), 'Answer sheets', 'tests.manage'),
  staffScreen('/staff/tests/$id/try', () => import('../../features/tests/sessions/trial/TryTestPage.tsx'), 'Test', 'tests.manage', undefined, 'bare'),
  staffScreen('/staff/papers', () => import('../../features/exam-office/paper-drafts/PapersPage.tsx'), 'Papers', 'tests.manage', (query) => ({ ...number(query, 'page'), ...flag(query, 'is_new') })),
  staffScreen('/staff/papers/printed', () => import('../../features/exam-office/paper-drafts/printed/PrintedPaperPage.tsx'), 'Paper from a PDF', 'tests.manage', (query) => chosen(query, 'step', ['crops', 'keys', 'make'])),
  staffScreen('/staff/papers/$id', () => import('../../features/exam-office/paper-drafts/ComposerPage.tsx'), 'Paper', 'tests.manage'),
  staffScreen('/staff/papers/$id/print', () => import('../../features/exam-office/paper-print/PrintPage.tsx'), 'Print', 'tests.manage'),
  staffScreen('/staff/bank', () => import('../../features/bank/bank-questions/BankPage.tsx'), 'Question bank', 'content.manage', (query) => ({ ...text(query, 'q'), ...number(query, 'page'), ...number(query, 'chapter'), ...number(query, 'form'), ...number(query, 'level'), ...flag(query, 'faults'), ...flag(query, 'mine'), ...chosen(query, 'state', ['all', ...bankStates]), ...chosen(query, 'used', ['any', 'yes', 'no']), ...chosen(query, 'language', ['any', ...translatedLanguages, 'none']) })),
  staffScreen('/staff/bank/$id', () => import('../../features/bank/bank-questions/BankQuestionPage.tsx'), 'Question', 'content.manage'),
  staffScreen('/staff/import', () => import('../../features/bank/bank-questions/imports/ImportsPage.tsx'), 'Import questions', 'content.manage', (query) => number(query, 'page')),
  staffScreen('/staff/import/$id', () => import('../../features/bank/bank-questions/imports/ImportPage.tsx'), 'Import', 'content.manage', (query) => ({ ...number(query, 'page'), ...chosen(query, 'state', ['all', 'good', 'faulty', 'unreadable', 'excluded', 'made']), ...chosen(query, 'only', ['any', 'losses', 'same', 'without_topic']) })),
  staffScreen('/staff/tests/$id/hall', () => import('../../features/exam-office/hall/HallPage.tsx'), 'Hall', 'hall.read'),
  staffScreen('/staff/classes', () => import('../../features/classes/class-schedule/StaffClassesPage.tsx'), 'Classes', 'classes.read', (query) => text(query, 'from')),
  staffScreen('/staff/classes/$id', () => import('../../features/classes/class-schedule/StaffClassPage.tsx'), 'Class', 'classes.read'),
  staffScreen('/staff/offline_tests', () => import('../../features/exam-office/offline-tests/StaffOfflineTestsPage.tsx'), 'Offline Tests', 'offline_tests.manage'),
  staffScreen('/staff/offline_tests/$id', () => import('../../features/exam-office/offline-tests/SheetsPage.tsx'), 'Offline test', 'offline_tests.manage'),
  staffScreen('/staff/recordings', () => import('../../features/classes/video-library/RecordingsPage.tsx'), 'Recordings', 'videos.manage'),
  staffScreen('/staff/recordings/$id', () => import('../../features/classes/video-library/RecordingPage.tsx'), 'Recording', 'videos.manage'),
  staffScreen('/staff/classes/$id/register', () => import('../../features/classes/attendance/RegisterPage.tsx'), 'Register', 'attendance.manage'),
  staffScreen('/staff/files', () => import('../../features/classes/shared-files/StaffFilesPage.tsx'), 'Files', 'files.manage'),
  staffScreen('/staff/tests/$id/results', () => import('../../features/exam-office/results/TestResultsPage.tsx'), 'Results', 'results.read', (query) => number(query, 'question')),
  staffScreen('/staff/tests/$id/reports', () => import('../../features/exam-office/results/PrintReportsPage.tsx'), 'Reports', 'reports.read'),
  staffScreen('/staff/tests/$id/key_challenges', () => import('../../features/exam-office/key-challenges/StaffChallengesPage.tsx'), 'Key challenges', 'keys.correct'),
  staffScreen('/staff/shift_groups', () => import('../../features/exam-office/shift-groups/ShiftGroupsPage.tsx'), 'Tests in shifts', 'tests.read'),
  staffScreen('/staff/shift_groups/$id', () => import('../../features/exam-office/shift-groups/ShiftGroupPage.tsx'), 'Test in shifts', 'results.read'),
  staffScreen('/staff/people', () => import('../../features/institute/people/PeoplePage.tsx'), 'People', 'people.read', (query) => ({ ...oneOf(query, 'kind', ['students', 'staff']), ...number(query, 'classroom_id') })),
  staffScreen('/staff/people/codes', () => import('../../features/institute/people/SignInCodesPage.tsx'), 'Sign-in codes', 'people.manage', (query) => number(query, 'classroom_id')),
  staffScreen('/staff/students/$id', () => import('../../features/reports/students/StudentPage.tsx'), 'Student', 'reports.read'),
  staffScreen('/staff/classrooms', () => import('../../features/institute/classrooms/ClassroomsPage.tsx'), 'Classrooms', 'classes.read'),
  staffScreen('/staff/classrooms/$id', () => import('../../features/institute/classrooms/ClassroomPage.tsx'), 'Classroom', 'classes.read'),
  staffScreen('/staff/audit', () => import('../../features/institute/audit/AuditPage.tsx'), 'Log', 'audit.read'),
  staffScreen('/staff/settings', () => import('../../features/institute/institutes/SettingsPage.tsx'), 'Settings', 'settings.manage'),
  staffScreen('/staff/more', () => import('./MorePage.tsx'), 'More', 'console.enter'),
  staffScreen('/staff/question_reports', () => import('../../features/exam-office/question-reports/QuestionReportsPage.tsx'), 'Reported questions', 'question_reports.manage', (query) => number(query, 'page')),
  staffScreen('/staff/doubts', () => import('../../features/practice/doubts/StaffDoubtsPage.tsx'), 'Doubts', 'doubts.answer', (query) => ({ ...chosen(query, 'list', ['waiting', 'answered', 'reported']), ...chosen(query, 'subject', ['Physics', 'Chemistry', 'Maths', 'Biology']), ...number(query, 'page') })),
] as const;
