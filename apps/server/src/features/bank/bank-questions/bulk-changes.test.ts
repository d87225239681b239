import type { Input } from '@abhyas/contract/endpoint';
import { type BankContent, emptyContent } from '@abhyas/contract/bank/bank-content';
import {
  actOnBankQuestion,
  changeBankQuestions,
  createBankQuestion,
  getBankQuestion,
  saveBankQuestion,
  undoBankChange,
} from '@abhyas/contract/bank/bank-questions';
import { beforeAll, describe, expect, test } from 'vitest';
import { tellStory, type Visitor } from '../../../testing/story.ts';

const story = tellStory();
type Person = Visitor & { id: number };
let writer: Person;
let reviewer: Person;
let sound: BankContent;
let number = 0;

beforeAll(async () => {
  writer = await story.staff('school', 'content_editor');
  reviewer = await story.staff('school', 'teacher');
  const topic_id = await story.idOf('topics', 'motion-two');
  sound = { ...emptyContent, topic_id, options: ['1 m', '2 m', '3 m', '4 m'], keys: [2] };
});

async function write(change: Partial<BankContent> = {}): Promise<number> {
  number += 1;
  return (await writer.call(createBankQuestion, { content: { ...sound, text: `Question ${number}`, ...change } })).id;
}
const open = (id: number) => writer.call(getBankQuestion, { id });
type Change = Input<typeof changeBankQuestions>['change'];
const preview = (ids: number[], change: Change) => writer.call(changeBankQuestions, { ids, change, is_preview: true });
const change = (ids: number[], what: Change, count: number, by = writer) =>
  by.call(changeBankQuestions, { ids, change: what, is_preview: false, count });

describe('a change of many questions', () => {
  test('has a preview with the number of questions, examples, and the reasons why others are excluded; it changes nothing', async () => {
    const ids = [await write(), await write(), await write({ difficulty: 5 })];
    await writer.call(actOnBankQuestion, { id: ids[1] ?? 0, version: 1, act: 'submit' });
    const shown = await preview(ids, { difficulty: 5, for: 'practice' });
    expect(shown).toMatchObject({
      count: 2,
      id: null,
      examples: [
        { id: ids[0], before: 'level 3, for papers', after: 'level 5, for practice' },
        { id: ids[2], before: 'level 5, for papers', after: 'level 5, for practice' },
      ],
      kept: [{ why: 'Only drafts can be changed.', count: 1 }],
    });
    expect(await open(ids[0] ?? 0)).toMatchObject({ version: 1, content: { difficulty: 3 } });
  });

  test('is made as previewed, and undone except where a question has changed since', async () => {
    const ids = [await write(), await write()];
    const { id } = await change(ids, { difficulty: 1 }, 2);
    expect((await open(ids[0] ?? 0)).content.difficulty).toBe(1);
    const { version, content } = await open(ids[1] ?? 0);
    await writer.call(saveBankQuestion, { id: ids[1] ?? 0, version, content: { ...content, text: 'Changed since' } });
    expect(await writer.call(undoBankChange, { id: id ?? 0 })).toMatchObject({ count: 1, kept: 1 });
    expect((await open(ids[0] ?? 0)).content.difficulty).toBe(3);
    expect((await open(ids[1] ?? 0)).content).toMatchObject({ difficulty: 1, text: 'Changed since' });
    await expect(writer.call(undoBankChange, { id: id ?? 0 })).rejects.toMatchObject({ code: 'not_possible' });
  });

  test('that would reach another number of questions than its preview showed is refused', async () => {
    const ids = [await write(), await write()];
    await expect(change(ids, { difficulty: 1 }, 1)).rejects.toMatchObject({ code: 'question_changed' });
    expect((await open(ids[0] ?? 0)).content.difficulty).toBe(3);
  });

  test('submits drafts without faults, retires approved questions and restores them', async () => {
    const [one, two] = [await write(), await write({ keys: [] })];
    const submitted = await preview([one, two], { act: 'submit' });
    expect(submitted).toMatchObject({ count: 1, kept: [{ why: 'Correct the faults first.', count: 1 }] });
    await change([one, two], { act: 'submit' }, 1);
    const { version } = await open(one);
    await reviewer.call(actOnBankQuestion, { id: one, version, act: 'approve' });
    const retired = await change([one], { act: 'retire' }, 1, reviewer);
    expect((await open(one)).state).toBe('retired');
    await reviewer.call(undoBankChange, { id: retired.id ?? 0 });
    expect((await open(one)).state).toBe('approved');
  });

  test('of a question of another institute is not found, and changes none', async () => {
    const id = await write();
    const unknown = { code: 'not_found', message: 'One of these questions no longer exists.' };
    await expect(change([id, 999_999], { difficulty: 1 }, 1)).rejects.toMatchObject(unknown);
    expect((await open(id)).content.difficulty).toBe(3);
  });

  test('names a field or an act, not both', async () => {
    const id = await write();
    for (const what of [{}, { difficulty: 1, act: 'submit' } as const])
      await expect(preview([id], what)).rejects.toMatchObject({ code: 'not_possible' });
  });
});
