import { hasRight, type Right } from '@abhyas/contract/rights';
import { redirect } from '@tanstack/react-router';
import { currentUser } from '../../platform/user.ts';
import { type Page, screen } from '../screen.ts';

/** One line a screen of staff: address, page, title, the right that opens it, what its query holds. Without the right it leads to `/staff`. */
function staffScreen<const Path extends `/staff${string}`, Search extends Record<string, unknown> = Record<never, never>>(
  path: Path,
  page: Page,
  title: string,
  right: Right,
  search?: (query: Record<string, unknown>) => Search,
) {
  return screen(path, page, title, 'staff', 'console', search, () => {
    if (!hasRight(currentUser()?.membership?.role ?? null, right)) throw redirect({ href: '/staff', replace: true });
  });
}

// biome-ignore format: a table reads better with one line a row
export const staffScreens = [
  staffScreen('/staff', () => import('../../features/today/TodayPage.tsx'), 'Today', 'console.enter'),
  staffScreen('/staff/files', () => import('../../features/staff-files/StaffFilesPage.tsx'), 'Files', 'files.manage'),
  staffScreen('/staff/more', () => import('./MorePage.tsx'), 'More', 'console.enter'),
] as const;
