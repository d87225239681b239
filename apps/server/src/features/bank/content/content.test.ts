import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { OpenDatabase } from '../../../database/open.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { fixtureContent } from '../../../testing/fixture-content.ts';
import { operatorOfBank } from '../../../testing/operator.ts';
import { openTestDatabase } from '../../../testing/test-database.ts';
import type { Content } from './checking/check-content.ts';
import { importContent } from './content.ts';
import { writeContent } from './storing/content.store.ts';

let database: OpenDatabase;
let folder: string;

beforeAll(async () => {
  database = await openTestDatabase(inject('template'));
  folder = mkdtempSync(join(tmpdir(), 'abhyas-content-'));
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

const load = (text: string) => {
  const file = join(folder, 'sheet.yaml');
  writeFileSync(file, text);
  return importContent({ db: database.db, now: new Date(), random: Math.random, actor: operatorOfBank }, [file], folder);
};
const sheet = (points: string, chapter = 'motion') => `chapter: ${chapter}\nquick_points:\n${points}`;
const speed = "  - { code: motion-speed, title: Speed, text: 'Distance over time, \\(d/t\\)' }\n";
const stored = () => database.db.selectFrom('quick_points').orderBy('position').select(['code', 'text', 'position']).execute();

describe('a cheat sheet', () => {
  test('is loaded for a stored chapter, with the quick points in order', async () => {
    const { faults } = await load(sheet(`${speed}  - { code: motion-rest, title: Rest, text: No motion at all }\n`));
    expect(faults).toEqual([]);
    expect(await stored()).toMatchObject([{ code: 'motion-speed' }, { code: 'motion-rest' }]);
  });

  test('updates its quick points when it is loaded again', async () => {
    await load(sheet(speed.replace('Distance over time', 'Length of the path over time')));
    expect((await stored())[0]?.text).toBe('Length of the path over time, \\(d/t\\)');
  });

  test.each([
    ['of an unknown chapter', sheet(speed, 'nowhere'), 1, /no chapter nowhere/],
    ['with TeX that does not render', sheet(`${speed}  - { code: motion-bad, title: Bad, text: '\\(\\frac{1}\\)' }\n`), 4, /TeX/],
    ['with the same code twice', sheet(speed + speed), 4, /motion-speed is used in/],
    ['without a title', sheet('  - { code: motion-bare, text: Nothing }\n'), 3, /title/],
    [
      'with a missing picture',
      sheet('  - { code: motion-seen, title: Seen, text: See, figure: { file: no.svg, alt: Nothing at all } }\n'),
      3,
      /no\.svg/,
    ],
  ])('%s is refused with the line of the fault, and nothing is loaded', async (_what, text, line, what) => {
    const before = await stored();
    const { faults } = await load(text);
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatchObject({ file: 'sheet.yaml', line, what: expect.stringMatching(what) });
    expect(await stored()).toEqual(before);
  });
});

describe('unchecked content is not written, and the refusal names the missing part', () => {
  const [motion, ...otherChapters] = fixtureContent.chapters;
  const [mock, ...otherPapers] = fixtureContent.papers;
  const asking = (fields: object) => ({
    chapters: [{ ...motion, questions: motion?.questions.map((question) => ({ ...question, ...fields })) }, ...otherChapters],
  });
  test.each([
    ['a topic', asking({ topic: 'nowhere' }), /^There is no topic nowhere, which question motion-\d+ names$/],
    ['a passage', asking({ passage: 'nowhere' }), /^There is no passage nowhere, which question motion-\d+ names$/],
    ['a picture', asking({ figure: { file: 'no.svg', alt: 'Nothing at all' } }), /^There is no picture no\.svg$/],
    [
      'a question',
      { papers: [{ ...mock, sections: mock?.sections.map((section) => ({ ...section, questions: ['nowhere'] })) }, ...otherPapers] },
      /^There is no question nowhere, which paper mock names$/,
    ],
    ['a duration', { papers: [{ ...mock, paper: { ...mock?.paper, minutes: undefined } }] }, /^There is no duration of paper mock$/],
  ])('%s', async (_what, unchecked, sentence) => {
    const context = { db: database.db, now: new Date(), random: Math.random, actor: operatorOfBank };
    const content = { ...fixtureContent, ...unchecked } as Content;
    await expect(inTransaction(context, (within) => writeContent(within, content))).rejects.toThrow(sentence);
  });
});
