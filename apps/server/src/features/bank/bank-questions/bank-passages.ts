import { createHash } from 'node:crypto';
import { figuresOf, type PassageContent } from '@abhyas/contract/bank/bank-content';
import { BANK_PAGE_SIZE, MOST_BANK_QUESTIONS } from '@abhyas/contract/bank/bank-questions';
import { Problem } from '@abhyas/contract/problem';
import type { StaffCallContext, StaffContext } from '../../../context.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { writeAudit } from '../../institute/audit/audit.ts';
import { insertPicture } from '../../institute/institutes/institutes.ts';
import { mediaTypes } from '../pictures/pictures.ts';
import * as store from './bank-passages.store.ts';
import { areKnown } from './bank-questions.store.ts';
import { faultsOfBytes, faultsOfPassageText } from './content-aside.ts';

export async function listPassages(context: StaffContext, page: number) {
  const passages = await store.findPassages(context, { offset: page * BANK_PAGE_SIZE, limit: BANK_PAGE_SIZE });
  return { passages, total: await store.countPassages(context) };
}

/** Throws `not_possible` for a passage with faults, `not_found` for a picture of another institute. */
async function checkPassage(context: StaffContext, content: PassageContent): Promise<void> {
  const faults = await faultsOfPassageText(content);
  if (faults.length > 0) throw new Problem('not_possible', faults.map(({ what }) => `${what}.`).join(' '));
  const hashes = figuresOf(content).map(({ hash }) => hash);
  if (!(await areKnown(context, { topic_id: null, passage_id: null, hashes })))
    throw new Problem('not_found', 'The picture of this passage no longer exists.');
}

export async function createPassage(context: StaffContext, content: PassageContent) {
  await checkPassage(context, content);
  return inTransaction(context, async (within) => {
    if ((await store.countPassages(within)) >= MOST_BANK_QUESTIONS)
      throw new Problem('not_possible', `An institute has at most ${MOST_BANK_QUESTIONS} passages.`);
    const id = await store.insertPassage(within, content);
    await writeAudit(within, { what: 'bank_passage.create', object_type: 'bank_passage', object_id: id });
    return { success: true as const, id, version: 1 };
  });
}

export async function savePassage(context: StaffContext, id: number, version: number, content: PassageContent) {
  return inTransaction(context, async (within) => {
    const passage = await store.lockPassage(within, id);
    if (!passage) throw new Problem('not_found');
    if (passage.comprehension_question_id !== null)
      throw new Problem('not_possible', 'An approved question uses this passage. Write a new passage instead.');
    if (passage.version !== version) throw new Problem('question_changed', 'This passage was changed on another page. Load it again.');
    await checkPassage(within, content);
    const next = await store.updatePassage(within, id, content);
    await writeAudit(within, { what: 'bank_passage.change', object_type: 'bank_passage', object_id: id });
    return { success: true as const, version: next };
  });
}

/** Stores a picture under the hash of its bytes. Throws `refused_file` with the fault for anything but a plain picture. */
export async function addPicture(context: StaffContext, type: 'svg' | 'png' | 'jpg' | 'webp', base64: string) {
  const bytes = Buffer.from(base64, 'base64');
  const [fault] = await faultsOfBytes(type, bytes);
  if (fault !== undefined) throw new Problem('refused_file', `${fault}.`);
  const picture = { hash: createHash('sha256').update(bytes).digest('hex'), media_type: mediaTypes[type] ?? '', bytes };
  return inTransaction(context, async (within) => {
    await insertPicture(within, picture);
    await writeAudit(within, { what: 'bank_picture.add', object_type: 'picture', object_id: null, after: { hash: picture.hash } });
    return { success: true as const, hash: picture.hash };
  });
}

/** Stores a picture that staff send. Throws as `addPicture`, and `too_many_requests` once the institute's bytes of the day are used up. */
export async function takePicture(context: StaffCallContext, type: Parameters<typeof addPicture>[1], base64: string) {
  const kilobytes = Math.ceil((base64.length * 3) / 4 / 1024);
  if (!context.budgets.take('bank_picture_bytes', context.actor.institute_id, kilobytes))
    throw new Problem('too_many_requests', 'Your institute has stored the 2 GB of pictures that a day allows. Go on tomorrow.');
  return addPicture(context, type, base64);
}
