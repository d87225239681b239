import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Readable } from 'node:stream';
import { Problem } from '@abhyas/contract/problem';
import { ZipFile } from 'yazl';
import type { Context, SignedInContext } from '../../../context.ts';
import { inSnapshot } from '../../../database/transaction.ts';
import { Download } from '../../../http/serve.ts';
import type { Storage } from '../../../integrations/storage/storage.ts';
import { type Keys, requireFreshCode } from '../../institute/identity/identity.ts';
import { hiddenFromStudent } from '../../bank/questions/questions.ts';
import * as store from './export.store.ts';

const exportMinutes = 10;

const readme = `This is everything that is stored about you.

abhyas.json holds it by table, in a format that programs and text editors open. Moments are in UTC. Scores and results of a test that your
institute has not published, and of questions that a test still keeps, are left empty. Secrets that sign you in are stored as hashes and left out.
files/ holds the files that you handed in, and sheets that you were given back.
`;

const readmeOfInstitute = readme.replace(
  'This is everything that is stored about you.',
  'This is what your institute holds about you. For everything else, log in with a phone number or Google.',
);

const keyOf = (secret: Buffer, user_id: number, until: string) =>
  `${until}.${createHmac('sha256', secret).update(`export:${user_id}:${until}`).digest('base64url')}`;

/** The number that a fresh code goes to. Throws `phone_needed` where there is none. */
export function phoneOf({ caller }: SignedInContext): string {
  if (caller.phone === null) throw new Problem('phone_needed');
  return caller.phone;
}

/** Checks a fresh code, where the person has a number, and hands out what opens the export for a while. */
export async function beginExport(context: SignedInContext, keys: Keys, { otp, request_id }: { otp?: string; request_id?: string }) {
  // Who has no way in but the code of an institute has no number that a code could go to; the export is of what that institute holds.
  if (context.caller.reach === 'account') {
    const phone = phoneOf(context);
    if (otp === undefined) throw new Problem('wrong_code');
    await requireFreshCode(context, keys, phone, { otp, ...(request_id === undefined ? {} : { request_id }) });
  }
  const until = String(context.now.getTime() + exportMinutes * 60_000);
  return { success: true as const, export_key: keyOf(keys.secret, context.caller.id, until) };
}

type Exported = Record<string, store.ExportedRow[]>;

/** Takes out what would tell the key of a question that a test still keeps: results, what was missed, replies, and scores of retakes. */
async function withholdKeys(context: Context, user_id: number, tables: Exported): Promise<void> {
  const rowsOf = (name: string) => tables[name] ?? [];
  const met = ['responses', 'mistakes', 'question_reports'].flatMap((name) => rowsOf(name).map((row) => Number(row['question_id'])));
  const hidden = await hiddenFromStudent(context, user_id, [...new Set(met)]);
  const isHidden = (row: store.ExportedRow) => hidden.has(Number(row['question_id']));
  const ranked = new Set(rowsOf('sessions').flatMap((row) => (row['is_ranked'] === true ? [row['id']] : [])));
  const kept = new Set(rowsOf('responses').flatMap((row) => (isHidden(row) && !ranked.has(row['session_id']) ? [row['session_id']] : [])));
  const empty = (row: store.ExportedRow, ...fields: string[]) => {
    for (const field of fields) row[field] = null;
  };
  for (const row of rowsOf('responses').filter(isHidden)) empty(row, 'result', 'marks');
  for (const row of rowsOf('mistakes').filter(isHidden)) empty(row, 'kind', 'state', 'is_fixed', 'right_days', 'last_right_day');
  for (const row of rowsOf('question_reports').filter(isHidden)) empty(row, 'closed_by', 'reply');
  for (const row of rowsOf('sessions')) if (kept.has(row['id'])) empty(row, 'total_score', 'max_score');
  for (const row of rowsOf('session_scores'))
    if (kept.has(row['session_id'])) empty(row, 'score', 'max_score', 'correct', 'incorrect', 'unattempted');
  for (const row of rowsOf('session_days')) if (kept.has(row['session_id'])) empty(row, 'correct', 'incorrect');
}

/** What is stored of a person, by table, with the files that belong to it. */
async function dataOf(context: Context, of: store.Exportee) {
  return inSnapshot(context, async (within) => {
    const tables: Exported = {};
    for (const { name, table } of store.exportedTables) tables[name] = await store.findRows(within, of, name, table);
    await withholdKeys(within, of.user_id, tables);
    return { tables, ...(await store.findFiles(within, of)) };
  });
}

/** Names of files that no system reads as a way out of its folder. */
const safe = (name: string) => name.replaceAll(/[^\p{L}\p{N} ._-]/gu, '_').replaceAll(/^\.+/g, '_');

/** The person's data as a zip file. Throws `code_expired` for a key of others, or of before. */
export async function exportOf(context: SignedInContext, secret: Buffer, storage: Storage, export_key: string): Promise<Download> {
  const { id: user_id, reach, membership } = context.caller;
  const [until = ''] = export_key.split('.');
  const [given, right] = [Buffer.from(export_key), Buffer.from(keyOf(secret, user_id, until))];
  if (given.length !== right.length || !timingSafeEqual(given, right) || Number(until) <= context.now.getTime())
    throw new Problem('code_expired');
  const { tables, files, resumes } = await dataOf(context, { user_id, membership_id: reach === 'account' ? null : (membership?.id ?? 0) });
  const made_at = context.now.toISOString();
  const zip = new ZipFile();
  const options = { mtime: context.now };
  zip.addBuffer(Buffer.from(reach === 'account' ? readme : readmeOfInstitute), 'README.txt', options);
  zip.addBuffer(Buffer.from(JSON.stringify({ made_at, person: user_id, tables }, null, 1)), 'abhyas.json', options);
  const all = [
    ...files.map(({ id, file_name, storage_key }) => ({ storage_key, path: `files/${id}-${safe(file_name)}` })),
    ...resumes.map(({ id, storage_key }) => ({ storage_key, path: `files/application-${id}.${storage_key.split('.').at(-1)}` })),
  ];
  for (const { storage_key, path } of all) {
    if (!(await storage.find(storage_key))) continue;
    // Each file is read when its turn comes: none is held in memory.
    zip.addReadStreamLazy(path, { ...options, compress: false }, (give) => {
      storage.read(storage_key).then(
        (stream) => give(null, stream),
        (fault: unknown) => give(fault, null as never),
      );
    });
  }
  zip.end();
  const stream = zip.outputStream as Readable;
  // A file that fails on the way breaks the download off: what arrived would look whole.
  zip.on('error', (fault: Error) => stream.destroy(fault));
  return new Download(`abhyas-${made_at.slice(0, 10)}.zip`, 'application/zip', stream);
}
