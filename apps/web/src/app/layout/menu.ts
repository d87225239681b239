import type { SubjectName } from '@abhyas/exam/bank/subjects';
import {
  IconBook2,
  IconBookmark,
  IconCalendarWeek,
  IconChartLine,
  IconClipboardText,
  IconDots,
  IconFileUpload,
  IconFolder,
  IconHistory,
  IconListCheck,
  IconMail,
  IconMessageQuestion,
  IconMovie,
  IconNotebook,
  IconRepeat,
  IconSchool,
  IconTargetArrow,
  IconUserCheck,
  IconUsers,
  IconVideo,
  type TablerIcon,
} from '@tabler/icons-react';
import type { LinkProps } from '@tanstack/react-router';
import { isTrainee, type User } from '../../platform/user.ts';
import { subjectStyles } from '../../ui/subject.ts';
import { hasClasses, hasInstitute } from '../access.ts';

export interface MenuItem {
  label: string;
  Icon: TablerIcon;
  color?: string;
  link: Pick<LinkProps, 'to' | 'params' | 'search'>;
  /** Whether the item leads to this address. */
  isFor: (pathname: string, query: Record<string, unknown>) => boolean;
  /** The count shown beside the item. */
  counts?: 'due_mistakes';
}

export interface MenuGroup {
  label: string;
  Icon: TablerIcon;
  items: [MenuItem, ...MenuItem[]];
  /** Addresses of pages below the group's items. */
  within?: RegExp;
}

/** Subjects of each course. */
const subjectsOf: Record<NonNullable<User['course']>, [SubjectName, ...SubjectName[]]> = {
  ENG: ['Physics', 'Chemistry', 'Maths'],
  MED: ['Physics', 'Chemistry', 'Biology'],
  MED_ENG: ['Physics', 'Chemistry', 'Maths', 'Biology'],
};

function train(user: User): MenuGroup {
  const [first, ...others] = subjectsOf[user.course ?? 'MED_ENG'];
  const item = (name: SubjectName): MenuItem => ({
    label: name,
    ...subjectStyles[name],
    link: { to: '/$subject', params: { subject: name.toLowerCase() } },
    isFor: (pathname) => pathname === `/${name.toLowerCase()}` || (name === first && pathname === '/home'),
  });
  return {
    label: /*i18n*/ 'Train',
    Icon: IconBook2,
    within: /^\/(chapter|session_report|cheat_sheet|chapter_video_list)\//,
    items: [item(first), ...others.map(item)],
  };
}

const test: MenuGroup = {
  label: /*i18n*/ 'Test',
  Icon: IconClipboardText,
  within: /^\/(test_instruction|test_report|initial_test_report|leaderboard|improvements|answer_file)(\/|$)/,
  items: [
    { label: /*i18n*/ 'Test Series', Icon: IconClipboardText, link: { to: '/mock' }, isFor: (pathname) => pathname === '/mock' },
    {
      label: /*i18n*/ 'Previous Papers',
      Icon: IconHistory,
      link: { to: '/previous_paper' },
      isFor: (pathname) => pathname === '/previous_paper',
    },
  ],
};

const institute: MenuGroup = {
  label: /*i18n*/ 'Institute',
  Icon: IconSchool,
  within: /^\/(test_instruction|test_report|initial_test_report|leaderboard|improvements|session_report|answer_file)(\/|$)/,
  items: [
    {
      label: /*i18n*/ 'Test',
      Icon: IconSchool,
      link: { to: '/institute', search: { type: 'test' } },
      isFor: (pathname, query) => pathname === '/institute' && query.type === 'test',
    },
    {
      label: /*i18n*/ 'Assignment',
      Icon: IconNotebook,
      link: { to: '/institute', search: { type: 'assignment' } },
      isFor: (pathname, query) => pathname === '/institute' && query.type === 'assignment',
    },
  ],
};

/** Shown to every member of an institute except institute-type students. */
const liveClassesItem: MenuItem = {
  label: /*i18n*/ 'Live Classes',
  Icon: IconVideo,
  link: { to: '/virtual_meeting' },
  isFor: (pathname) => pathname === '/virtual_meeting' || pathname.startsWith('/virtual_meeting/'),
};

const mistakeBook: MenuItem = {
  label: /*i18n*/ 'Mistake Book',
  Icon: IconRepeat,
  link: { to: '/mistakes' },
  isFor: (pathname) => pathname === '/mistakes',
  counts: 'due_mistakes',
};
const progress: MenuItem = {
  label: /*i18n*/ 'My Progress',
  Icon: IconChartLine,
  link: { to: '/my_progress' },
  isFor: (pathname) => pathname === '/my_progress',
};
const scorePath: MenuItem = {
  label: /*i18n*/ 'Score Path',
  Icon: IconTargetArrow,
  link: { to: '/score_path' },
  isFor: (pathname) => pathname === '/score_path',
};
const bookmarks: MenuItem = {
  label: /*i18n*/ 'Bookmark',
  Icon: IconBookmark,
  link: { to: '/bookmark' },
  isFor: (pathname) => /^\/bookmark(\/|$)/.test(pathname),
};

const doubts: MenuItem = {
  label: /*i18n*/ 'My Doubts',
  Icon: IconMessageQuestion,
  link: { to: '/doubts' },
  isFor: (pathname) => pathname === '/doubts',
};
const letter: MenuItem = {
  label: /*i18n*/ 'Monday Letter',
  Icon: IconMail,
  link: { to: '/letter' },
  isFor: (pathname) => pathname === '/letter',
};
const notes: MenuItem = { ...doubts, label: /*i18n*/ 'My Notes' };

const offlineTests: MenuItem = {
  label: /*i18n*/ 'Offline Tests',
  Icon: IconFileUpload,
  link: { to: '/offline_tests' },
  isFor: (pathname) => /^\/offline_tests(\/|$)/.test(pathname),
};
const files: MenuItem = {
  label: /*i18n*/ 'Files',
  Icon: IconFolder,
  link: { to: '/institute_files/$type', params: { type: 'all' } },
  isFor: (pathname) => /^\/institute_files(\/|$)/.test(pathname),
};

const timeTable: MenuItem = {
  label: /*i18n*/ 'Time Table',
  Icon: IconCalendarWeek,
  link: { to: '/time_table' },
  isFor: (pathname) => pathname === '/time_table',
};
const attendance: MenuItem = {
  label: /*i18n*/ 'Attendance',
  Icon: IconUserCheck,
  link: { to: '/attendance' },
  isFor: (pathname) => pathname === '/attendance',
};
const quizScores: MenuItem = {
  label: /*i18n*/ 'Quiz Scores',
  Icon: IconListCheck,
  link: { to: '/quiz_scores' },
  isFor: (pathname) => pathname === '/quiz_scores',
};

const videoLibrary: MenuItem = {
  label: /*i18n*/ 'Video Library',
  Icon: IconMovie,
  link: { to: '/video_library' },
  isFor: (pathname) => pathname === '/video_library',
};

const liveClasses: MenuGroup = {
  label: /*i18n*/ 'Institute',
  Icon: IconVideo,
  items: [liveClassesItem, offlineTests, timeTable, attendance, files, quizScores, videoLibrary],
};

const more: MenuGroup = { label: /*i18n*/ 'More', Icon: IconDots, items: [mistakeBook, progress, scorePath, bookmarks] };
const moreWithClasses: MenuGroup = { ...more, items: [mistakeBook, files, progress, scorePath, bookmarks, attendance, quizScores] };

const family: MenuGroup = {
  label: /*i18n*/ 'Family',
  Icon: IconUsers,
  items: [
    { label: /*i18n*/ 'My children', Icon: IconUsers, link: { to: '/guardian' }, isFor: (pathname) => /^\/guardian(\/|$)/.test(pathname) },
    letter,
  ],
};

/** The group with further items after its own. */
const withItems = (group: MenuGroup, ...items: MenuItem[]): MenuGroup => ({ ...group, items: [...group.items, ...items] });

/** The menu of one person. */
export function menuOf(user: User): MenuGroup[] {
  if (user.type === 'Guardian') return [family];
  if (user.consent === 'missing') return [];
  if (user.is_higher_education) return [liveClasses];
  const institutes = hasInstitute(user)
    ? [hasClasses(user) ? withItems(institute, liveClassesItem, timeTable, videoLibrary, offlineTests) : institute]
    : [];
  if (!isTrainee(user)) return institutes.map((group) => withItems(group, doubts));
  const others = hasClasses(user) ? moreWithClasses : more;
  return [train(user), test, ...institutes, withItems(others, hasInstitute(user) ? doubts : notes, letter)];
}

/** The item that the person visited last. It decides for a page that belongs to several items. */
let lastLabel: string | null = null;

/**
 * The highlighted item at an address: the page's own item or, if the page belongs to other items, the one visited last or else the first.
 */
export function currentItem(menu: readonly MenuGroup[], pathname: string, query: Record<string, unknown>): MenuItem | undefined {
  const own = menu.flatMap(({ items }) => items).find((item) => item.isFor(pathname, query));
  if (own) {
    lastLabel = own.label;
    return own;
  }
  const above = menu.filter(({ within }) => within?.test(pathname)).flatMap(({ items }) => items);
  return above.find(({ label }) => label === lastLabel) ?? above[0];
}
