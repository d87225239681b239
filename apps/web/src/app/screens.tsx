import { brand } from '@abhyas/contract/brand';
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  type RouteComponent,
  retainSearchParams,
} from '@tanstack/react-router';
import { type Access, guard, leaveVisitorPage } from './access.ts';
import { NotFound } from '../ui/NotFound.tsx';
import { Frame } from './layout/Frame.tsx';
import { readBoardAddress } from '../features/solutions/solutions-address.ts';
import { LoadingPage } from './layout/LoadingPage.tsx';
import { subjectOf } from '../ui/subject.ts';
import { BrokenPage } from './layout/OtherPages.tsx';
import { flag, number, oneOf, text } from './search-fields.ts';

/** `shell`: side bar, header and bottom bar around it. `bare`: the screen has the window for itself. */
type Surround = 'shell' | 'bare';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    surround?: Surround;
    access?: Access;
  }
  interface Register {
    router: typeof router;
  }
}

type Page = () => Promise<{ default: RouteComponent }>;

const root = createRootRoute({
  component: Frame,
  notFoundComponent: NotFound,
  validateSearch: (query: Record<string, unknown>) => flag(query, 'force_hide_header'),
  search: { middlewares: [retainSearchParams(['force_hide_header'])] },
});

/** Whether what stands in the address can be: a subject, an id. */
function isPossible({ subject, id }: { subject?: string; id?: string }): boolean {
  return (subject === undefined || subjectOf(subject) !== undefined) && (id === undefined || /^[1-9]\d{0,14}$/.test(id));
}

/** One line a screen: address, page, title, who may see it, what surrounds it, what its query holds. */
function screen<const Path extends string, Search extends Record<string, unknown> = Record<never, never>>(
  path: Path,
  page: Page,
  title: string,
  access: Access,
  surround: Surround,
  search: (query: Record<string, unknown>) => Search = () => ({}) as Search,
) {
  return createRoute({
    getParentRoute: () => root,
    path,
    component: lazyRouteComponent(page),
    validateSearch: search,
    beforeLoad: ({ location, cause, params }) => {
      if (!isPossible(params)) throw notFound();
      // The page itself may say more once it knows: the chapter's name, the test's.
      if (cause === 'enter') document.title = title ? `${title} · ${brand.name}` : brand.name;
      if (path === '/' || path === '/login') leaveVisitorPage(path);
      // The page's code comes while the server is asked who is there.
      page().catch(() => {});
      return guard(access, location.href);
    },
    staticData: { surround, access },
  });
}

// biome-ignore format: a table reads better with one line a row
const screens = [
  screen('/', () => import('../features/pages/LandingPage.tsx'), '', 'anyone', 'shell'),
  screen('/login', () => import('../features/identity/SignInPage.tsx'), 'Sign in', 'anyone', 'shell', (query) => ({ ...text(query, 'to'), ...text(query, 'info') })),

  screen('/solutions', () => import('../features/solutions/SolutionsPage.tsx'), 'Solutions', 'anyone', 'shell', readBoardAddress),
  screen('/solutions/$id', () => import('../features/solutions/SolutionPage.tsx'), 'Solution', 'anyone', 'shell'),
  screen('/solutions/$id/$slug', () => import('../features/solutions/SolutionPage.tsx'), 'Solution', 'anyone', 'shell'),

  screen('/home', () => import('../features/home/HomePage.tsx'), 'Train', 'trainee', 'shell'),
  screen('/$subject', () => import('../features/home/HomePage.tsx'), 'Train', 'trainee', 'shell'),
  screen('/chapter/$id', () => import('../features/chapters/ChapterPage.tsx'), 'Chapter', 'trainee', 'shell'),
  screen('/train/$id', () => import('../features/practice/TrainPage.tsx'), 'Practice', 'trainee', 'bare', (query) => flag(query, 'review')),

  screen('/chapter_revise/$id', () => import('../features/practice/RevisePage.tsx'), 'Revise Misses', 'trainee', 'bare'),
  screen('/mistakes', () => import('../features/mistakes/MistakesPage.tsx'), 'Mistake Book', 'trainee', 'shell', (query) => ({ ...text(query, 'subject'), ...number(query, 'chapter_id'), ...text(query, 'kind') })),
  screen('/mistakes/redo', () => import('../features/practice/RevisePage.tsx'), 'Mistake Book', 'trainee', 'bare'),

  screen('/mock', () => import('../features/papers/TestListPage.tsx'), 'Test Series', 'trainee', 'shell'),
  screen('/previous_paper', () => import('../features/papers/TestListPage.tsx'), 'Previous Papers', 'trainee', 'shell'),
  screen('/institute', () => import('../features/papers/InstituteTestsPage.tsx'), 'Institute', 'student', 'shell', (query) => oneOf(query, 'type', ['test', 'assignment'])),
  screen('/test_instruction/$id', () => import('../features/papers/TestInstructionPage.tsx'), 'Instructions', 'student', 'shell'),
  screen('/test/$id', () => import('../features/sessions/TestPage.tsx'), 'Test', 'student', 'bare', (query) => flag(query, 'review')),
  screen('/assignment/$id', () => import('../features/sessions/TestPage.tsx'), 'Assignment', 'student', 'bare', (query) => flag(query, 'review')),

  screen('/bookmark', () => import('../features/bookmarks/BookmarksPage.tsx'), 'Bookmarks', 'trainee', 'shell', (query) => text(query, 'subject')),
  screen('/bookmark/$type', () => import('../features/bookmarks/BookmarksPage.tsx'), 'Bookmarks', 'trainee', 'shell', (query) => text(query, 'subject')),

  screen('/answer_file', () => import('../features/answer-files/AnswerFilePage.tsx'), 'Answer file', 'student', 'shell'),

  screen('/initial_test_report/$id', () => import('../features/reports/TestReportPage.tsx'), 'Test report', 'student', 'shell'),
  screen('/test_report/$id', () => import('../features/reports/TestReportPage.tsx'), 'Test report', 'student', 'shell'),
  screen('/session_report/$id', () => import('../features/reports/SessionReportPage.tsx'), 'Report', 'student', 'shell', (query) => ({ ...number(query, 'object_type'), ...number(query, 'session_type') })),

  screen('/virtual_meeting', () => import('../features/classes/LiveClassesPage.tsx'), 'Live Classes', 'student', 'shell'),
  screen('/payment', () => import('../features/payments/PremiumPage.tsx'), 'Premium', 'student', 'shell'),
] as const;

export const router = createRouter({
  routeTree: root.addChildren(screens),
  defaultPreload: 'intent',
  defaultPendingComponent: LoadingPage,
  defaultPendingMs: 150,
  defaultErrorComponent: BrokenPage,
  scrollRestoration: true,
});
