import { hasRight, type Right } from '@abhyas/contract/institute/rights';
import {
  IconBooks,
  IconClipboardText,
  IconDots,
  IconFilePencil,
  IconFileUpload,
  IconFolder,
  IconLayoutList,
  IconMessageQuestion,
  IconMessageReport,
  IconMovie,
  IconSchool,
  IconUsers,
  IconHistory,
  IconSettings,
  IconVideo,
} from '@tabler/icons-react';
import type { User } from '../../platform/user.ts';
import type { MenuGroup, MenuItem } from '../layout/menu.ts';

interface StaffItem extends MenuItem {
  right: Right;
}

const isBelow = (address: string) => (pathname: string) => pathname === address || pathname.startsWith(`${address}/`);

/** Screens for daily work; the first four are in the bar of phones. One line per screen. */
// biome-ignore format: a table reads better with one line a row
const daily: readonly StaffItem[] = [
  { label: 'Today', right: 'console.enter', Icon: IconLayoutList, link: { to: '/staff' }, isFor: (pathname) => pathname === '/staff' },
  { label: 'Tests', right: 'console.enter', Icon: IconClipboardText, link: { to: '/staff/tests', search: { type: 'test' } }, isFor: (pathname) => /^\/staff\/(tests|shift_groups)(\/|$)/.test(pathname) },
  { label: 'Classes', right: 'classes.read', Icon: IconVideo, link: { to: '/staff/classes' }, isFor: isBelow('/staff/classes') },
  { label: 'Offline Tests', right: 'offline_tests.manage', Icon: IconFileUpload, link: { to: '/staff/offline_tests' }, isFor: (pathname) => pathname.startsWith('/staff/offline_tests') },
  { label: 'Doubts', right: 'doubts.answer', Icon: IconMessageQuestion, link: { to: '/staff/doubts' }, isFor: (pathname) => pathname === '/staff/doubts' },
  { label: 'Papers', right: 'tests.manage', Icon: IconFilePencil, link: { to: '/staff/papers' }, isFor: isBelow('/staff/papers') },
  { label: 'Question bank', right: 'content.manage', Icon: IconBooks, link: { to: '/staff/bank' }, isFor: (pathname) => /^\/staff\/(bank|import)(\/|$)/.test(pathname) },
  { label: 'Recordings', right: 'videos.manage', Icon: IconMovie, link: { to: '/staff/recordings' }, isFor: (pathname) => pathname.startsWith('/staff/recordings') },
  { label: 'Files', right: 'files.manage', Icon: IconFolder, link: { to: '/staff/files' }, isFor: (pathname) => pathname === '/staff/files' },
];

/** Screens for occasional set-up. */
// biome-ignore format: a table reads better with one line a row
const institute: readonly StaffItem[] = [
  { label: 'People', right: 'people.read', Icon: IconUsers, link: { to: '/staff/people', search: { kind: 'students' } }, isFor: (pathname) => /^\/staff\/(people|students)(\/|$)/.test(pathname) },
  { label: 'Classrooms', right: 'classes.read', Icon: IconSchool, link: { to: '/staff/classrooms' }, isFor: isBelow('/staff/classrooms') },
  { label: 'Reported questions', right: 'question_reports.manage', Icon: IconMessageReport, link: { to: '/staff/question_reports' }, isFor: (pathname) => pathname === '/staff/question_reports' },
  { label: 'Log', right: 'audit.read', Icon: IconHistory, link: { to: '/staff/audit' }, isFor: isBelow('/staff/audit') },
  { label: 'Settings', right: 'settings.manage', Icon: IconSettings, link: { to: '/staff/settings' }, isFor: isBelow('/staff/settings') },
];

const more: MenuItem = { label: 'More', Icon: IconDots, link: { to: '/staff/more' }, isFor: (pathname) => pathname === '/staff/more' };
const inBar = 4;

const isAny = (items: MenuItem[]): items is [MenuItem, ...MenuItem[]] => items.length > 0;
const group = (label: string, items: MenuItem[]): MenuGroup[] => (isAny(items) ? [{ label, Icon: IconClipboardText, items }] : []);

const itemsOf = ({ membership }: User, items: readonly StaffItem[]) =>
  items.filter(({ right }) => hasRight(membership?.role ?? null, right));

/** The side bar, under the institute's name: the screens that the person's role may open. */
export function staffMenuOf(user: User): MenuGroup[] {
  return [...group(user.membership?.institute_name ?? 'Tests', itemsOf(user, daily)), ...group('Institute', itemsOf(user, institute))];
}

/** The items that do not fit into the bar of phones, for the page More. */
export const moreItemsOf = (user: User): MenuItem[] => [...itemsOf(user, daily).slice(inBar), ...itemsOf(user, institute)];

/** The bar of phones: one button per item, the other items behind More. */
export function staffBarOf(user: User): MenuGroup[] {
  const shown: MenuItem[] = itemsOf(user, daily).slice(0, inBar);
  const rest = moreItemsOf(user);
  return [
    ...shown,
    ...(rest.length > 0
      ? [{ ...more, isFor: (...at: Parameters<MenuItem['isFor']>) => [more, ...rest].some((item) => item.isFor(...at)) }]
      : []),
  ].map((item) => ({ label: item.label, Icon: item.Icon, items: [item] }));
}
