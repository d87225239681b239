import { i18n } from '../platform/language.ts';
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
import { type Access, guard, leaveVisitorPage } from './access.ts';
import { Frame } from './layout/Frame.tsx';
import { flag } from './search-fields.ts';

/** `shell`: side bar, header and bottom bar of students. `console`: the same for staff. `bare`: the screen fills the window. */
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

/** Whether the word and the id in the address can exist. Any word is home, except a name with a dot, which would be a file. */
function isPossible({ subject, id }: { subject?: string; id?: string }): boolean {
  return (subject === undefined || /^[\w-]+$/.test(subject)) && (id === undefined || /^[1-9]\d{0,14}$/.test(id));
}

/** A screen in one line: address, page, title, audience, frame, query fields. */
export function screen<const Path extends string, Search extends Record<string, unknown> = Record<never, never>>(
  path: Path,
  page: Page,
  title: string,
  access: Access,
  surround: Surround,
  search: (query: Record<string, unknown>) => Search = () => ({}) as Search,
  /** Throws a redirect for a person who has access but must first go elsewhere. */
  also: () => void = () => undefined,
) {
  return createRoute({
    getParentRoute: () => root,
    path,
    component: lazyRouteComponent(page),
    validateSearch: search,
    beforeLoad: ({ location, cause, params }) => {
      if (!isPossible(params)) throw notFound();
      // Once it has loaded, the page may set a longer title, such as the name of the chapter or test.
      if (cause === 'enter') document.title = title ? `${i18n.t(title)} · ${brand.name}` : brand.name;
      if (path === '/' || path === '/login' || path === '/user_registration') leaveVisitorPage(path);
      // The page's code is loaded while the server is asked who is signed in.
      page().catch(() => {});
      return guard(access, location.href).then(also);
    },
    staticData: { surround, access },
  });
}
