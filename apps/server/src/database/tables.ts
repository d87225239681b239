import type { PeopleTables } from './tables-of-people.ts';
import type { BankTables } from './tables-of-bank.ts';
import type { AttemptTables } from './tables-of-attempts.ts';
import type { ClassTables } from './tables-of-classes.ts';
import type { PaymentTables } from './tables-of-payments.ts';

/** The tables of `migrations/`, column by column; `tables.test.ts` compares them with the database. */
export interface Tables extends PeopleTables, BankTables, AttemptTables, ClassTables, PaymentTables {}
