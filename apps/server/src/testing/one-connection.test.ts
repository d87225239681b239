import { expect, inject, test } from 'vitest';
import { inTransaction } from '../database/transaction.ts';
import { openTestDatabase } from './test-database.ts';

test('work that needs a second connection within its transaction fails', async () => {
  const database = await openTestDatabase(inject('template'));
  const { db, pool } = database;
  const one = (use: typeof db) => use.selectNoFrom(({ lit }) => lit(1).as('one')).execute();
  await expect(inTransaction({ db }, () => one(db))).rejects.toThrow('one connection');
  await expect(inTransaction({ db }, async () => (await pool.query('select 1')).rows)).rejects.toThrow('one connection');
  await expect(inTransaction({ db }, (context) => one(context.db))).resolves.toEqual([{ one: 1 }]);
  await expect(one(db)).resolves.toEqual([{ one: 1 }]);
  await database.close();
});
