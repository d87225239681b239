import { join } from 'node:path';
import { findOrCreateSessionItem } from '@abhyas/contract/tests/attempts';
import { describe, expect, test } from 'vitest';
import { chapter, contentFolder, good, lineOf, paper } from '../../../testing/content-folder.ts';
import { attempt, response, staff } from '../../../testing/attempts.ts';
import { tellStory } from '../../../testing/story.ts';

const story = tellStory();
const { write, remove, load, loadAs, digest } = contentFolder(story);

describe('content that students have seen', () => {
  test('a begun paper keeps its questions: a file with other questions is skipped, and the other files are loaded', async () => {
    write(good);
    await load();
    const id = await story.idOf('papers', 'speed-test-1');
    await (await story.student()).call(findOrCreateSessionItem, { id });
    const held = () =>
      story.database.db
        .selectFrom('paper_questions')
        .innerJoin('questions', 'questions.id', 'paper_questions.question_id')
        .where('paper_id', '=', id)
        .select('code')
        .orderBy('paper_questions.position')
        .execute();
    const before = await held();
    const text = paper.replace('[phy-speed-004]', '[phy-speed-006]').replace('Unit test of speed', 'Another test');
    const more = chapter.replaceAll('phy-speed-004', 'phy-speed-006').replace('The last.', 'The very last.');
    const other = paper.replace('code: speed-test-1', 'code: speed-test-2').replace('[phy-speed-004]', '[phy-speed-006]');
    write({ 'bank/physics/speed.yaml': more, 'papers/speed.yaml': text, 'papers/speed-2.yaml': other });
    const kept = [
      {
        file: join('papers', 'speed.yaml'),
        line: lineOf(text, '- name: A'),
        what: 'Students have begun this paper: its questions can no longer change, so it stays as it is',
      },
    ];
    expect(await load()).toMatchObject({ faults: [], kept });
    expect(await loadAs({ isStrict: true, keepsAnswered: true })).toMatchObject({ faults: [], kept });
    expect(await held()).toEqual(before);
    // The other files are loaded.
    expect(await story.idOf('papers', 'speed-test-2')).toBeGreaterThan(id);
    const { db } = story.database;
    expect(await db.selectFrom('papers').where('id', '=', id).select('name').executeTakeFirst()).toEqual({ name: 'Unit test of speed' });
    expect(await db.selectFrom('questions').where('code', '=', 'phy-speed-005').select('solution_text').executeTakeFirst()).toEqual({
      solution_text: 'The very last.',
    });
    remove('papers/speed-2.yaml');
    write({ ...good, 'papers/speed.yaml': paper.replace('Unit test of speed', 'Unit test 1') });
    expect(await load()).toMatchObject({ faults: [], kept: [] });
  });

  test('a chapter moves to the position that its file names, and keeps it if the file names none', async () => {
    const placeOf = async () =>
      (await story.database.db.selectFrom('chapters').where('code', '=', 'phy-speed').select('position').executeTakeFirst())?.position;
    write({ ...good, 'bank/physics/speed.yaml': chapter.replace('subject: physics', 'subject: physics\n  position: 7') });
    expect((await load()).faults).toEqual([]);
    expect(await placeOf()).toBe(7);
    write(good);
    expect((await load()).faults).toEqual([]);
    expect(await placeOf()).toBe(7);
  });

  test('a key that was corrected after a test stays unchanged, and the other text is updated', async () => {
    write(good);
    await load();
    const { exit } = await staff(story, 'correct-key', 'phy-speed-005', '--keys', '[3, 4]', '--reason', 'Two are right.');
    expect(exit).toBe(0);
    write({ 'bank/physics/speed.yaml': chapter.replace('The last.', 'The very last.').replace('answer: [1, 3]', 'answer: [1, 4]') });
    expect((await load()).faults).toEqual([]);
    const rows = await story.database.db
      .selectFrom('questions')
      .where('code', 'in', ['phy-speed-004', 'phy-speed-005'])
      .select(['solution_text', 'accepted_answers'])
      .orderBy('code')
      .execute();
    expect(rows).toEqual([
      { solution_text: 'Those with a length over a time.', accepted_answers: [[1, 4]] },
      { solution_text: 'The very last.', accepted_answers: [3, 4] },
    ]);
  });

  test('a file cannot change the key of an answered question, only that of other questions', async () => {
    write(good);
    await load();
    const id = await story.idOf('papers', 'speed-test-1');
    const { questions, upload } = await attempt(await story.student(), id);
    const text = chapter.replace('answer: [1, 3]', 'answer: [1, 4]');
    await upload([response(questions[1], { responses: [1] })]);
    write({ 'bank/physics/speed.yaml': text });
    expect((await load()).faults).toEqual([]);
    write({ 'bank/physics/speed.yaml': chapter });
    await load();
    await upload([response(questions[0], { responses: [1] })]);
    const before = await digest();
    write({ 'bank/physics/speed.yaml': text });
    expect((await load()).faults).toEqual([
      {
        file: join('bank', 'physics', 'speed.yaml'),
        line: lineOf(text, '- code: phy-speed-004'),
        what: expect.stringMatching(/^phy-speed-004: Students have answered this question.*correct-key phy-speed-004$/),
      },
    ]);
    expect(await digest()).toEqual(before);
    // The demo keeps such a question unchanged, because it must start with a later bank too.
    expect((await loadAs({ keepsAnswered: true })).faults).toEqual([]);
    const { accepted_answers } = await story.database.db
      .selectFrom('questions')
      .where('code', '=', 'phy-speed-004')
      .select('accepted_answers')
      .executeTakeFirstOrThrow();
    expect(accepted_answers).toEqual([[1, 3]]);
    write({ 'bank/physics/speed.yaml': chapter.replace('Which are speeds?', 'Which of these are speeds?') });
    expect((await load()).faults).toEqual([]);
  });

  test('a window that staff have set stays if the file names none', async () => {
    const hall = paper
      .replace('speed-test-1', 'speed-hall')
      .replace('mode: mock', 'mode: institute\n  institute: school')
      .replace(/ {2}opens_at.*\n {2}closes_at.*\n/, '');
    write({ ...good, 'papers/speed.yaml': hall });
    expect((await load()).faults).toEqual([]);
    await staff(story, 'assign', 'speed-hall', '--opens', '2027-02-01T10:00+05:30', '--closes', '2027-02-01T13:00+05:30');
    const window = () =>
      story.database.db.selectFrom('papers').where('code', '=', 'speed-hall').select(['opens_at', 'closes_at']).executeTakeFirstOrThrow();
    const set = { opens_at: new Date('2027-02-01T04:30:00Z'), closes_at: new Date('2027-02-01T07:30:00Z') };
    expect(await window()).toEqual(set);
    expect((await load()).faults).toEqual([]);
    expect(await window()).toEqual(set);
    write({ 'papers/speed.yaml': hall.replace('  free: true', '  free: true\n  closes_at: 2027-03-01T12:00:00+05:30') });
    expect((await load()).faults).toEqual([]);
    expect(await window()).toEqual({ opens_at: null, closes_at: new Date('2027-03-01T06:30:00Z') });
  });

  test('a file cannot omit a stored topic of its chapter', async () => {
    write(good);
    await load();
    const before = await digest();
    write({ 'bank/physics/speed.yaml': chapter.replaceAll('phy-speed-plane', 'phy-speed-space') });
    expect((await load()).faults).toEqual([
      {
        file: join('bank', 'physics', 'speed.yaml'),
        line: 6,
        what: expect.stringMatching(/^The topic phy-speed-plane of this chapter is stored/),
      },
    ]);
    expect(await digest()).toEqual(before);
  });
});
