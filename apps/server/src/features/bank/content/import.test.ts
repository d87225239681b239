import { join } from 'node:path';
import { findOrCreateSessionItem, getTestQuestions } from '@abhyas/contract/tests/attempts';
import { getTrainQuestions } from '@abhyas/contract/practice/practice';
import { describe, expect, test } from 'vitest';
import { chapter, contentFolder, good, lift, lineOf, paper } from '../../../testing/content-folder.ts';
import { tellStory } from '../../../testing/story.ts';

const story = tellStory();
const { write, remove, load, digest } = contentFolder(story);

describe('a faultless folder', () => {
  test('is loaded completely: students practise its questions and take its paper', async () => {
    write(good);
    const { faults } = await load();
    expect(faults).toEqual([]);
    const student = await story.student({ premium_until: new Date('2099-01-01') });
    const { questions } = await student.call(getTrainQuestions, { id: await story.idOf('topics', 'phy-speed-line') });
    expect(new Set(questions.map(({ question_type }) => question_type))).toEqual(new Set([0, 1]));
    expect(questions.find(({ question_type }) => question_type === 1)).toMatchObject({
      accepted_answers: [{ from: '9.5', to: '10.5' }, '11'],
      answers: '9.5 to 10.5',
      numerical_notes: '10',
      precision: 1,
      complexity: 3,
    });
    const plane = await student.call(getTrainQuestions, { id: await story.idOf('topics', 'phy-speed-plane') });
    expect(plane.questions).toMatchObject([{ option_1: null, image_option_4: { alt: 'The fourth drawing' }, options_layout: 2 }]);
    expect(plane.comprehension_questions).toMatchObject([
      { supporting_picture_size: 2, supporting_picture: { alt: 'A lift hangs from a cable' } },
    ]);
    const id = await story.idOf('papers', 'speed-test-1');
    await student.call(findOrCreateSessionItem, { id });
    const opened = await student.call(getTestQuestions, { id });
    expect(opened.sections.map(({ name, partial }) => [name, partial])).toEqual([
      ['A', [1, 2, 3]],
      ['B', null],
    ]);
    expect(opened.questions).toHaveLength(2);
  });

  test('changes nothing when it is loaded again, and after a change only the changed parts', async () => {
    write(good);
    await load();
    await story.database.db.updateTable('questions').set({ rating: 1234 }).where('code', '=', 'phy-speed-001').execute();
    const before = await digest();
    expect((await load()).faults).toEqual([]);
    expect(await digest()).toEqual(before);

    write({ 'bank/physics/speed.yaml': chapter.replace('Twice five.', 'Two times five.') });
    expect((await load()).faults).toEqual([]);
    const after = await digest();
    expect(Object.keys(after).filter((table) => after[table] !== before[table])).toEqual(['questions']);
    const rows = await story.database.db
      .selectFrom('questions')
      .where('code', '=', 'phy-speed-001')
      .select(['solution_text', 'rating'])
      .execute();
    expect(rows).toEqual([{ solution_text: 'Two times five.', rating: 1234 }]);
  });

  test('keeps its own pictures beside a folder with the same picture names', async () => {
    const other = chapter.replaceAll('phy-speed', 'phy-pace').replace('name: Speed', 'name: Pace');
    const picture = (path: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="${path}"/></svg>`;
    write({
      'one/bank/speed.yaml': chapter,
      'one/figures/physics/lift.svg': picture('M1 1'),
      'two/bank/pace.yaml': other,
      'two/figures/physics/lift.svg': picture('M2 2'),
    });
    expect((await load('one/bank', 'two/bank')).faults).toEqual([]);
    const { rows } = await story.database.pool.query(
      `select q.code, convert_from(p.bytes, 'UTF8') as bytes from questions q join pictures p on p.hash = q.image_option_1 where q.code like 'phy-%-003'
       union all
       select c.code, convert_from(p.bytes, 'UTF8') from comprehension_questions c join pictures p on p.hash = c.supporting_picture where c.code like 'phy-%'
       order by code`,
    );
    expect(rows).toEqual([
      { code: 'phy-pace-003', bytes: picture('M2 2') },
      { code: 'phy-pace-lift', bytes: picture('M2 2') },
      { code: 'phy-speed-003', bytes: picture('M1 1') },
      { code: 'phy-speed-lift', bytes: picture('M1 1') },
    ]);
  });

  test('may be loaded in parts: a paper may name stored questions', async () => {
    write(good);
    await load('bank');
    expect((await load('papers/speed.yaml')).faults).toEqual([]);
  });
});

describe('a folder with a fault is not loaded, and the path of the fault is reported:', () => {
  const inChapter: [what: string, from: string, to: string, says: RegExp][] = [
    ['a tag that is not allowed', '<b>5</b>', '<script>5</script>', /Not an allowed tag: <script>/],
    ['a tag with attributes', '<b>5</b>', '<b onclick="x()">5</b>', /Not an allowed tag/],
    ['a tag that is not closed', '<b>5</b>', '<b>5', /<b> is not closed/],
    ['TeX that does not render', String.raw`\frac{1}{2}`, String.raw`\frac{1}{`, /TeX does not render/],
    ['TeX of an unknown command', String.raw`\frac{1}{2}`, String.raw`\fracture{1}{2}`, /TeX does not render/],
    ['chemistry that does not render', String.raw`\ce{H2O}`, String.raw`\ce{H2O`, /TeX/],
    ['an option with bare characters in TeX', String.raw`\(x \lt 20\)`, String.raw`\(x < 20\)`, /\\lt and \\gt/],
    ['a difficulty beyond 5', 'difficulty: 5', 'difficulty: 6', /phy-speed-003: difficulty is 5 or less/],
    ['an unknown field', 'options_layout: 2', 'option_layout: 2', /option_layout|additional/],
    ['an unknown type', 'type: multiple_option', 'type: several_options', /type/],
    ['a topic outside the chapter', 'topic: phy-speed-plane', 'topic: phy-speed-space', /no topic phy-speed-space/],
    ['a passage outside the file', 'passage: phy-speed-lift', 'passage: phy-speed-car', /no passage phy-speed-car/],
    ['a repeated code', 'code: phy-speed-002', 'code: phy-speed-001', /phy-speed-001 is used in/],
    ['an answer that cannot be typed', "also_accepted: ['11']", "also_accepted: ['1e1']", /1e1 cannot be typed/],
    ['a range that ends before it begins', "to: '10.5'", "to: '9.4'", /range ends before it begins/],
    ['a key of another type', 'answer: [1, 3]', 'answer: 1', /list of option numbers/],
    ['two options that are the same', "['a', 'b', 'c', 'd']", "['a', 'b', 'c', 'a ']", /Two options are the same/],
    ['three options', "['a', 'b', 'c', 'd']", "['a', 'b', 'c']", /options/],
    ['invalid YAML', "options: ['a', 'b', 'c', 'd']", "options: ['a', 'b", /./],
    ['an unknown subject', 'subject: physics', 'subject: history', /subject/],
  ];
  test.each(inChapter)('%s', async (_what, from, to, says) => {
    const text = chapter.replace(from, to);
    write({ ...good, 'bank/physics/speed.yaml': text });
    const before = await digest();
    const { faults } = await load();
    const place = faults.filter(({ file, what }) => file === join('bank', 'physics', 'speed.yaml') && says.test(what));
    expect(place, JSON.stringify(faults)).not.toEqual([]);
    const original = chapter.split('\n');
    const near = text.split('\n').findIndex((line, at) => line !== original[at]) + 1;
    // A fault in a text of several lines is reported at its first line, a fault of YAML where parsing stops.
    expect(Math.min(...place.map(({ line }) => Math.abs(line - near))), JSON.stringify(place)).toBeLessThanOrEqual(3);
    expect(await digest()).toEqual(before);
  });

  const inPaper: [what: string, from: string, to: string, says: RegExp][] = [
    ['an unknown preset', 'minutes: 40', 'preset: jee_main_1999', /no preset jee_main_1999/],
    ['no minutes without a preset', '  minutes: 40\n', '', /needs its minutes/],
    ['an institute paper without its institute', 'mode: mock', 'mode: institute', /must name its institute/],
    ['a section without its type', '    type: four_options\n', '', /needs its type/],
    ['half an attempt limit', 'incorrect: -1', 'attempt_limit: 1\n    incorrect: -1', /go together/],
    [
      'an attempt limit beyond the section',
      'incorrect: -1',
      'attempt_limit: 2\n    limit_kind: block\n    incorrect: -1',
      /attempt_limit is 2 of 1/,
    ],
    ['an unknown question', '- phy-speed-005', '- phy-speed-099', /no question phy-speed-099/],
    ['a repeated question', '- phy-speed-005', '- phy-speed-005\n      - phy-speed-005', /phy-speed-005 is in this paper twice/],
    ['a question of practice', '- phy-speed-005', '- phy-speed-001', /phy-speed-001 is for practice/],
    ['a question of another type', '- phy-speed-005', '- phy-speed-004', /phy-speed-004 (?:is multiple_option|stands)/],
    ['a question of another subject', '- phy-speed-005', '- numbers-021', /numbers-021 is maths/],
    ['an answer that is not an integer', '    type: four_options', '    type: numerical\n    integer: true', /is four_options/],
    ['a window that closes before it opens', '2036-12-05', '2016-12-05', /closes before it opens/],
    ['an invalid time', '2036-12-05T12:00:00+05:30', 'tomorrow', /closes_at/],
    ['wrong marks above zero', 'incorrect: -2', 'incorrect: 2', /incorrect/],
  ];
  test.each(inPaper)('%s', async (_what, from, to, says) => {
    const text = paper.replace(from, to);
    expect(text).not.toBe(paper);
    write({ ...good, 'papers/speed.yaml': text });
    const before = await digest();
    const { faults } = await load();
    const told = faults.filter(({ what }) => says.test(what));
    expect(told, JSON.stringify(faults)).not.toEqual([]);
    for (const { file, line } of told) {
      expect(file).toBe(join('papers', 'speed.yaml'));
      expect(line).toBeGreaterThan(0);
      expect(line).toBeLessThanOrEqual(text.split('\n').length);
    }
    expect(await digest()).toEqual(before);
  });

  test('the exact line of a paper’s question', async () => {
    const text = paper.replace('speed-test-1', 'speed-test-2').replace('- phy-speed-005', '- phy-speed-099');
    write({ ...good, 'papers/speed.yaml': text });
    expect((await load()).faults).toEqual([
      { file: join('papers', 'speed.yaml'), line: lineOf(text, 'phy-speed-099'), what: 'There is no question phy-speed-099' },
    ]);
  });

  test('an invalid picture, a missing picture and a missing file', async () => {
    write({ ...good, 'figures/physics/lift.svg': lift.replace('<path', '<script>1</script><path') });
    const pictures = (await load()).faults;
    expect(pictures[0]).toEqual({
      file: join('bank', 'physics', 'speed.yaml'),
      line: lineOf(chapter, 'physics/lift.svg'),
      what: 'phy-speed-lift: physics/lift.svg: <script> is not allowed in a picture',
    });
    remove('figures/physics/lift.svg');
    expect((await load()).faults[0]).toMatchObject({
      line: lineOf(chapter, 'physics/lift.svg'),
      what: 'phy-speed-lift: There is no picture physics/lift.svg',
    });
    expect((await load('nowhere')).faults).toEqual([{ file: 'nowhere', line: 1, what: 'There is no such file or folder' }]);
  });

  test('all faults, in every file', async () => {
    write({
      ...good,
      'bank/physics/speed.yaml': chapter.replace('Twice five.', 'Twice <five>.').replace('Ten.', 'Ten $5$.'),
      'papers/speed.yaml': paper.replace('speed-test-1', 'S'),
    });
    const { faults } = await load();
    expect(new Set(faults.map(({ file }) => file))).toEqual(new Set([join('bank', 'physics', 'speed.yaml'), join('papers', 'speed.yaml')]));
    expect(faults.length).toBeGreaterThanOrEqual(3);
  });
});
