// Contents: from a draft to a test · the offered questions · changes · limits and other institutes · alike questions
import { assignTest, copyPaper, deleteTest, getInstituteTest, setUpTest, tryTest } from '@abhyas/contract/exam-office/institute-tests';
import {
  addDraftQuestion,
  createPaperDraft,
  deletePaperDraft,
  fillPaperDraft,
  getOfferedQuestions,
  getPaperDraft,
  getPaperDrafts,
  getQuestionPool,
  MOST_DRAFTS,
  publishPaperDraft,
  savePaperDraft,
  swapDraftQuestion,
} from '@abhyas/contract/exam-office/paper-drafts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { outcomesOf } from '../../../testing/at-once.ts';
import { attempt, response } from '../../../testing/attempts.ts';
import { type Plan, planOf, planSection } from '../../../testing/composed-tests.ts';
import { tellStory, type Visitor } from '../../../testing/story.ts';

const story = tellStory();
type Person = Visitor & { id: number };
let owner: Person;
let plan: Plan;
const numbers = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];
const query = async (text: string, values: unknown[] = []) => (await story.database.pool.query(text, values)).rows;
const inHours = (hours: number) => new Date(story.now.getTime() + hours * 3_600_000).toISOString();
/** Ids of the fixture's questions of botany by number: 21 to 30 have four options and are in papers only. */
const botany = async (...wanted: number[]) =>
  (await query(`select id from questions where code = any($1) order by code`, [wanted.map((number) => `cells-0${number}`)])).map(
    ({ id }) => id as number,
  );

async function begin(more: Partial<Plan> = {}, by: Person = owner) {
  const { id } = await by.call(createPaperDraft, { name: 'Weekly test', plan: { ...plan, ...more } });
  const draft = await by.call(getPaperDraft, { id });
  return draft;
}
const contentOf = ({ id, version, name, plan: planned, items }: Awaited<ReturnType<typeof begin>>) => ({
  id,
  version,
  name,
  plan: planned,
  items,
});

/** A draft after its first fill. */
async function filled(more: Partial<Plan> = {}) {
  const draft = await begin(more);
  return { ...draft, ...(await owner.call(fillPaperDraft, contentOf(draft))) };
}
const idsOf = (items: readonly { question_id: number }[]) => items.map(({ question_id }) => question_id);

beforeAll(async () => {
  owner = await story.staff('school', 'owner');
  plan = planOf(planSection());
  // The fixture's questions differ only in their numbers and would count as similar, so each gets another word.
  for (const { id, number } of await query("select id, right(code, 2)::int as number from questions where code like 'cells-%'")) {
    const word = `${numbers[Math.floor(number / 10)]} ${numbers[number % 10]}`;
    await query('update questions set question_text = $2 where id = $1', [id, `Which cell is called ${word}?`]);
  }
});
beforeEach(() =>
  query(
    "update papers set opens_at = '2026-12-01T04:30:00Z', closes_at = '2026-12-01T05:30:00Z' where code = 'hall' or code like 'composed-%'",
  ),
);

describe('a paper in two languages', () => {
  beforeEach(() =>
    query("update questions set languages = case when code = any($1) then '{hi}'::text[] else '{}' end where code like 'cells-%'", [
      ['cells-021', 'cells-022', 'cells-023'],
    ]),
  );
  afterAll(() => query("update questions set languages = '{}' where code like 'cells-%'"));

  test('is filled and offered only questions that exist in both', async () => {
    const translated = await botany(21, 22, 23);
    const draft = await filled({ also_in: 'hi', sections: [planSection({ question_count: 2 })] });
    expect(draft.items).toHaveLength(2);
    expect(translated).toEqual(expect.arrayContaining(idsOf(draft.items)));
    const offered = await owner.call(getOfferedQuestions, { id: draft.id, section: 0 });
    expect(offered.questions.map(({ id }) => id)).toEqual(translated.filter((id) => !idsOf(draft.items).includes(id)));
    const counted = async (also_in?: 'hi') =>
      (await owner.call(getQuestionPool, { exam: 'NEET', ...(also_in ? { also_in } : {}) })).chapters
        .flatMap(({ subject_id, counts }) => (subject_id === 4 ? counts : []))
        .reduce((sum, { count }) => sum + count, 0);
    expect(await counted('hi')).toBe(3);
    expect(await counted()).toBeGreaterThan(3);
  });

  test('names the questions of an English draft that do not exist in the second language', async () => {
    const translated = await botany(21, 22, 23);
    const draft = await filled();
    const { findings } = await owner.call(savePaperDraft, contentOf({ ...draft, plan: { ...draft.plan, also_in: 'hi' } }));
    const missing = idsOf(draft.items).filter((id) => !translated.includes(id));
    expect(findings.find(({ kind }) => kind === 'language')).toMatchObject({ is_blocking: false, question_ids: missing });
  });
});

describe('from a draft to a test', () => {
  test('a filled draft becomes a test with its sections, which is tried and taken like any other test', async () => {
    const draft = await filled({
      sections: [planSection(), planSection({ name: 'B', question_type: 1, question_count: 2, attempt_limit: 1, limit_kind: 'block' })],
    });
    expect(draft.findings.filter(({ is_blocking }) => is_blocking)).toEqual([]);
    expect(draft.items.map((item) => item.section)).toEqual([0, 0, 0, 0, 1, 1]);
    const { paper_id } = await owner.call(publishPaperDraft, draft);
    const shown = await owner.call(tryTest, { id: paper_id });
    expect(shown.questions.map(({ id }) => id)).toEqual(idsOf(draft.items));
    expect(shown.sections).toMatchObject([
      { name: 'A', section: 0, first_position: 0, question_count: 4, correct: 4, incorrect: -1 },
      { name: 'B', section: 1, first_position: 4, question_count: 2, attempt_limit: 1, limit_kind: 'block' },
    ]);
    const student = await story.student();
    await story.join(student.id, 'school', 'student');
    await owner.call(setUpTest, { id: paper_id, opens_at: inHours(0), closes_at: inHours(2) });
    await owner.call(assignTest, { id: paper_id, student_ids: [student.id] });
    const sitting = await attempt(student, paper_id);
    await sitting.upload([response(sitting.questions[0] ?? 0, { responses: [2] })]);
    await sitting.finish();
    expect(await owner.call(getInstituteTest, { id: paper_id })).toMatchObject({
      name: 'Weekly test',
      exam: 'NEET',
      finished: 1,
      question_count: 6,
    });
    expect((await owner.call(getPaperDrafts, {})).drafts.find(({ id }) => id === draft.id)).toMatchObject({
      paper_id,
      question_count: 6,
      planned_count: 6,
    });
  });

  test('a draft that was made into a test cannot be changed until the test is deleted', async () => {
    const draft = await filled();
    const { paper_id } = await owner.call(publishPaperDraft, draft);
    const { version } = await owner.call(getPaperDraft, { id: draft.id });
    const now = { ...contentOf(draft), version };
    for (const change of [savePaperDraft, fillPaperDraft] as const)
      await expect(owner.call(change, now)).rejects.toMatchObject({ code: 'not_possible' });
    await expect(owner.call(publishPaperDraft, now)).rejects.toMatchObject({ code: 'not_possible' });
    await expect(owner.call(swapDraftQuestion, { ...now, question_id: idsOf(draft.items)[0] ?? 0 })).rejects.toMatchObject({
      code: 'not_possible',
    });
    await owner.call(deleteTest, { id: paper_id });
    expect((await owner.call(publishPaperDraft, now)).paper_id).toBeGreaterThan(paper_id);
  });

  test('a draft with missing questions cannot be made into a test, and the refusal counts them', async () => {
    const draft = await begin();
    await expect(owner.call(publishPaperDraft, draft)).rejects.toThrow('Biology, A: 4 of 4 questions missing.');
  });

  test('a question is shown with its latest finished test, and how many students attempted it and were right', async () => {
    const [{ id: never }] = await query(
      "select id from questions where code like 'cells-02%' and not id in (select question_id from paper_questions) limit 1",
    );
    await query("update papers set opens_at = '2027-01-10T04:30:00Z', closes_at = '2027-01-10T10:30:00Z' where code = 'hall'");
    story.now = new Date('2027-01-10T04:31:00Z');
    const hall = await story.idOf('papers', 'hall');
    const held = (await query('select question_id from paper_questions where paper_id = $1 order by position', [hall])).map(
      ({ question_id }) => question_id as number,
    );
    const student = await story.student({ institute: 'school' });
    await owner.call(assignTest, { id: hall, student_ids: [student.id] });
    const sitting = await attempt(student, hall);
    await sitting.upload([response(held[0] ?? 0, { responses: [2] })]);
    await sitting.finish();
    story.now = new Date('2027-01-12T04:30:00Z');
    owner.token = await story.tokenOf(owner.id);
    const draft = await filled({ sections: [planSection({ question_count: 50 })] });
    const uses = new Map(draft.questions.map(({ id, last_use }) => [id, last_use]));
    expect(uses.get(held[0] ?? 0)).toMatchObject({ paper_name: 'Paper hall', attempted: 1, correct: 1 });
    expect(uses.get(never)).toBeNull();
  });
});

describe('the offered questions', () => {
  /** The ids in a paper that asks for all questions with four options. */
  const offered = async () => idsOf((await filled({ sections: [planSection({ question_count: 50 })] })).items);

  test('do not include, or count, questions of the institute’s future tests until these are over', async () => {
    const [held] = await query(
      "select question_id from paper_questions q join papers p on p.id = q.paper_id where p.code = 'hall' order by q.position limit 1",
    );
    const count = async () =>
      (await owner.call(getQuestionPool, { exam: 'NEET' })).chapters
        .flatMap(({ counts }) => counts.map((cell) => cell.count))
        .reduce((sum, one) => sum + one, 0);
    const before = await count();
    expect(await offered()).toContain(held.question_id);
    await query("update papers set opens_at = $1, closes_at = $2 where code = 'hall'", [inHours(1), inHours(2)]);
    expect(await offered()).not.toContain(held.question_id);
    expect(await count()).toBeLessThan(before);
  });

  test('do not include one that a later test withholds; it blocks a draft that contains it, and can be swapped', async () => {
    const draft = await filled();
    const [held] = idsOf(draft.items);
    const other = await owner.call(copyPaper, { paper_id: await story.idOf('papers', 'hall'), name: 'Other', is_assignment: false });
    await query(
      'insert into paper_questions (paper_id, position, section_position, question_id) values ($1, 90, 0, $2) on conflict do nothing',
      [other.id, held],
    );
    await owner.call(setUpTest, { id: other.id, opens_at: inHours(1), closes_at: inHours(2) });
    const { findings } = await owner.call(getPaperDraft, { id: draft.id });
    expect(findings[0]).toMatchObject({ kind: 'held_back', is_blocking: true });
    await expect(owner.call(publishPaperDraft, draft)).rejects.toMatchObject({ code: 'not_possible' });
    await owner.call(deleteTest, { id: other.id });
    expect((await owner.call(getPaperDraft, { id: draft.id })).findings.filter(({ is_blocking }) => is_blocking)).toEqual([]);
  });

  test('do not include questions of a mock, retired questions, questions off the syllabus, or twins of practice questions', async () => {
    const [mocked, retired, off, twin] = await botany(21, 25, 26, 27);
    const [practised] = await query("select question_text, option_1, option_2, option_3, option_4 from questions where code = 'cells-001'");
    expect(await offered()).toEqual(expect.arrayContaining([mocked, retired, off, twin]));
    await query("update papers set test_mode_type = 1, institute_id = null, opens_at = null, closes_at = null where code = 'hall'");
    const inHall = (await query("select question_id from paper_questions q join papers p on p.id = q.paper_id where p.code = 'hall'")).map(
      ({ question_id }) => question_id,
    );
    await query('update questions set retired_at = now() where id = $1', [retired]);
    await query(`update questions set not_asked_since = '{"NEET": 2024}' where id = $1`, [off]);
    await query('update questions set question_text = $2, option_1 = $3, option_2 = $4, option_3 = $5, option_4 = $6 where id = $1', [
      twin,
      `${practised.question_text} 7`,
      practised.option_1,
      practised.option_2,
      practised.option_3,
      practised.option_4,
    ]);
    const left = await offered();
    for (const id of [...inHall, retired, off, twin]) expect(left).not.toContain(id);
    expect(left.length).toBeGreaterThan(0);
    await query(
      "update papers set test_mode_type = 0, institute_id = (select id from institutes where code = 'school') where code = 'hall'",
    );
  });
});

describe('a change', () => {
  test('to an older version is refused and changes nothing', async () => {
    const draft = await filled();
    const [question_id = 0] = idsOf(draft.items);
    const stale = { ...contentOf(draft), version: draft.version - 1 };
    const before = await owner.call(getPaperDraft, { id: draft.id });
    for (const change of [savePaperDraft, fillPaperDraft] as const)
      await expect(owner.call(change, stale)).rejects.toMatchObject({ code: 'draft_changed' });
    await expect(owner.call(swapDraftQuestion, { ...stale, question_id })).rejects.toMatchObject({ code: 'draft_changed' });
    await expect(owner.call(publishPaperDraft, stale)).rejects.toMatchObject({ code: 'draft_changed' });
    expect(await owner.call(getPaperDraft, { id: draft.id })).toEqual(before);
  });

  test('saves name, order and locks, and filling again keeps locked questions at their places', async () => {
    const draft = await filled();
    const items = draft.items.toReversed().map((item, at) => ({ ...item, is_locked: at === 1 }));
    const saved = await owner.call(savePaperDraft, { ...contentOf(draft), name: 'Renamed', items });
    expect(saved).toMatchObject({ version: draft.version + 1, items, questions: [] });
    const again = await owner.call(fillPaperDraft, { ...contentOf(draft), version: saved.version, items });
    expect(again.items[1]).toEqual(items[1]);
    expect(again.items).toHaveLength(4);
  });

  test('swaps a question for one that was not offered before, any number of times', async () => {
    const draft = await filled({ sections: [planSection({ question_count: 2 })] });
    let { version, items } = draft;
    const seen = new Set<number>();
    for (let count = 0; count < 12; count += 1) {
      const [question_id = 0] = idsOf(items);
      seen.add(question_id);
      const swapped = await owner.call(swapDraftQuestion, { id: draft.id, version, question_id });
      expect(swapped.items[0]?.question_id).not.toBe(question_id);
      expect(swapped.items[1]).toEqual(items[1]);
      expect(swapped.questions.map(({ id }) => id)).toEqual([swapped.items[0]?.question_id]);
      ({ version, items } = swapped);
    }
    expect(seen.size).toBeGreaterThan(2);
  });

  test('adds a question that was found by its words, locked, and refuses one that does not fit or is in the paper', async () => {
    const [nine = 0, other = 0] = await botany(29, 30);
    const draft = await begin({ sections: [planSection(), planSection({ name: 'B', question_type: 1, question_count: 1 })] });
    const { id, version } = draft;
    const offers = async (more: { section?: number; words?: string; page?: number } = {}) =>
      owner.call(getOfferedQuestions, { id, section: 0, ...more });
    expect((await offers({ words: 'two NINE?' })).questions.map((question) => question.id)).toEqual([nine]);
    expect((await offers({ words: 'two%' })).questions).toEqual([]);
    const added = await owner.call(addDraftQuestion, { id, version, section: 0, question_id: nine });
    expect(added.items).toEqual([{ section: 0, question_id: nine, is_locked: true }]);
    expect(added.questions).toHaveLength(1);
    expect((await offers({ words: 'two nine' })).questions).toEqual([]);
    for (const refused of [
      { section: 0, question_id: nine },
      { section: 1, question_id: other },
    ])
      await expect(owner.call(addDraftQuestion, { id, version: added.version, ...refused })).rejects.toMatchObject({
        code: 'not_possible',
      });
    await expect(owner.call(addDraftQuestion, { id, version, section: 0, question_id: other })).rejects.toMatchObject({
      code: 'draft_changed',
    });
    await expect(offers({ section: 2 })).rejects.toMatchObject({ code: 'not_found' });
    const filledUp = await owner.call(fillPaperDraft, { ...contentOf(draft), version: added.version, items: added.items });
    expect(idsOf(filledUp.items)).toContain(nine);
    const without = filledUp.items.filter(({ question_id }) => question_id !== nine);
    const saved = await owner.call(savePaperDraft, { ...contentOf(draft), version: filledUp.version, items: without });
    expect(saved.items).toEqual(without);
  });

  test('lists the questions that fit page by page, each once, and never one that another test withholds', async () => {
    const [hidden] = await botany(28);
    await query('update questions set retired_at = now() where id = $1', [hidden]);
    const { id } = await begin({
      sections: [planSection(), planSection({ name: 'B', subject_id: 2 }), planSection({ name: 'C', subject_id: 1 })],
    });
    for (const at of [0, 1, 2]) {
      const pages = [];
      for (let page = 0, has_more = true; has_more; page += 1) {
        const answer = await owner.call(getOfferedQuestions, { id, section: at, page });
        pages.push(...answer.questions.map((question) => question.id));
        has_more = answer.has_more;
      }
      expect(new Set(pages).size).toBe(pages.length);
      const { items } = await filled({ sections: [planSection({ subject_id: [4, 2, 1][at] ?? 4, question_count: 50 })] });
      expect(new Set(pages)).toEqual(new Set(idsOf(items)));
    }
    await query('update questions set retired_at = null where id = $1', [hidden]);
  });

  test('is refused if another one is stored at the same moment', async () => {
    const draft = await filled();
    const results = await Promise.allSettled([owner.call(savePaperDraft, contentOf(draft)), owner.call(savePaperDraft, contentOf(draft))]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });
});

describe('limits', () => {
  test('a question cannot be added to a draft by its id, whoever owns the question', async () => {
    const draft = await filled();
    const others = await query('select id from questions where not id = any($1) limit 3', [idsOf(draft.items)]);
    for (const question_id of [...others.map(({ id }) => id as number), 999_999_999]) {
      const items = [...draft.items.slice(1), { section: 0, question_id, is_locked: true }];
      for (const change of [savePaperDraft, fillPaperDraft] as const)
        await expect(owner.call(change, { ...contentOf(draft), items })).rejects.toMatchObject({ code: 'not_found' });
      await expect(owner.call(swapDraftQuestion, { ...draft, question_id })).rejects.toMatchObject({ code: 'not_found' });
    }
    const twice = [...draft.items, ...draft.items.slice(0, 1)];
    await expect(owner.call(savePaperDraft, { ...contentOf(draft), items: twice })).rejects.toMatchObject({ code: 'not_found' });
  });

  test.each<[string, () => Partial<Plan>, string]>([
    [
      'more questions than a paper may have',
      () => ({ sections: [planSection({ question_count: 100 }), planSection({ question_count: 100 }), planSection()] }),
      'not_possible',
    ],
    ['no share of any level', () => ({ shares: [0, 0, 0, 0, 0] }), 'not_possible'],
    [
      'a limit of answers beyond the section',
      () => ({ sections: [planSection({ attempt_limit: 5, limit_kind: 'block' })] }),
      'not_possible',
    ],
    ['a limit of answers without a kind', () => ({ sections: [planSection({ attempt_limit: 2 })] }), 'not_possible'],
    ['chapters without any weight', () => ({ sections: [planSection({ chapters: [{ chapter_id: 1, weight: 0 }] })] }), 'not_possible'],
    ['a chapter that does not exist', () => ({ sections: [planSection({ chapters: [{ chapter_id: 999_999, weight: 1 }] })] }), 'not_found'],
    ['a hundred sections', () => ({ sections: Array.from({ length: 100 }, () => planSection()) }), 'invalid_input'],
    ['a section of a thousand questions', () => ({ sections: [planSection({ question_count: 1000 })] }), 'invalid_input'],
  ])('refuses %s', async (_title, more, code) => {
    await expect(begin(more())).rejects.toMatchObject({ code });
  });

  test('a draft is not found by another institute, and people without the right are refused', async () => {
    const draft = await filled();
    await story.database.pool.query("insert into institutes (code, name) values ('other', 'Other') on conflict do nothing");
    const foreign = await story.staff('other', 'owner');
    const content = contentOf(draft);
    const question_id = idsOf(draft.items)[0] ?? 0;
    const calls = (by: Person) => [
      () => by.call(getPaperDraft, { id: draft.id }),
      () => by.call(savePaperDraft, content),
      () => by.call(fillPaperDraft, content),
      () => by.call(swapDraftQuestion, { ...content, question_id }),
      () => by.call(publishPaperDraft, content),
      () => by.call(deletePaperDraft, { id: draft.id }),
    ];
    for (const call of calls(foreign)) await expect(call()).rejects.toMatchObject({ code: 'not_found' });
    for (const role of ['content_editor', 'invigilator', 'counsellor'] as const)
      for (const call of calls(await story.staff('school', role))) await expect(call()).rejects.toMatchObject({ code: 'not_allowed' });
    expect((await foreign.call(getPaperDrafts, {})).drafts).toEqual([]);
    await owner.call(deletePaperDraft, { id: draft.id });
    await expect(owner.call(getPaperDraft, { id: draft.id })).rejects.toMatchObject({ code: 'not_found' });
  });

  test('an institute has a limited number of drafts, also if several are begun at once', async () => {
    const institute_id = await story.idOf('institutes', 'school');
    const [{ count }] = await query('select count(*)::int from paper_drafts where institute_id = $1 and paper_id is null', [institute_id]);
    await query(
      `insert into paper_drafts (institute_id, name, plan, changed_at)
       select $2::bigint, 'Many', $1::jsonb, now() from generate_series(1, $3)`,
      [JSON.stringify(plan), institute_id, MOST_DRAFTS - count - 1],
    );
    const { answers, refusals } = await outcomesOf(Array.from({ length: 8 }, () => owner.call(createPaperDraft, { name: 'Many', plan })));
    expect([answers.length, refusals]).toEqual([1, Array(7).fill('not_possible')]);
    await query("delete from paper_drafts where name = 'Many'");
  });
});

// Last, because it changes questions that the other tests find.
test.each([
  ['A mass of 5 kg falls, and v₀ = 3·10⁻² m.', 'A mass of 12.5 kg falls – and v₁ = 40 m!', true],
  ['A mass of 5 kg rises.', 'A mass of 5 kg falls.', false],
  ['एक गेंद ५ m ऊपर जाती है।', 'एक गेंद 12 m ऊपर जाती है', true],
  ['एक गेंद ऊपर जाती है।', 'एक पत्थर ऊपर जाता है।', false],
])('questions are alike if they differ in numbers and signs at most: “%s” and “%s”: %s', async (one, other, isAlike) => {
  const [first, second] = await botany(28, 29);
  const likenessOf = async (id: number | undefined, text: string) =>
    (await query('update questions set question_text = $2, option_1 = $3 where id = $1 returning likeness', [id, text, `${id} m`]))[0]
      .likeness;
  await query("update questions set option_2 = '2 m', option_3 = '3 m', option_4 = '4 m' where id = any($1)", [[first, second]]);
  expect((await likenessOf(first, one)) === (await likenessOf(second, other))).toBe(isAlike);
});
