import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openTestDatabase } from '../testing/test-database.ts';
import type { OpenDatabase } from './open.ts';

let database: OpenDatabase;
beforeAll(async () => {
  database = await openTestDatabase(inject('template'));
});
afterAll(() => database.close());

interface Column {
  type: string;
  isNullable: boolean;
  /** Whether an insert may omit the column although it cannot be null. */
  hasDefault: boolean;
}

type Schema = Record<string, Record<string, Column>>;

const listTypes = { number: 'number[]', string: 'string[]' } as const;
const jsonTypes = ['Json', 'OptionalJson', 'DefaultedJson'];

/** `number`, `string[]`, `json` …: a literal counts as its base type, a type of another module as text. */
function typeIn(wrapper: string | undefined, text: string): string {
  if (wrapper && jsonTypes.includes(wrapper)) return 'json';
  const [first = ''] = text
    .split('|')
    .map((part) => part.trim())
    .filter((part) => part !== 'null');
  if (/^-?\d+$/.test(first)) return 'number';
  return ['number', 'boolean', 'Date', 'Buffer', ...Object.values(listTypes)].includes(first) ? first : 'string';
}

/** The tables as `tables.ts` types them, read from its source text, because types do not exist at run time. */
function typedTables(): Schema {
  const parts = ['people', 'bank', 'attempts', 'classes', 'payments'].map((part) =>
    readFileSync(new URL(`./tables-of-${part}.ts`, import.meta.url), 'utf8'),
  );
  const body = parts.join('\n').replaceAll(/\/\*\*[^]*?\*\//g, '');
  return Object.fromEntries(
    [...body.matchAll(/^ {2}(\w+): \{([^}]*)\}/gm)].map(([, table = '', columns = '']) => [
      table,
      Object.fromEntries(
        [...columns.matchAll(/(\w+): ([^;]+?)\s*(?:;|$)/g)].map(([, column = '', type = '']) => {
          const [, wrapper, inner = type] =
            /^(Generated|GeneratedAlways|Defaulted|Json|OptionalJson|DefaultedJson)<([^]+)>$/.exec(type) ?? [];
          return [
            column,
            {
              type: typeIn(wrapper, inner),
              isNullable: wrapper === 'OptionalJson' || inner.endsWith('| null'),
              hasDefault: wrapper !== undefined && /^(Generated|Default)/.test(wrapper) && !inner.endsWith('| null'),
            },
          ];
        }),
      ),
    ]),
  );
}

const typesInDatabase: Record<string, string> = {
  int2: 'number',
  int4: 'number',
  int8: 'number',
  float4: 'number',
  float8: 'number',
  text: 'string',
  tsvector: 'string',
  bool: 'boolean',
  timestamptz: 'Date',
  bytea: 'Buffer',
  jsonb: 'json',
  _int2: listTypes.number,
  _float8: listTypes.number,
  _int8: listTypes.number,
  _text: listTypes.string,
};

/** The tables as the migrations make them. */
async function migratedTables(): Promise<Schema> {
  const { rows } = await database.pool.query<Record<'table' | 'column' | 'type', string> & Omit<Column, 'type'>>(
    `select table_name as table, column_name as column, udt_name as type, is_nullable = 'YES' as "isNullable",
       is_nullable = 'NO' and (column_default is not null or is_identity = 'YES' or is_generated = 'ALWAYS') as "hasDefault"
     from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like 'kysely%' order by table_name, ordinal_position`,
  );
  const tables: Schema = {};
  for (const { table, column, type, isNullable, hasDefault } of rows) {
    (tables[table] ??= {})[column] = { type: typesInDatabase[type] ?? type, isNullable, hasDefault };
  }
  return tables;
}

test('tables.ts has the tables and columns of the migrations, with their types and nullability', async () => {
  const withoutDefaults = (schema: Schema) =>
    Object.fromEntries(
      Object.entries(schema).map(([table, columns]) => [
        table,
        Object.fromEntries(Object.entries(columns).map(([column, { type, isNullable }]) => [column, { type, isNullable }])),
      ]),
    );
  expect(withoutDefaults(typedTables())).toEqual(withoutDefaults(await migratedTables()));
});

test('a column that an insert may omit by tables.ts has a default', async () => {
  const migrated = await migratedTables();
  const left = Object.entries(typedTables()).flatMap(([table, columns]) =>
    Object.entries(columns).flatMap(([column, { hasDefault }]) =>
      hasDefault && !migrated[table]?.[column]?.hasDefault ? [`${table}.${column}`] : [],
    ),
  );
  expect(left).toEqual([]);
});
