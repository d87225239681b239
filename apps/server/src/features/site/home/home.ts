import { testModes } from '@abhyas/contract/bank/catalogue';
import type { getMemberHome, getStudentHomeData } from '@abhyas/contract/site/home';
import type { Answer, Input } from '@abhyas/contract/endpoint';
import { Problem } from '@abhyas/contract/problem';
import { type Context, requireAudience, type Student } from '../../../context.ts';
import type { Database } from '../../../database/open.ts';
import { attendanceAtRisk } from '../../classes/attendance/attendance.ts';
import * as chapters from '../../bank/chapters/chapters.ts';
import { countEverything } from './home.store.ts';
import { dueCount } from '../../bank/mistakes/mistakes.ts';
import { dueSheets } from '../../exam-office/offline-tests/offline-tests.ts';
import { areMocksLocked, testLists } from '../../tests/papers/papers.ts';
import { latestNotifications } from '../../institute/notifications/notifications.ts';
import { newFiles } from '../../classes/shared-files/shared-files.ts';

type HomeData = Answer<typeof getStudentHomeData>;
type PageHead = Pick<HomeData, 'page_type' | 'subjects'>;
type ChapterPage = Awaited<ReturnType<typeof chapters.chapterOf>> & { due_count: number };
type TestsPage = Awaited<ReturnType<typeof testLists>>;
type SubjectPage = Required<Pick<HomeData, 'selected_subject' | 'chapters' | 'recent_chapters' | 'has_premium_access' | 'due_count'>> &
  Pick<HomeData, 'test_list' | 'completed_test_list' | 'is_mock_test_locked' | 'is_test_retakable' | 'unit_chapter_data' | 'notifications'>;
/** The three kinds of page behind the one call. */
type HomePage = PageHead & (ChapterPage | TestsPage | SubjectPage);

const modeOfPage = new Map<string, number>([
  ['mock', testModes.mock],
  ['previous_paper', testModes.previous_paper],
  ['institute', testModes.institute],
]);

/** The content of a home screen; `type` is the first part of its address. Throws `not_found` for an unknown page. */
export async function homeData(
  context: Context,
  student: Student,
  { type, sub_type, id }: Input<typeof getStudentHomeData>,
): Promise<HomePage> {
  const mode = modeOfPage.get(type);
  // Lists of an institute are open to all its students; the other pages belong to Train and Test.
  if (mode !== testModes.institute) requireAudience(student, 'trainee');
  const groups = await chapters.subjectsOf(context, student);
  const head: PageHead = { page_type: type, subjects: groups.map(({ id: subject_id, name }) => ({ id: subject_id, name })) };
  if (type === 'chapter') return { ...head, ...(await chapterPage(context, student, id)) };
  if (mode !== undefined) {
    return { ...head, ...(await testLists(context, student, mode, mode === testModes.institute && sub_type === 'assignment')) };
  }
  const wanted = type === 'home' ? sub_type : type;
  const subject = wanted === undefined ? groups[0] : groups.find(({ name }) => name.toLowerCase() === wanted.toLowerCase());
  if (!subject) throw new Problem('not_found');
  return { ...head, ...(await subjectPage(context, student, groups, subject, type === 'home')) };
}

async function chapterPage(context: Context, student: Student, id: number | undefined): Promise<ChapterPage> {
  if (id === undefined) throw new Problem('invalid_input');
  const due_count = await dueCount(context, student, id);
  return { ...(await chapters.chapterOf(context, student, id)), due_count };
}

const notificationsOnHome = 5;

type Group = Awaited<ReturnType<typeof chapters.subjectsOf>>[number];

/** The chapters of a subject; the home page adds notifications and, for a student of an institute, its tests and all units. */
async function subjectPage(context: Context, student: Student, groups: Group[], subject: Group, isHome: boolean): Promise<SubjectPage> {
  const page = {
    selected_subject: { id: subject.id, name: subject.name },
    chapters: await chapters.chaptersOf(context, student, subject),
    recent_chapters: await chapters.recentChaptersOf(context, student, groups),
    has_premium_access: student.has_premium_access,
    due_count: await dueCount(context, student, null),
  };
  if (!isHome) return page;
  const home = {
    ...page,
    is_mock_test_locked: await areMocksLocked(context, student),
    is_test_retakable: false,
    notifications: await latestNotifications(context, student.id, notificationsOnHome),
  };
  if (student.institute_id === null) return home;
  const { test_list, completed_test_list, is_test_retakable } = await testLists(context, student, testModes.institute, false);
  return { ...home, test_list, completed_test_list, is_test_retakable, unit_chapter_data: await chapters.unitsOf(context, groups) };
}

/** The tasks of a member of an institute, read by three statements, however many there are. Throws `not_allowed`. */
export async function memberHome(context: Context, student: Student): Promise<Answer<typeof getMemberHome>> {
  return {
    due_sheets: await dueSheets(context, student),
    new_files: await newFiles(context, student),
    attendance_at_risk: await attendanceAtRisk(context, student),
  };
}

const figuresMs = 10 * 60_000;
type Figures = Awaited<ReturnType<typeof countEverything>>;
const figuresOf = new WeakMap<Database, { at: number; figures: Promise<Figures> }>();

/** The figures of the landing page, which one caller counts at most every ten minutes, while other callers get the previous figures. */
export function landingFigures(context: Context): Promise<Figures> {
  const at = context.now.getTime();
  const known = figuresOf.get(context.db);
  if (known && Math.abs(at - known.at) < figuresMs) return known.figures;
  const counted = countEverything(context);
  const kept = { at, figures: known ? known.figures : counted };
  figuresOf.set(context.db, kept);
  counted.then(
    () => (kept.figures = counted),
    // Without previous figures, the next caller counts.
    () => known ?? figuresOf.delete(context.db),
  );
  return known ? known.figures : counted;
}
