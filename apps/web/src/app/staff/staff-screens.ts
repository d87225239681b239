import { hasRight, type Right } from '@abhyas/contract/rights';
import { redirect } from '@tanstack/react-router';
import { currentUser } from '../../platform/user.ts';
import { type Page, screen } from '../screen.ts';
import { number, oneOf, text } from '../search-fields.ts';

/** One line a screen of staff: address, page, title, the right that opens it, what its query holds. Without the right it leads to `/staff`. */
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
  // With the slash of an index, which goes before `/staff/$`; its address has none.
  staffScreen('/staff/', () => import('../../features/today/TodayPage.tsx'), 'Today', 'console.enter'),
  staffScreen('/staff/tests', () => import('../../features/institute-tests/StaffTestsPage.tsx'), 'Tests', 'console.enter', (query) => ({ ...oneOf(query, 'type', ['test', 'assignment']), ...number(query, 'page') })),
  staffScreen('/staff/tests/$id', () => import('../../features/institute-tests/StaffTestPage.tsx'), 'Test', 'tests.read'),
  staffScreen('/staff/tests/$id/try', () => import('../../features/sessions/TryTestPage.tsx'), 'Test', 'tests.manage', undefined, 'bare'),
  staffScreen('/staff/tests/$id/hall', () => import('../../features/hall/HallPage.tsx'), 'Hall', 'hall.read'),
  staffScreen('/staff/classes', () => import('../../features/class-schedule/StaffClassesPage.tsx'), 'Classes', 'classes.read', (query) => text(query, 'from')),
  staffScreen('/staff/classes/$id', () => import('../../features/class-schedule/StaffClassPage.tsx'), 'Class', 'classes.read'),
  staffScreen('/staff/offline_tests', () => import('../../features/staff-offline-tests/StaffOfflineTestsPage.tsx'), 'Offline Tests', 'offline_tests.manage'),
  staffScreen('/staff/offline_tests/$id', () => import('../../features/staff-offline-tests/SheetsPage.tsx'), 'Offline test', 'offline_tests.manage'),
  staffScreen('/staff/recordings', () => import('../../features/staff-recordings/RecordingsPage.tsx'), 'Recordings', 'videos.manage'),
  staffScreen('/staff/recordings/$id', () => import('../../features/staff-recordings/RecordingPage.tsx'), 'Recording', 'videos.manage'),
  staffScreen('/staff/classes/$id/register', () => import('../../features/staff-attendance/RegisterPage.tsx'), 'Register', 'attendance.manage'),
  staffScreen('/staff/files', () => import('../../features/staff-files/StaffFilesPage.tsx'), 'Files', 'files.manage'),
  staffScreen('/staff/tests/$id/results', () => import('../../features/test-results/TestResultsPage.tsx'), 'Results', 'results.read'),
  staffScreen('/staff/tests/$id/reports', () => import('../../features/test-results/PrintReportsPage.tsx'), 'Reports', 'reports.read'),
  staffScreen('/staff/shift_groups', () => import('../../features/shift-groups/ShiftGroupsPage.tsx'), 'Tests in shifts', 'tests.read'),
  staffScreen('/staff/shift_groups/$id', () => import('../../features/shift-groups/ShiftGroupPage.tsx'), 'Test in shifts', 'results.read'),
  staffScreen('/staff/people', () => import('../../features/people/PeoplePage.tsx'), 'People', 'people.read', (query) => ({ ...oneOf(query, 'kind', ['students', 'staff']), ...number(query, 'classroom_id') })),
  staffScreen('/staff/people/codes', () => import('../../features/people/SignInCodesPage.tsx'), 'Sign-in codes', 'people.manage', (query) => number(query, 'classroom_id')),
  staffScreen('/staff/students/$id', () => import('../../features/students/StudentPage.tsx'), 'Student', 'reports.read'),
  staffScreen('/staff/classrooms', () => import('../../features/classrooms/ClassroomsPage.tsx'), 'Classrooms', 'classes.read'),
  staffScreen('/staff/classrooms/$id', () => import('../../features/classrooms/ClassroomPage.tsx'), 'Classroom', 'classes.read'),
  staffScreen('/staff/audit', () => import('../../features/audit/AuditPage.tsx'), 'Log', 'audit.read'),
  staffScreen('/staff/settings', () => import('../../features/institute-settings/SettingsPage.tsx'), 'Settings', 'settings.manage'),
  staffScreen('/staff/more', () => import('./MorePage.tsx'), 'More', 'console.enter'),
  staffScreen('/staff/question_reports', () => import('../../features/question-reports/QuestionReportsPage.tsx'), 'Reported questions', 'question_reports.manage', (query) => number(query, 'page')),
] as const;
