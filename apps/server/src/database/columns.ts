import type { ColumnType } from 'kysely';

export type Defaulted<T> = ColumnType<T, T | undefined, T>;
/** Written as JSON text, read as the value. */
export type Json<T> = ColumnType<T, string, string>;
export type OptionalJson<T> = ColumnType<T, string | null, never>;
export type DefaultedJson<T> = ColumnType<T, string | undefined, string>;
/** The tables of `migrations/`, column for column; `tables.test.ts` holds them against the database. */
