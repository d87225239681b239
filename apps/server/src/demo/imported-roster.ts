import type { Context } from '../context.ts';

/** A large roster that was imported yesterday, with rows that were not imported. */
export async function addImportedRoster({ db, now }: Context, institute_id: number, classroom: string): Promise<void> {
  const yesterday = new Date(now.getTime() - 86_400_000);
  const refused = [
    { line: 412, name: 'Sana Qureshi', phone: '98200', refusal: 'A phone number has ten digits and begins with 6 to 9.' },
    { line: 1877, name: '', phone: '9820014417', refusal: 'The name is missing.' },
    { line: 5201, name: 'Devika Menon', phone: '9820019034', refusal: 'Line 5199 has the same phone number and name.' },
  ];
  const counts = { row_count: 5240, new: 0, invited: 212, changed: 25, same: 5000, refused: refused.length };
  const { id: import_id } = await db
    .insertInto('roster_imports')
    .values({ institute_id, imported_by: null, role: 'owner', ...counts, created_at: yesterday, finished_at: yesterday })
    .returning('id')
    .executeTakeFirstOrThrow();
  const cells = { given_id: '', classroom, course: 'JEE' };
  await db
    .insertInto('roster_rows')
    .values(refused.map((row, place) => ({ import_id, place, ...cells, ...row })))
    .execute();
}
