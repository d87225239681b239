import { createHash } from 'node:crypto';
import { createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { OpenDatabase } from '@abhyas/server/database/open';
import {
  beginImport,
  commitImport,
  followImport,
  mapTopics,
  workOnImports,
} from '@abhyas/server/features/bank/question-imports/question-imports';
import { openFolderStorage } from '@abhyas/server/integrations/storage/folder-storage';
import type { RunDatabase } from '../run-database.ts';
import { alone, type Measure } from './measure.ts';

const questions = 100_000;
const mostMegabytes = 400;
const mostDelayMs = 30;
const watchMs = 100;

/** A question with four formulas that no other question has. */
const lineOf = (
  value: number,
) => String.raw`"A body of mass \(m = ${value}\ \mathrm{kg}\) moves with \(v = \frac{${value}}{\sqrt{2}}\ \mathrm{m\,s^{-1}}\). How large is its kinetic energy?",${value} J,${value + 1} J,${value + 2} J,${value + 3} J,B,"Half the mass times the square of the speed: \(E = \tfrac{1}{2} m v^2 = ${value}\ \mathrm{J}\), as \(\int_0^{${value}} x\,\mathrm{d}x\) is.",Work and energy,3
`;

async function writeSheet(path: string): Promise<void> {
  const file = createWriteStream(path);
  file.write('question,option_a,option_b,option_c,option_d,answer,solution,topic,difficulty\n');
  for (let value = 1; value <= questions; value += 1)
    if (!file.write(lineOf(value))) await new Promise((resolve) => file.once('drain', () => resolve(undefined)));
  await new Promise<void>((resolve) => file.end(resolve));
}

const megabytes = () => process.memoryUsage().rss / 1_000_000;

/** Seconds of each phase of an import of 100,000 questions. */
interface Phases {
  staged: number;
  checked: number;
  committed: number;
}

async function importAll(database: OpenDatabase): Promise<Phases> {
  const folder = mkdtempSync(join(tmpdir(), 'abhyas-import-'));
  const storage = openFolderStorage(folder, Buffer.from('a secret of the bench'), '/api');
  const context = () => ({ db: database.db, now: new Date(), random: Math.random });
  const { db } = database;
  try {
    await writeSheet(join(folder, 'sheet.csv'));
    const bytes = readFileSync(join(folder, 'sheet.csv'));
    const institute = await db
      .insertInto('institutes')
      .values({ code: 'bench-import', name: 'Bench' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const topic = await db.selectFrom('topics').select('id').executeTakeFirstOrThrow();
    const actor = { user_id: null, role: 'operator' as const, institute_id: institute.id, reason: 'bench' };
    const person = await db.selectFrom('users').select('id').executeTakeFirstOrThrow();
    const key = `kept/institutes/${institute.id}/bench.csv`;
    await storage.write(key, 'text/csv', bytes);
    const stored = {
      institute_id: institute.id,
      user_id: person.id,
      storage_key: key,
      file_name: 'bench.csv',
      extension: 'csv',
      status: 'STORED' as const,
      bytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest(),
      pages: null,
      created_at: new Date(),
      recorded_at: new Date(),
    };
    const file = await db
      .insertInto('stored_files')
      .values({ ...stored, upload_id: null, announced_bytes: null })
      .returning('id')
      .executeTakeFirstOrThrow();
    const id = await beginImport({ ...context(), actor }, { id: file.id, ...stored }, { difficulty: 3, for: 'paper' });
    const before = megabytes();
    const delay = monitorEventLoopDelay({ resolution: 5 });
    let [peak, stagedAt] = [before, 0];
    delay.enable();
    const began = performance.now();
    const watch = setInterval(() => {
      peak = Math.max(peak, megabytes());
      if (stagedAt > 0) return;
      void db
        .selectFrom('question_imports')
        .where('id', '=', id)
        .select('state')
        .executeTakeFirstOrThrow()
        .then(({ state }) => {
          if (state !== 'reading' && stagedAt === 0) stagedAt = performance.now();
        });
    }, watchMs);
    const parts = { storage, isEmbedded: false, waitsForTests: false };
    await workOnImports(context(), parts);
    const checkedAt = performance.now();
    const { counts } = await followImport({ ...context(), actor }, id);
    await mapTopics({ ...context(), actor }, id, [{ name: 'Work and energy', topic_id: topic.id }]);
    await commitImport({ ...context(), actor }, id, 'draft');
    const commitBegan = performance.now();
    await workOnImports(context(), parts);
    const committed = (performance.now() - commitBegan) / 1000;
    clearInterval(watch);
    delay.disable();
    const made = (await followImport({ ...context(), actor }, id)).counts.made;
    if (made !== questions) throw new Error(`${made} questions were made: ${JSON.stringify(counts)}`);
    const p99 = delay.percentile(99) / 1e6;
    process.stderr.write(`import_100000: event loop p99 ${p99.toFixed(1)} ms, ${Math.round(peak - before)} MB more at most.\n`);
    if (p99 > mostDelayMs) throw new Error(`The event loop waited ${p99.toFixed(1)} ms at the 99th percentile; ${mostDelayMs} are allowed`);
    if (peak - before > mostMegabytes) throw new Error(`The import took ${Math.round(peak - before)} MB; ${mostMegabytes} are allowed`);
    return { staged: (stagedAt - began) / 1000, checked: (checkedAt - stagedAt) / 1000, committed };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

let phases: Promise<Phases> | null = null;

/** The three measures of one import, which the first of them runs. */
const measureOf = (name: string, phase: keyof Phases, most: number): Measure => ({
  name,
  unit: 's',
  aim: { most },
  measure: async ({ database }: { database: RunDatabase }) => {
    phases ??= database.use(importAll);
    return alone((await phases)[phase]);
  },
});

export const importStaged100000 = measureOf('import_100000_staged', 'staged', 60);
export const importChecked100000 = measureOf('import_100000_checked', 'checked', 120);
export const importCommitted100000 = measureOf('import_100000_committed', 'committed', 60);
