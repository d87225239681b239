/**
 * Stores an upload in a spread database. As one statement, its insertions would be selections that Citus first collects and sends to every
 * machine, so that one machine away would refuse the uploads of all students. As a change of the session and insertions of values, each
 * runs whole on the student's machine.
 */
import { CompiledQuery } from 'kysely';
import type { Database } from '../../../database/open.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { acceptanceOf, insertVisits, type SentUpload, type StoredRow, upsertOf } from './upload-statement.store.ts';

/** Name of the type and value of a column for an item. */
type Column<Item> = readonly [type: string, pick: (item: Item) => unknown];

/** Rows of one insertion. Each number of rows is a text of its own, and a connection keeps the prepared ones: so there are few numbers. */
const mostRows = 64;
const someRows = 8;

function inParts<Item>(items: readonly Item[]): (readonly Item[])[] {
  const parts: (readonly Item[])[] = [];
  for (let at = 0; at < items.length; ) {
    const left = items.length - at;
    const size = left >= mostRows ? mostRows : left >= someRows ? someRows : left;
    parts.push(items.slice(at, at + size));
    at += size;
  }
  return parts;
}

/** Inserts a row of values for each item, in the statement that `textOf` makes of the rows. Returns what the insertions return. */
async function insertRows<Item, Row>(
  db: Database,
  textOf: (rows: string) => string,
  columns: readonly Column<Item>[],
  items: readonly Item[],
): Promise<Row[]> {
  const found: Row[] = [];
  for (const part of inParts(items)) {
    const row = (_item: Item, at: number) =>
      `(${columns.map(([type], place) => `$${at * columns.length + place + 1}::${type}`).join(', ')})`;
    const values = part.flatMap((item) => columns.map(([, pick]) => pick(item)));
    const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(textOf(`values ${part.map(row).join(', ')}`), values));
    found.push(...rows);
  }
  return found;
}

const listOf = (text: string | null) => new Set<number>(JSON.parse(`[${text ?? ''}]`));

interface ChangedRow {
  session_id: number;
  question_id: number;
  writer: number;
  version: number;
}

/** Stores an upload, as `statementOf` does for several. Undefined without a sign-in. */
export function storeSpread(db: Database, upload: SentUpload): Promise<StoredRow | undefined> {
  return inTransaction({ db }, async ({ db: within }) => {
    const { rows } = await within.executeQuery(acceptanceOf(upload));
    const [row] = rows;
    if (!row) return undefined;
    const { accepted_visits, ...accepted } = row;
    const { student_id, session_id, sent_by, paper_id } = accepted;
    const [questions, visits] = [listOf(accepted.accepted), listOf(accepted_visits)];
    const at = upload.at.toISOString();
    const isPractice = paper_id === null;
    const keys = [
      ['bigint', () => student_id],
      ['bigint', () => session_id],
    ] as const;
    const changed = await insertRows<SentUpload['responses'][number], ChangedRow>(
      within,
      upsertOf,
      [
        ...keys,
        ['bigint', ({ question_id }) => question_id],
        ['smallint[]', ({ responses }) => responses],
        ['text', ({ rich_response }) => rich_response],
        ['boolean', ({ is_marked }) => is_marked],
        ['boolean', ({ is_visited }) => is_visited],
        ['boolean', ({ verified }) => verified && isPractice],
        ['timestamptz', ({ verified }) => (verified && isPractice ? at : null)],
        ['int', () => sent_by],
        ['int', ({ version }) => version],
        ['int', ({ question_time_spent }) => question_time_spent],
        ['int', ({ solution_request_time }) => solution_request_time],
        ['timestamptz', () => at],
      ],
      upload.responses.filter(({ question_id }) => questions.has(question_id)),
    );
    await insertRows<SentUpload['visits'][number], never>(
      within,
      insertVisits,
      [
        ...keys,
        ['int', () => sent_by],
        ['int', ({ number }) => number],
        ['bigint', ({ question_id }) => question_id],
        ['int', ({ second }) => second],
        ['int', ({ seconds }) => seconds],
        ['text', ({ answer }) => answer],
        ['text', ({ language }) => language ?? null],
      ],
      upload.visits.filter(({ number }) => visits.has(number)),
    );
    const changes = changed.map(({ question_id, writer, version }) => `[${question_id},${writer},${version}]`);
    return { ...accepted, changed: changes.length === 0 ? null : changes.join(',') };
  });
}
