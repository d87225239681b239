import { testModes } from '@abhyas/contract/catalogue';
import type { getStudentHomeData } from '@abhyas/contract/home';
import type { Answer, Input } from '@abhyas/contract/endpoint';
import { Problem } from '@abhyas/contract/problem';
import { type Context, requireAudience, type Student } from '../../context.ts';
import type { Database } from '../../database/open.ts';
import * as chapters from '../chapters/chapters.ts';
import { countEverything } from './home.store.ts';
import { dueCount } from '../mistakes/mistakes.ts';
import { testLists } from '../papers/papers.ts';

type HomeData = Answer<typeof getStudentHomeData>;
const modeOfPage = new Map<string, number>([
  ['mock', testModes.mock],
  ['previous_paper', testModes.previous_paper],
  ['institute', testModes.institute],
]);

/** What a page of the home family shows; `type` is the first part of its address. Throws `not_found` for a page that is none. */
export async function homeData(
  context: Context,
  student: Student,
  { type, sub_type, id }: Input<typeof getStudentHomeData>,
): Promise<HomeData> {
  // The lists of an institute are everybody's; the rest is Train and Test.
  if (modeOfPage.get(type) !== testModes.institute) requireAudience(student, 'trainee');
  const groups = await chapters.subjectsOf(context, student);
  const page = { page_type: type, subjects: groups.map(({ id: subject_id, name }) => ({ id: subject_id, name })) };
  if (type === 'chapter') {
    if (id === undefined) throw new Problem('invalid_input');
    const due_count = await dueCount(context, student, id);
    return { ...page, ...(await chapters.chapterOf(context, student, id)), due_count };
  }
  const mode = modeOfPage.get(type);
  if (mode !== undefined) {
    return { ...page, ...(await testLists(context, student, mode, mode === testModes.institute && sub_type === 'assignment')) };
  }
  const wanted = type === 'home' ? sub_type : type;
  const subject = wanted === undefined ? groups[0] : groups.find(({ name }) => name.toLowerCase() === wanted.toLowerCase());
  if (!subject) throw new Problem('not_found');
  return {
    ...page,
    selected_subject: { id: subject.id, name: subject.name },
    chapters: await chapters.chaptersOf(context, student, subject),
    recent_chapters: await chapters.recentChaptersOf(context, student, groups),
    has_premium_access: student.has_premium_access,
    due_count: await dueCount(context, student, null),
    ...(type === 'home' && (await ownTests(context, student))),
  };
}

/** The tests that the home of an institute's student lists (spec 1, section 2.4); none for others. */
async function ownTests(context: Context, student: Student): Promise<Pick<HomeData, 'test_list' | 'completed_test_list'>> {
  if (student.institute_id === null) return {};
  const { test_list, completed_test_list } = await testLists(context, student, testModes.institute, false);
  return { test_list, completed_test_list };
}

const figuresMs = 10 * 60_000;
type Figures = Awaited<ReturnType<typeof countEverything>>;
const figuresOf = new WeakMap<Database, { at: number; figures: Promise<Figures> }>();

/** The figures of the landing page: counted by one caller at most every ten minutes, while all others get those before. */
export function landingFigures(context: Context): Promise<Figures> {
  const at = context.now.getTime();
  const known = figuresOf.get(context.db);
  if (known && Math.abs(at - known.at) < figuresMs) return known.figures;
  const counted = countEverything(context);
  const kept = { at, figures: known ? known.figures : counted };
  figuresOf.set(context.db, kept);
  counted.then(
    () => (kept.figures = counted),
    // Without figures before, the next caller counts.
    () => known ?? figuresOf.delete(context.db),
  );
  return known ? known.figures : counted;
}
