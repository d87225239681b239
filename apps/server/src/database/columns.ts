import type { ColumnType } from 'kysely';

export type Defaulted<T> = ColumnType<T, T | undefined, T>;
/** A column that is written as JSON text and read as the value. */
export type Json<T> = ColumnType<T, string, string>;
export type OptionalJson<T> = ColumnType<T, string | null, never>;
export type DefaultedJson<T> = ColumnType<T, string | undefined, string>;
/** The tables of `migrations/`, column by column; `tables.test.ts` compares them with the database. */
