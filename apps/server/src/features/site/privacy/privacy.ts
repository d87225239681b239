// Contents: the account that a command names · its data · its deletion
import { createWriteStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { DELETION_DAYS } from '@abhyas/contract/site/privacy';
import { Problem } from '@abhyas/contract/problem';
import { dateOfDay, indianDay } from '@abhyas/exam/institute/indian-day';
import type { Context } from '../../../context.ts';
import { inTransaction } from '../../../database/transaction.ts';
import type { Storage } from '../../../integrations/storage/storage.ts';
import { writeAudit } from '../../institute/audit/audit.ts';
import { isDeleted, personNamed } from '../../institute/identity/identity.ts';
import { deleteAccount, removeFilesJob, requireOtherOwners } from './deletion.ts';
import * as store from './deletion.store.ts';
import { zipOfPerson } from './export.ts';

const dayMs = 86_400_000;
const mostFound = 20;

/** An act of the operator for a person who cannot sign in; the log has the person's number and the reason. */
interface Act {
  /** A phone number, the number and a name, or `account:NUMBER`. */
  named: string;
  reason: string;
}

async function logAct(within: Context, what: string, object_id: number, reason: string): Promise<void> {
  const actor = { user_id: null, role: 'operator' as const, institute_id: null, reason };
  await writeAudit({ ...within, actor }, { what, object_type: 'user', object_id });
}

async function wordsOf(context: Context, id: number): Promise<string> {
  const { name, created_at, deletion_due_at, places } = await store.findAccount(context, id);
  const since = `since ${dateOfDay(indianDay(created_at))}`;
  const due = deletion_due_at === null ? '' : ` Its deletion is due on ${dateOfDay(indianDay(deletion_due_at))}.`;
  const where = places.map((place) => `${place.role} at ${place.institute}`).join(', ');
  return `Account ${id}: ${name ?? 'without a name'}, ${since}, ${where || 'in no institute'}.${due}`;
}

/** The facts that the operator should check before a deletion. */
export async function describeAccount(context: Context, named: string): Promise<{ id: number; words: string }> {
  const id = await personNamed(context, named);
  await requireOtherOwners(context, id);
  return { id, words: await wordsOf(context, id) };
}

/** A line for each account with this name, also those without a phone number. Throws `not_found` if there is none. */
export async function accountsCalled(context: Context, name: string): Promise<string> {
  const found = (await store.findAccountsCalled(context, name, mostFound + 1)).filter(({ id }) => !isDeleted(id));
  if (found.length === 0) throw new Problem('not_found', 'Nobody has this name.');
  const lines: string[] = [];
  for (const { id, phone } of found.slice(0, mostFound))
    lines.push(`${await wordsOf(context, id)} ${phone === null ? 'Without a phone number' : `Phone number ${phone}`}.`);
  if (found.length > mostFound) lines.push(`More than ${mostFound} accounts have this name.`);
  return lines.join('\n');
}

/** Writes everything that is stored about the person into a new zip file, which only the user of this process can read. */
export async function exportByOperator(context: Context, storage: Storage, { named, reason }: Act, path: string): Promise<void> {
  const id = await personNamed(context, named);
  const file = await open(path, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw new Problem('not_possible', `The file cannot be made (${error.code ?? error.message}). Name a new file in a folder of yours.`);
  });
  await file.close();
  try {
    await pipeline(await zipOfPerson(context, storage, id), createWriteStream(path));
    await inTransaction(context, (within) => logAct(within, 'person.export', id, reason));
  } catch (error) {
    // A shortened file would look like everything.
    await rm(path, { force: true });
    throw error;
  }
}

/** Schedules the deletion, as the person's own request does; with `isAtOnce` it happens now. Throws `not_possible` for an only owner. */
export async function deleteByOperator(
  context: Context,
  storage: Storage,
  { id, reason, isAtOnce }: { id: number; reason: string; isAtOnce: boolean },
): Promise<string> {
  return inTransaction(context, async (within) => {
    await requireOtherOwners(within, id);
    const due = isAtOnce ? within.now : new Date(within.now.getTime() + DELETION_DAYS * dayMs);
    await store.setDue(within, id, due);
    await logAct(within, isAtOnce ? 'person.delete' : 'person.ask_for_deletion', id, reason);
    if (!isAtOnce) return `The account is deleted on ${dateOfDay(indianDay(due))}. Until then the person, or keep, can cancel it.`;
    if (!(await deleteAccount(within, id, removeFilesJob(storage)))) throw new Problem('not_found', 'The account is already deleted.');
    return 'The account is deleted. Its files follow within a minute while a server runs.';
  });
}

/** Cancels a deletion that has not happened yet. */
export async function keepByOperator(context: Context, { named, reason }: Act): Promise<void> {
  await inTransaction(context, async (within) => {
    const id = await personNamed(within, named);
    await store.setDue(within, id, null);
    await logAct(within, 'person.keep', id, reason);
  });
}
