import pg from 'pg';
import type { Database } from '../../../database/open.ts';
import { type Outcome, batchStatements } from '../../../database/batched-statements.ts';
import type { Context } from '../../../context.ts';
import { isSpread } from '../../../database/scale/spread-database.ts';
import { storeSpread } from './spread-upload.store.ts';
import { type SentUpload, type Stored, type StoredRow, statementOf } from './upload-statement.store.ts';

function storedUpload(row: StoredRow | undefined, { responses, visits }: SentUpload): Stored | undefined {
  if (!row) return undefined;
  const { sent_by, accepted, changed, ...stored } = row;
  const changes: [question_id: number, writer: number, version: number][] = JSON.parse(`[${changed ?? ''}]`);
  const changeByQuestion = new Map(changes.map(([question_id, writer, version]) => [question_id, { question_id, writer, version }]));
  const taken = new Set<number>(JSON.parse(`[${accepted ?? ''}]`));
  return {
    ...stored,
    kept: responses
      .filter(({ question_id }) => taken.has(question_id))
      .map(({ question_id, version }) => changeByQuestion.get(question_id) ?? { question_id, writer: sent_by ?? 0, version }),
    visits_kept: sent_by === null ? 0 : visits.reduce((highest, visit) => Math.max(highest, visit.number), 0),
  };
}

async function storeInOneStatement(db: Database, uploads: readonly SentUpload[]): Promise<(Stored | undefined)[]> {
  if (isSpread(db)) return Promise.all(uploads.map(async (upload) => storedUpload(await storeSpread(db, upload), upload)));
  const { rows } = await db.executeQuery(statementOf(uploads));
  const rowByNumber = new Map(rows.map((row) => [row.number, row]));
  return uploads.map((upload, at) => storedUpload(rowByNumber.get(at + 1), upload));
}

/** Whether single uploads may succeed after this error; not if the database is full, starting or stopping. */
const isOfOneUpload = (error: unknown) => error instanceof pg.DatabaseError && !/^(53|57P)/.test(error.code ?? '');

/** Stores uploads one by one if the database refuses them together, so that a faulty upload does not affect the others. */
async function storeSharing(db: Database, uploads: readonly SentUpload[]): Promise<readonly Outcome<Stored | undefined>[]> {
  try {
    return await storeInOneStatement(db, uploads);
  } catch (error) {
    if (uploads.length === 1 || !isOfOneUpload(error)) return uploads.map(() => error as Error);
    return uploads.map((upload) => storeInOneStatement(db, [upload]).then(([stored]) => stored));
  }
}

const storeBatched = batchStatements(async (db, uploads: readonly SentUpload[]) => {
  const isFirst = ({ session_id }: SentUpload, at: number) => uploads.findIndex((upload) => upload.session_id === session_id) === at;
  const first = uploads.filter(isFirst);
  const stored = await storeSharing(db, first);
  return uploads.map(
    (upload, at): Outcome<Stored | undefined> => (isFirst(upload, at) ? stored[first.indexOf(upload)] : storeUpload({ db }, upload)),
  );
});

/** Stores an upload. Repeating it, or storing uploads in another order, gives the same rows. Undefined without a sign-in. */
export function storeUpload({ db }: Pick<Context, 'db'>, upload: SentUpload): Promise<Stored | undefined> {
  return storeBatched(db, upload);
}
