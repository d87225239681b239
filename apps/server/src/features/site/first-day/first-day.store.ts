import type { Context } from '../../../context.ts';

/** Whether any institute has, or has had, an owner. */
export async function hasOwner({ db }: Context): Promise<boolean> {
  const row = await db.selectFrom('memberships').where('role', '=', 'owner').select('id').limit(1).executeTakeFirst();
  return row !== undefined;
}

/** Stores a new word, which replaces the previous word and its pass. */
export async function replaceWord({ db, now }: Context, word_hash: Buffer): Promise<void> {
  const row = { word_hash, made_at: now, wrong_tries: 0, pass_hash: null, entered_at: null, loading_since: null, load_faults: '[]' };
  await db
    .insertInto('first_day')
    .values(row)
    .onConflict((on) => on.column('only_row').doUpdateSet(row))
    .execute();
}

const columns = ['word_hash', 'made_at', 'wrong_tries', 'pass_hash', 'entered_at'] as const;

export const findWord = ({ db }: Context) => db.selectFrom('first_day').select(columns).executeTakeFirst();

/** The stored word, locked until the transaction ends, so that tries follow each other. */
export const lockWord = ({ db }: Context) => db.selectFrom('first_day').select(columns).forUpdate().executeTakeFirst();

export async function addWrongTry({ db }: Context): Promise<void> {
  await db
    .updateTable('first_day')
    .set((is) => ({ wrong_tries: is('wrong_tries', '+', 1) }))
    .execute();
}

export async function storePass({ db, now }: Context, pass_hash: Buffer): Promise<void> {
  await db.updateTable('first_day').set({ pass_hash, entered_at: now }).execute();
}

export async function removeWord({ db }: Context): Promise<void> {
  await db.deleteFrom('first_day').execute();
}

/** Counts of the questions and papers of the shared bank. */
export async function countBank({ db }: Context): Promise<{ question_count: number; paper_count: number }> {
  return db
    .selectNoFrom((is) => [
      is
        .selectFrom('questions')
        .where('institute_id', 'is', null)
        .where('retired_at', 'is', null)
        .select((of) => of.fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull()
        .as('question_count'),
      is
        .selectFrom('papers')
        .where('institute_id', 'is', null)
        .select((of) => of.fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull()
        .as('paper_count'),
    ])
    .executeTakeFirstOrThrow();
}

/** Records that a loading of the bank begins; false if another one is under way that began after `staleBefore`. */
export async function beginLoading({ db, now }: Context, staleBefore: Date): Promise<boolean> {
  const begun = await db
    .updateTable('first_day')
    .set({ loading_since: now, load_faults: '[]' })
    .where((is) => is.or([is('loading_since', 'is', null), is('loading_since', '<', staleBefore)]))
    .returning('only_row')
    .executeTakeFirst();
  return begun !== undefined;
}

export async function endLoading({ db }: Context, faults: readonly string[]): Promise<void> {
  await db
    .updateTable('first_day')
    .set({ loading_since: null, load_faults: JSON.stringify(faults) })
    .execute();
}

export const findLoading = ({ db }: Context) => db.selectFrom('first_day').select(['loading_since', 'load_faults']).executeTakeFirst();
