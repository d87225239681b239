import type { Context } from '../../../context.ts';

/** A picture of the bank, or of a row that an institute is importing. */
export async function findPicture({ db }: Context, hash: string) {
  const ofBank = await db.selectFrom('pictures').where('hash', '=', hash).select(['media_type', 'bytes']).executeTakeFirst();
  return (
    ofBank ?? db.selectFrom('question_import_pictures').where('hash', '=', hash).select(['media_type', 'bytes']).limit(1).executeTakeFirst()
  );
}
