import { brand } from '@abhyas/contract/institute/brand';
import {
  createRootRoute,
  createRoute,
  lazyRouteComponent,
  notFound,
  type RouteComponent,
  retainSearchParams,
} from '@tanstack/react-router';
import { NotFound } from '../ui/NotFound.tsx';
import { subjectOf } from '../ui/subject.ts';
import { type Access, guard, leaveVisitorPage } from './access.ts';
import { Frame } from './layout/Frame.tsx';
import { flag } from './search-fields.ts';

/** `shell`: side bar, header and bottom bar around it. `console`: the same of staff. `bare`: the screen has the window for itself. */
type Surround = 'shell' | 'console' | 'bare';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    surround?: Surround;
    access?: Access;
  }
}

export type Page = () => Promise<{ default: RouteComponent }>;

export const root = createRootRoute({
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
export function screen<const Path extends string, Search extends Record<string, unknown> = Record<never, never>>(
  path: Path,
  page: Page,
  title: string,
  access: Access,
  surround: Surround,
  search: (query: Record<string, unknown>) => Search = () => ({}) as Search,
  /** Throws the redirect of a person who is let through by `access` and still has no business here. */
  also: () => void = () => undefined,
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
      if (path === '/' || path === '/login' || path === '/user_registration') leaveVisitorPage(path);
      // The page's code comes while the server is asked who is there.
      page().catch(() => {});
      return guard(access, location.href).then(also);
    },
    staticData: { surround, access },
  });
}
