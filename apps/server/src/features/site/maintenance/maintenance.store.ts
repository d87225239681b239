import type { Context } from '../../../context.ts';

export async function findMaintenance({ db }: Context): Promise<Date | undefined> {
  return (await db.selectFrom('maintenance').select('began_at').executeTakeFirst())?.began_at;
}

export async function insertMaintenance({ db, now }: Context): Promise<void> {
  await db
    .insertInto('maintenance')
    .values({ only_row: true, began_at: now })
    .onConflict((on) => on.doNothing())
    .execute();
}

export async function deleteMaintenance({ db }: Context): Promise<void> {
  await db.deleteFrom('maintenance').execute();
}
