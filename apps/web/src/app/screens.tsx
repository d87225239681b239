import { createRoute, createRouter, notFound, redirect } from '@tanstack/react-router';
import { readBoardAddress } from '../features/site/solutions/solutions-address.ts';
import { currentUser } from '../platform/user.ts';
import { sideOf } from './access.ts';
import { LoadingPage } from './layout/LoadingPage.tsx';
import { BrokenPage } from './layout/OtherPages.tsx';
import { root, screen } from './screen.ts';
import { date, flag, number, oneOf, text } from './search-fields.ts';
import type { staffScreens } from './staff/staff-screens.ts';

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

/**
 * Leads to the console. The table of its screens is loaded with its code, so that a student's visit does not load it. Afterwards this route
 * matches only addresses that no screen of the console has.
 */
const entrance = createRoute({
  getParentRoute: () => root,
  path: '/staff/$',
  staticData: { surround: 'console', access: 'staff' },
  beforeLoad: async ({ location }) => {
    if (isConsoleOpen) throw notFound();
    await openConsole();
    throw redirect({ href: location.href, replace: true });
  },
});

/** A former address, which redirects to the present address of the page. */
const moved = <const Path extends string>(
  path: Path,
  to: (query: { info?: string }) => { to: '/' | '/login'; search?: { info?: string } },
) =>
  createRoute({
    getParentRoute: () => root,
    path,
    validateSearch: (query: Record<string, unknown>) => text(query, 'info'),
    beforeLoad: ({ search }) => {
      throw redirect({ ...to(search), replace: true });
    },
  });

/** Students register at the sign-in page: `/sign_up` is for institutes. */
function leaveStudentSignUp(): void {
  const query = new URLSearchParams(router.latestLocation.searchStr);
  const info = query.get('info');
  if (query.get('type') !== 'INSTITUTE') throw redirect({ to: '/login', search: info ? { info } : {}, replace: true });
}

/** The notification of a letter leads everybody to `/letter`; staff read theirs in the console. */
function leadStaffToTheirLetter(): void {
  const user = currentUser();
  if (user && sideOf(user) === 'staff') throw redirect({ href: '/staff/letter', replace: true });
}

// biome-ignore format: a table reads better with one line a row
export const screens = [
  screen('/', () => import('../features/site/public-pages/LandingPage.tsx'), '', 'anyone', 'shell'),
  screen('/try', () => import('../features/tests/sessions/trial/TryOnePage.tsx'), /*i18n*/ 'Try five questions', 'anyone', 'bare', (query) => text(query, 'exam')),
  screen('/login', () => import('../features/institute/identity/SignInPage.tsx'), /*i18n*/ 'Sign in', 'anyone', 'shell', (query) => ({ ...text(query, 'to'), ...text(query, 'info') })),

  screen('/continue_test', () => import('../features/tests/moves/ContinueTestPage.tsx'), /*i18n*/ 'Continue a test', 'anyone', 'shell'),

  moved('/index', () => ({ to: '/' })),
  moved('/sign_in', ({ info }) => ({ to: '/login', search: info ? { info } : {} })),
  screen('/sign_up', () => import('../features/site/public-pages/SignUpPage.tsx'), /*i18n*/ 'For institutes', 'anyone', 'shell', (query) => ({ ...text(query, 'type'), ...text(query, 'info') }), leaveStudentSignUp),
  screen('/careers', () => import('../features/site/public-pages/CareersPage.tsx'), /*i18n*/ 'Careers', 'anyone', 'shell'),
  screen('/jobs', () => import('../features/site/public-pages/CareersPage.tsx'), /*i18n*/ 'Careers', 'anyone', 'shell'),
  screen('/jobs/get_openings', () => import('../features/site/public-pages/JobPage.tsx'), /*i18n*/ 'Job', 'anyone', 'shell', (query) => text(query, 'type')),
  screen('/about', () => import('../features/site/public-pages/AboutPage.tsx'), /*i18n*/ 'About Us', 'anyone', 'shell'),
  screen('/terms', () => import('../features/site/public-pages/TextPage.tsx'), /*i18n*/ 'Terms', 'anyone', 'shell'),
  screen('/privacy', () => import('../features/site/public-pages/TextPage.tsx'), /*i18n*/ 'Privacy', 'anyone', 'shell'),
  screen('/videos', () => import('../features/site/public-pages/VideosPage.tsx'), /*i18n*/ 'Tutorial', 'anyone', 'shell'),
  screen('/mobile_redirection', () => import('../features/site/public-pages/DownloadPage.tsx'), /*i18n*/ 'Get the app', 'anyone', 'shell'),

  screen('/solutions', () => import('../features/site/solutions/SolutionsPage.tsx'), /*i18n*/ 'Solutions', 'anyone', 'shell', readBoardAddress),
  screen('/solutions/$id', () => import('../features/site/solutions/SolutionPage.tsx'), /*i18n*/ 'Solution', 'anyone', 'shell'),
  screen('/solutions/$id/$slug', () => import('../features/site/solutions/SolutionPage.tsx'), /*i18n*/ 'Solution', 'anyone', 'shell'),

  screen('/user_registration', () => import('../features/institute/identity/SignInPage.tsx'), /*i18n*/ 'Register', 'anyone', 'shell', (query) => text(query, 'to')),

  screen('/home', () => import('../features/site/home/HomePage.tsx'), /*i18n*/ 'Train', 'trainee', 'shell'),
  screen('/$subject', () => import('../features/site/home/HomePage.tsx'), /*i18n*/ 'Train', 'trainee', 'shell'),
  screen('/chapter/$id', () => import('../features/practice/chapters/ChapterPage.tsx'), /*i18n*/ 'Chapter', 'trainee', 'shell'),
  screen('/train/$id', () => import('../features/practice/practice/TrainPage.tsx'), /*i18n*/ 'Practice', 'trainee', 'bare', (query) => flag(query, 'review')),

  screen('/cheat_sheet/$id', () => import('../features/bank/cheat-sheets/CheatSheetPage.tsx'), /*i18n*/ 'Cheat Sheet', 'trainee', 'shell', (query) => text(query, 'tab')),
  screen('/chapter_revise/$id', () => import('../features/practice/practice/RevisePage.tsx'), /*i18n*/ 'Revise Misses', 'trainee', 'bare', (query) => number(query, 'wrong_of')),
  screen('/chapter_previous_paper/$id', () => import('../features/practice/practice/ChapterPracticePage.tsx'), /*i18n*/ 'Previous Paper', 'trainee', 'bare', (query) => flag(query, 'review')),
  screen('/personalised_assignment/$id', () => import('../features/practice/practice/ChapterPracticePage.tsx'), /*i18n*/ 'Personalised Assignment', 'trainee', 'bare', (query) => flag(query, 'review')),
  screen('/chapter_video_list/$id', () => import('../features/bank/videos/ChapterVideosPage.tsx'), /*i18n*/ 'Video Solutions', 'trainee', 'shell', (query) => number(query, 'question')),
  screen('/mistakes', () => import('../features/practice/mistakes/MistakesPage.tsx'), /*i18n*/ 'Mistake Book', 'trainee', 'shell', (query) => ({ ...text(query, 'subject'), ...number(query, 'chapter_id'), ...text(query, 'kind') })),
  screen('/mistakes/redo', () => import('../features/practice/practice/RevisePage.tsx'), /*i18n*/ 'Mistake Book', 'trainee', 'bare', (query) => number(query, 'wrong_of')),

  screen('/mock', () => import('../features/tests/papers/TestListPage.tsx'), /*i18n*/ 'Test Series', 'trainee', 'shell'),
  screen('/previous_paper', () => import('../features/tests/papers/TestListPage.tsx'), /*i18n*/ 'Previous Papers', 'trainee', 'shell'),
  screen('/institute', () => import('../features/tests/papers/InstituteTestsPage.tsx'), /*i18n*/ 'Institute', 'student', 'shell', (query) => oneOf(query, 'type', ['test', 'assignment'])),
  screen('/test_instruction/$id', () => import('../features/tests/papers/TestInstructionPage.tsx'), /*i18n*/ 'Instructions', 'student', 'shell'),
  screen('/test/$id', () => import('../features/tests/sessions/TestPage.tsx'), /*i18n*/ 'Test', 'student', 'bare', (query) => ({ ...flag(query, 'review'), ...text(query, 'only') })),
  screen('/assignment/$id', () => import('../features/tests/sessions/TestPage.tsx'), /*i18n*/ 'Assignment', 'student', 'bare', (query) => ({ ...flag(query, 'review'), ...text(query, 'only') })),

  screen('/bookmark', () => import('../features/practice/bookmarks/BookmarksPage.tsx'), /*i18n*/ 'Bookmarks', 'trainee', 'shell', (query) => text(query, 'subject')),
  screen('/bookmark/$type', () => import('../features/practice/bookmarks/BookmarksPage.tsx'), /*i18n*/ 'Bookmarks', 'trainee', 'shell', (query) => text(query, 'subject')),
  screen('/bookmark/$type/practise', () => import('../features/practice/practice/RevisePage.tsx'), /*i18n*/ 'Bookmarks', 'trainee', 'bare', (query) => text(query, 'subject')),
  screen('/doubts', () => import('../features/practice/doubts/DoubtsPage.tsx'), /*i18n*/ 'My Doubts', 'student', 'shell', (query) => number(query, 'page')),
  screen('/my_progress', () => import('../features/practice/progress/ProgressPage.tsx'), /*i18n*/ 'My Progress', 'trainee', 'shell', (query) => text(query, 'subject')),
  screen('/score_path', () => import('../features/practice/score-path/ScorePathPage.tsx'), /*i18n*/ 'Score Path', 'trainee', 'shell'),

  screen('/answer_file', () => import('../features/reports/answer-files/AnswerFilePage.tsx'), /*i18n*/ 'Answer file', 'student', 'shell'),

  screen('/initial_test_report/$id', () => import('../features/reports/session-reports/TestReportPage.tsx'), /*i18n*/ 'Test report', 'student', 'shell'),
  screen('/test_report/$id', () => import('../features/reports/session-reports/TestReportPage.tsx'), /*i18n*/ 'Test report', 'student', 'shell'),
  screen('/test_report/$id/chapter_performance', () => import('../features/reports/session-reports/ChapterPerformancePage.tsx'), /*i18n*/ 'Chapter performance', 'student', 'shell', (query) => number(query, 'subject_id')),
  screen('/key_challenges/$id', () => import('../features/exam-office/key-challenges/ResponseSheetPage.tsx'), /*i18n*/ 'Response sheet', 'student', 'shell'),
  screen('/leaderboard/$id', () => import('../features/reports/session-reports/LeaderboardPage.tsx'), /*i18n*/ 'Leaderboard', 'student', 'shell', (query) => number(query, 'subject_id')),
  screen('/improvements/$id/$type', () => import('../features/reports/improvements/ImprovementsPage.tsx'), /*i18n*/ 'Improvements', 'student', 'shell'),
  screen('/session_report/$id', () => import('../features/reports/session-reports/SessionReportPage.tsx'), /*i18n*/ 'Report', 'student', 'shell', (query) => ({ ...number(query, 'object_type'), ...number(query, 'session_type') })),

  screen('/virtual_meeting', () => import('../features/classes/live-classes/LiveClassesPage.tsx'), /*i18n*/ 'Live Classes', 'attendee', 'shell', (query) => date(query, 'date')),
  screen('/virtual_meeting/$id/feedback', () => import('../features/classes/live-classes/ClassFeedbackPage.tsx'), /*i18n*/ 'Live class feedback', 'attendee', 'shell', (query) => text(query, 'title')),
  screen('/view_class/$id', () => import('../features/classes/live-classes/ClassPage.tsx'), /*i18n*/ 'Class', 'attendee', 'bare'),
  screen('/live_classroom', () => import('../features/classes/live-classes/LiveClassroomPage.tsx'), /*i18n*/ 'Live class', 'attendee', 'bare'),
  screen('/attend_quiz/$id', () => import('../features/classes/live-classes/QuizPage.tsx'), /*i18n*/ 'Live quiz', 'attendee', 'bare'),
  screen('/institute_files/$type', () => import('../features/classes/shared-files/FilesPage.tsx'), /*i18n*/ 'Files', 'attendee', 'shell', (query) => number(query, 'page')),
  screen('/institute_files/$type/$id', () => import('../features/classes/shared-files/FilesPage.tsx'), /*i18n*/ 'Files', 'attendee', 'shell', (query) => number(query, 'page')),
  screen('/offline_tests', () => import('../features/exam-office/offline-tests/OfflineTestsPage.tsx'), /*i18n*/ 'Offline Tests', 'attendee', 'shell', (query) => number(query, 'subject_id')),
  screen('/offline_tests/all', () => import('../features/exam-office/offline-tests/OfflineTestsPage.tsx'), /*i18n*/ 'Offline Tests', 'attendee', 'shell'),
  screen('/video_library', () => import('../features/classes/video-library/VideoLibraryPage.tsx'), /*i18n*/ 'Video Library', 'attendee', 'shell', (query) => ({ ...number(query, 'id'), ...flag(query, 'is_subject'), ...flag(query, 'is_chapter'), ...flag(query, 'is_topic'), ...flag(query, 'is_video') })),
  screen('/time_table', () => import('../features/classes/timetable/TimeTablePage.tsx'), /*i18n*/ 'Time Table', 'attendee', 'shell', (query) => number(query, 'weeks_ago')),
  screen('/attendance', () => import('../features/classes/attendance/AttendancePage.tsx'), /*i18n*/ 'Attendance', 'attendee', 'shell'),
  screen('/quiz_scores', () => import('../features/classes/quiz-scores/QuizScoresPage.tsx'), /*i18n*/ 'Quiz Scores', 'attendee', 'shell'),
  screen('/profile', () => import('../features/institute/account/ProfilePage.tsx'), /*i18n*/ 'My Account', 'member', 'shell'),
  screen('/letter', () => import('../features/site/letters/LetterPage.tsx'), /*i18n*/ 'Monday Letter', 'notified', 'shell', undefined, leadStaffToTheirLetter),
  screen('/payment', () => import('../features/payments/payments/PaymentPage.tsx'), /*i18n*/ 'Subscription', 'subscriber', 'shell'),
  screen('/payment/order/$id', () => import('../features/payments/payments/OrderPage.tsx'), /*i18n*/ 'Payment', 'subscriber', 'shell', (query) => flag(query, 'pay')),
  screen('/payment/invoice/$id', () => import('../features/payments/payments/InvoicePage.tsx'), /*i18n*/ 'Invoice', 'subscriber', 'shell'),
  screen('/referral_code', () => import('../features/payments/payments/ReferralPage.tsx'), /*i18n*/ 'Refer and Earn', 'account', 'shell'),
  screen('/invitations', () => import('../features/institute/people/InvitationsPage.tsx'), /*i18n*/ 'Invitations', 'person', 'shell'),
  screen('/guardian', () => import('../features/reports/guardians/ChildrenPage.tsx'), /*i18n*/ 'My children', 'guardian', 'shell'),
  screen('/guardian/children/$id', () => import('../features/reports/guardians/ChildPage.tsx'), /*i18n*/ 'Child', 'guardian', 'shell'),
  screen('/consent', () => import('../features/institute/account/ConsentPage.tsx'), /*i18n*/ 'First steps', 'ward', 'shell'),
  screen('/first_questions', () => import('../features/practice/first-questions/FirstQuestionsPage.tsx'), /*i18n*/ 'First questions', 'ward', 'bare'),
  screen('/first-day', () => import('../features/site/first-day/FirstDayPage.tsx'), /*i18n*/ 'First day', 'anyone', 'shell'),
  screen('/letter_mail', () => import('../features/site/letters/LetterMailPage.tsx'), /*i18n*/ 'Monday Letter', 'anyone', 'shell'),
  screen('/agree', () => import('../features/institute/account/AgreePage.tsx'), /*i18n*/ 'Consent', 'anyone', 'shell'),
] as const;

type AllScreens = [...typeof screens, ...typeof staffScreens];

export const router = createRouter({
  // Links to the console are type-checked too, although its screens are added later.
  routeTree: root.addChildren([...screens, entrance] as unknown as AllScreens),
  defaultPreload: 'intent',
  defaultPendingComponent: LoadingPage,
  defaultPendingMs: 150,
  defaultErrorComponent: BrokenPage,
  scrollRestoration: true,
});

let opening: Promise<void> | undefined;
let isConsoleOpen = false;

/** Adds the screens of the console before the route that leads to them. */
function openConsole(): Promise<void> {
  opening ??= import('./staff/staff-screens.ts').then(({ staffScreens }) => {
    root.addChildren([...screens, ...staffScreens, entrance]);
    router.setRoutes(router.buildRouteTree());
    isConsoleOpen = true;
  });
  return opening;
}
