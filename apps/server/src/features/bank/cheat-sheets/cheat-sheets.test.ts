import { getChapterQuickpointList, updateStudentQuickpointTag } from '@abhyas/contract/bank/cheat-sheets';
import { getStudentHomeData } from '@abhyas/contract/site/home';
import { beforeAll, describe, expect, test } from 'vitest';
import { operatorOfBank } from '../../../testing/operator.ts';
import { tellStory, type Visitor } from '../../../testing/story.ts';
import { writeContent } from '../content/storing/content.store.ts';

const story = tellStory();
const premium = { premium_until: new Date('2099-01-01') };
const sheetOf = (chapter: string, titles: readonly string[]) => ({
  chapter,
  quick_points: titles.map((title, at) => ({ code: `${chapter}-point-${at + 1}`, title, text: `The text of ${title}` })),
});

/** Adds cheat sheets to the fixture's chapters: of the shared bank and, for the chapter Numbers, of the school. */
beforeAll(async () => {
  const { db } = story.database;
  const school = await db.selectFrom('institutes').where('code', '=', 'school').select('id').executeTakeFirstOrThrow();
  const context = { db, now: story.now, random: Math.random };
  const empty = { chapters: [], papers: [], pictures: new Map() };
  await writeContent(
    { ...context, actor: operatorOfBank },
    { ...empty, cheatSheets: [sheetOf('motion', ['One', 'Two', 'Three']), sheetOf('cells', ['Cell'])] },
  );
  await writeContent(
    { ...context, actor: { ...operatorOfBank, institute_id: school.id } },
    { ...empty, cheatSheets: [sheetOf('numbers', ["The school's own"])] },
  );
});

const list = async (by: Visitor, chapter: string) =>
  by.call(getChapterQuickpointList, { chapter_id: await story.idOf('chapters', chapter) });
const tag = (by: Visitor, quickpoint_id: number, as: 'KNOWN' | 'UNKNOWN') =>
  by.call(updateStudentQuickpointTag, { quickpoint_id, tag: as });
const entryOf = async (by: Visitor, chapter: string) => {
  const { chapter_data } = await by.call(getStudentHomeData, { type: 'chapter', id: await story.idOf('chapters', chapter) });
  return [chapter_data?.has_quickpoints, chapter_data?.can_open_quickpoints];
};

describe('a cheat sheet', () => {
  test('lists the points of its chapter in order, untagged at first', async () => {
    const sheet = await list(await story.student(premium), 'motion');
    expect(sheet.chapter).toMatchObject({ name: 'Motion', subject_name: 'Physics' });
    expect(sheet.quickpoint_list.map(({ title }) => title)).toEqual(['One', 'Two', 'Three']);
    expect([sheet.known_quickpoint_ids, sheet.unknown_quickpoint_ids]).toEqual([[], []]);
  });

  test('stores each student’s tags, and a new tag of a point replaces the earlier one', async () => {
    const [student, other] = [await story.student(premium), await story.student(premium)];
    const [one = 0, two = 0] = (await list(student, 'motion')).quickpoint_list.map(({ id }) => id);
    await tag(student, one, 'UNKNOWN');
    await tag(student, one, 'KNOWN');
    await tag(student, one, 'KNOWN');
    await tag(student, two, 'UNKNOWN');
    expect(await list(student, 'motion')).toMatchObject({ known_quickpoint_ids: [one], unknown_quickpoint_ids: [two] });
    expect(await list(other, 'motion')).toMatchObject({ known_quickpoint_ids: [], unknown_quickpoint_ids: [] });
  });

  test('needs Premium for reading and for tagging', async () => {
    const free = await story.student();
    const [point] = (await list(await story.student(premium), 'motion')).quickpoint_list;
    await expect(list(free, 'motion')).rejects.toMatchObject({ code: 'premium_needed', status: 410 });
    await expect(tag(free, point?.id ?? 0, 'KNOWN')).rejects.toMatchObject({ code: 'premium_needed' });
    expect(await entryOf(free, 'motion')).toEqual([true, false]);
    expect(await entryOf(await story.student(premium), 'motion')).toEqual([true, true]);
  });

  test('is open without Premium to students of the institute that wrote it, and not found by others', async () => {
    const [own, other] = [await story.student({ institute: 'school' }), await story.student(premium)];
    const { quickpoint_list } = await list(own, 'numbers');
    expect(quickpoint_list.map(({ title }) => title)).toEqual(["The school's own"]);
    await tag(own, quickpoint_list[0]?.id ?? 0, 'KNOWN');
    expect(await entryOf(own, 'numbers')).toEqual([true, true]);
    expect((await list(other, 'numbers')).quickpoint_list).toEqual([]);
    expect(await entryOf(other, 'numbers')).toEqual([false, false]);
    await expect(tag(other, quickpoint_list[0]?.id ?? 0, 'KNOWN')).rejects.toMatchObject({ code: 'not_found' });
  });

  test('is not found if its chapter is outside the course', async () => {
    const student = await story.student({ course: 'ENG', ...premium });
    const biologist = await story.student({ course: 'MED', ...premium });
    const [cell] = (await list(biologist, 'cells')).quickpoint_list;
    await expect(list(student, 'cells')).rejects.toMatchObject({ code: 'not_found' });
    await expect(tag(student, cell?.id ?? 0, 'KNOWN')).rejects.toMatchObject({ code: 'not_found' });
  });
});
