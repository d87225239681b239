import type { Context } from '../../context.ts';
import { inTransaction } from '../../database/transaction.ts';
import { type CheckedContent, readFiles } from './check-content.ts';
import { readStoredContent, writeContent } from './content.store.ts';

/** Reads and checks files against each other and against what is stored; writes nothing. */
export async function readContent(context: Context, places: readonly string[], root: string): Promise<CheckedContent> {
  const { content, gathered } = readFiles(places, root);
  content.faults.push(...gathered.faultsAmong(await readStoredContent(context, gathered.asked())));
  return content;
}

/** Loads files whole or, when there is a fault anywhere, not at all. Returns what was read, with its faults. */
export async function importContent(context: Context, places: readonly string[], root: string): Promise<CheckedContent> {
  return inTransaction(context, async (within) => {
    const content = await readContent(within, places, root);
    if (content.faults.length === 0) await writeContent(within, content);
    return content;
  });
}
