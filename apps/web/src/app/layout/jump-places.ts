import { i18n, named } from '../../platform/language.ts';
import { audiences } from '@abhyas/contract/institute/access';
import { getInstituteTests } from '@abhyas/contract/exam-office/institute-tests';
import { getPeople } from '@abhyas/contract/institute/people';
import { hasRight } from '@abhyas/contract/institute/rights';
import { getStudentHomeData } from '@abhyas/contract/site/home';
import type { LinkProps } from '@tanstack/react-router';
import { call } from '../../platform/call.ts';
import { isTrainee, type User } from '../../platform/user.ts';
import { hasInstitute } from '../access.ts';
import type { MenuGroup } from './menu.ts';

/** A page that a person can jump to by name. */
export interface Place {
  label: string;
  /** The name in English, by which the place is found too. */
  english?: string;
  /** The kind of target: a screen, a chapter of a subject, a test. */
  detail: string;
  link: Pick<LinkProps, 'to' | 'params' | 'search'>;
}

const MOST_SHOWN = 12;

/** The targets whose label contains all typed words, first those that begin with them. Without words, the first targets of the list. */
export function findPlaces(places: readonly Place[], typed: string): Place[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const rankOf = ({ label, english = label }: Place) => {
    const names = [label.toLowerCase(), english.toLowerCase()];
    const found = names.filter((name) => words.every((word) => name.includes(word)));
    if (found.length === 0) return null;
    return found.some((name) => words[0] !== undefined && name.startsWith(words[0])) ? 0 : 1;
  };
  return places
    .flatMap((place, at) => {
      const rank = rankOf(place);
      return rank === null ? [] : [{ place, rank, at }];
    })
    .toSorted((a, b) => a.rank - b.rank || a.at - b.at)
    .slice(0, MOST_SHOWN)
    .map(({ place }) => place);
}

export const screensOf = (menu: readonly MenuGroup[]): Place[] => [
  ...menu.flatMap(({ label: detail, items }) =>
    items.map(({ label, link }) => ({ label: i18n.t(label), english: label, detail: i18n.t(detail), link })),
  ),
  { label: i18n.t('My Account'), detail: i18n.t('Profile'), link: { to: '/profile' } },
];

/** The lists that were fetched; a list that failed is left out. */
async function whatCame<T>(lists: readonly Promise<T[]>[]): Promise<T[]> {
  return (await Promise.allSettled(lists)).flatMap((list) => (list.status === 'fulfilled' ? list.value : []));
}

const testsOf = async (type: 'mock' | 'previous_paper' | 'institute', sub_type?: 'test' | 'assignment'): Promise<Place[]> => {
  const { test_list = [], completed_test_list = [] } = await call(getStudentHomeData, { type, ...(sub_type && { sub_type }) });
  return [
    ...test_list.map(({ id, name, exam }) => ({
      label: named(name),
      english: name,
      detail: exam,
      link: { to: '/test_instruction/$id', params: { id: String(id) } } as const,
    })),
    ...completed_test_list.map(({ id, name }) => ({
      label: named(name),
      english: name,
      detail: i18n.t('Report'),
      link: { to: '/test_report/$id', params: { id: String(id) } } as const,
    })),
  ];
};

async function chaptersOf(): Promise<Place[]> {
  const { subjects } = await call(getStudentHomeData, { type: 'home' });
  return whatCame(
    subjects.map(async ({ name }) => {
      const { chapters = [] } = await call(getStudentHomeData, { type: name });
      return chapters.map((chapter) => ({
        label: named(chapter.name),
        english: chapter.name,
        detail: i18n.t(name),
        link: { to: '/chapter/$id', params: { id: String(chapter.id) } } as const,
      }));
    }),
  );
}

const staffTests = async (mayRead: boolean, is_assignment: boolean): Promise<Place[]> =>
  (await call(getInstituteTests, { is_assignment })).tests.map(({ id, name }) => ({
    label: name,
    detail: is_assignment ? 'Assignment' : 'Test',
    link: { to: mayRead ? '/staff/tests/$id' : '/staff/tests/$id/hall', params: { id: String(id) } } as const,
  }));

/** Chapters and tests of a student, or tests of the institute. */
export function contentPlaces(user: User): Promise<Place[]> {
  if (audiences.staff(user)) {
    const mayRead = hasRight(user.membership?.role ?? null, 'tests.read');
    return whatCame([staffTests(mayRead, false), staffTests(mayRead, true)]);
  }
  return whatCame([
    ...(isTrainee(user) ? [chaptersOf(), testsOf('mock'), testsOf('previous_paper')] : []),
    ...(hasInstitute(user) ? [testsOf('institute', 'test'), testsOf('institute', 'assignment')] : []),
  ]);
}

/** Whether students of the institute are among the person's places. */
export const findsStudents = (user: User): boolean =>
  audiences.staff(user) &&
  ['people.read', 'reports.read'].every((right) => hasRight(user.membership?.role ?? null, right as 'people.read'));

/** Students whose name or roll number matches, first those whose name begins with the search. */
export async function studentPlaces(search: string): Promise<Place[]> {
  const { people } = await call(getPeople, { kind: 'students', search });
  const rankOf = (name: string | null) => (name?.toLowerCase().startsWith(search.trim().toLowerCase()) ? 0 : 1);
  const sorted = people.toSorted((a, b) => rankOf(a.name) - rankOf(b.name));
  return sorted.slice(0, MOST_SHOWN).map(({ user_id, name, given_id, classrooms }) => ({
    label: name ?? i18n.t('Without a name'),
    detail: [given_id, ...classrooms].filter(Boolean).join(' · '),
    link: { to: '/staff/students/$id', params: { id: String(user_id) } },
  }));
}
