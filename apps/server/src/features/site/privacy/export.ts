import { say } from '@abhyas/exam/institute/sentence';
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { Problem } from '@abhyas/contract/problem';
import { ZipFile } from 'yazl';
import type { Context, SignedInContext } from '../../../context.ts';
import { inSnapshot } from '../../../database/transaction.ts';
import { Download } from '../../../http/serve.ts';
import { openNamelessFile } from '../../../integrations/nameless-file.ts';
import type { Storage } from '../../../integrations/storage/storage.ts';
import { type Keys, requireFreshCode } from '../../institute/identity/identity.ts';
import { hiddenFromStudent } from '../../bank/questions/questions.ts';
import { openTurns } from '../../../threads/turns.ts';
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

/** The phone number that gets a new code. Throws `phone_needed` if the person has none. */
export function phoneOf({ caller }: SignedInContext): string {
  if (caller.phone === null) throw new Problem('phone_needed');
  return caller.phone;
}

/** Checks a new code, if the person has a number, and returns a key with which the export can be downloaded for a while. */
export async function beginExport(context: SignedInContext, keys: Keys, { otp, request_id }: { otp?: string; request_id?: string }) {
  // A sign-in by an institute's code needs no phone number to which a code could be sent; its export has only that institute's data.
  if (context.caller.reach === 'account') {
    const phone = phoneOf(context);
    if (otp === undefined) throw new Problem('wrong_code');
    await requireFreshCode(context, keys, phone, { otp, ...(request_id === undefined ? {} : { request_id }) });
  }
  const until = String(context.now.getTime() + exportMinutes * 60_000);
  return { success: true as const, export_key: keyOf(keys.secret, context.caller.id, until) };
}

/** Changes a row before it is exported. */
type Withholding = (name: string, row: store.ExportedRow) => void;

/** Removes data that would reveal the key of a question that a test still withholds: results, misses, replies, and scores of retakes. */
async function withholdingOf(context: Context, of: store.Exportee): Promise<Withholding> {
  const inQuizzes = await store.findMetInQuizzes(context, of);
  const met = [...(await store.findMetQuestions(context, of)), ...inQuizzes.values()];
  const hidden = await hiddenFromStudent(context, of.user_id, met);
  const kept = new Set(hidden.size === 0 ? [] : await store.findRetakesWith(context, of, [...hidden]));
  const hides = (row: store.ExportedRow) => hidden.has(Number(row['question_id']));
  const ofKept = (row: store.ExportedRow) => kept.has(Number(row['session_id']));
  const withheld: Record<string, { isOf: (row: store.ExportedRow) => boolean; fields: readonly string[] }> = {
    responses: { isOf: hides, fields: ['result', 'marks'] },
    mistakes: { isOf: hides, fields: ['kind', 'state', 'is_fixed', 'right_days', 'last_right_day'] },
    question_reports: { isOf: hides, fields: ['closed_by', 'reply'] },
    doubts: { isOf: hides, fields: ['answer_text'] },
    live_quiz_answers: { isOf: (row) => hidden.has(inQuizzes.get(Number(row['quiz_question_id'])) ?? 0), fields: ['result'] },
    sessions: { isOf: (row) => kept.has(Number(row['id'])), fields: ['total_score', 'max_score'] },
    session_scores: { isOf: ofKept, fields: ['score', 'max_score', 'correct', 'incorrect', 'unattempted'] },
    session_days: { isOf: ofKept, fields: ['correct', 'incorrect'] },
  };
  return (name, row) => {
    const { isOf, fields } = withheld[name] ?? {};
    if (isOf?.(row)) for (const field of fields ?? []) row[field] = null;
  };
}

/** Writes the stored data of a person, table by table, with only a few rows in memory at a time. */
async function writeTables(context: Context, of: store.Exportee, file: FileHandle): Promise<void> {
  const withhold = await withholdingOf(context, of);
  await file.appendFile(`{"made_at":${JSON.stringify(context.now)},"person":${of.user_id},"tables":{`);
  for (const [at, { name, table }] of store.exportedTables.entries()) {
    await file.appendFile(`${at === 0 ? '' : ','}\n${JSON.stringify(name)}:[`);
    let count = 0;
    for await (const rows of store.findRows(context, of, name, table)) {
      for (const row of rows) withhold(name, row);
      await file.appendFile(rows.map((row, place) => `${count + place === 0 ? '' : ','}\n${JSON.stringify(row)}`).join(''));
      count += rows.length;
    }
    await file.appendFile(']');
  }
  await file.appendFile('}}\n');
}

const mostWaiting = 8;
const inTurn = openTurns(mostWaiting);

/**
 * The stored data of a person as a file, and the list of the person's files. The file is complete before a byte is sent, so that a slow
 * reader keeps no transaction open. Only one export is written at a time.
 */
async function dataOf(context: Context, of: store.Exportee) {
  return inTurn(async () => {
    const json = await openNamelessFile();
    try {
      return await inSnapshot(context, async (within) => {
        await writeTables(within, of, json);
        return { json, ...(await store.findFiles(within, of)) };
      });
    } catch (error) {
      await json.close();
      throw error;
    }
  });
}

/** A safe file name, which no system reads as a path out of the folder. */
const safe = (name: string) => name.replaceAll(/[^\p{L}\p{N} ._-]/gu, '_').replaceAll(/^\.+/g, '_');

/** People whose export is being made or sent. */
const underWay = new Set<number>();

/** Throws `code_expired` for a key of another person, or an expired one. */
function requireKey({ caller, now }: SignedInContext, secret: Buffer, export_key: string): void {
  const [until = ''] = export_key.split('.');
  const [given, right] = [Buffer.from(export_key), Buffer.from(keyOf(secret, caller.id, until))];
  if (given.length !== right.length || !timingSafeEqual(given, right) || Number(until) <= now.getTime()) throw new Problem('code_expired');
}

/** The files and the data as a zip file, and a function that closes everything after the download has ended or broken off. */
async function zipOf(context: Context, storage: Storage, text: string, { json, files, resumes }: Awaited<ReturnType<typeof dataOf>>) {
  const zip = new ZipFile();
  const stream = zip.outputStream as Readable;
  const options = { mtime: context.now };
  let reading: Readable | undefined;
  const add = (path: string, isCompressed: boolean, open: () => Promise<Readable>) =>
    // Files are opened one after another, and none is kept in memory.
    zip.addReadStreamLazy(path, { ...options, compress: isCompressed }, (give) => {
      open().then(
        (opened) => {
          reading = opened;
          if (stream.destroyed) opened.destroy();
          give(null, opened);
        },
        (fault: unknown) => give(fault, null as never),
      );
    });
  // A failing file aborts the download, because a shortened zip would look complete.
  zip.on('error', (fault: Error) => stream.destroy(fault));
  stream.once('close', () => {
    reading?.destroy();
    void json.close();
  });
  zip.addBuffer(Buffer.from(text), 'README.txt', options);
  add('abhyas.json', true, async () => json.createReadStream({ start: 0, autoClose: false }));
  const all = [
    ...files.map(({ id, file_name, storage_key }) => ({ storage_key, path: `files/${id}-${safe(file_name)}` })),
    ...resumes.map(({ id, storage_key }) => ({ storage_key, path: `files/application-${id}.${storage_key.split('.').at(-1)}` })),
  ];
  try {
    for (const { storage_key, path } of all) if (await storage.find(storage_key)) add(path, false, () => storage.read(storage_key));
  } catch (error) {
    // Nobody reads the stream, so nobody else would close the file of the data.
    stream.destroy();
    throw error;
  }
  zip.end();
  return stream;
}

/** Everything that is stored about a person as a zip file, for a person whose identity the operator has checked. Throws `busy`. */
export async function zipOfPerson(context: Context, storage: Storage, user_id: number): Promise<Readable> {
  return zipOf(context, storage, readme, await dataOf(context, { user_id, membership_id: null }));
}

/** The person's data as a zip file. Throws `code_expired`, `too_many_requests` while another download of the person runs, and `busy`. */
export async function exportOf(context: SignedInContext, secret: Buffer, storage: Storage, export_key: string): Promise<Download> {
  const { id: user_id, reach, membership } = context.caller;
  requireKey(context, secret, export_key);
  if (underWay.has(user_id)) throw new Problem('too_many_requests', say`Your data is being sent already. Wait until it has arrived.`);
  underWay.add(user_id);
  try {
    const data = await dataOf(context, { user_id, membership_id: reach === 'account' ? null : (membership?.id ?? 0) });
    const stream = await zipOf(context, storage, reach === 'account' ? readme : readmeOfInstitute, data);
    stream.once('close', () => underWay.delete(user_id));
    return new Download(`abhyas-${context.now.toISOString().slice(0, 10)}.zip`, 'application/zip', stream);
  } catch (error) {
    underWay.delete(user_id);
    throw error;
  }
}
