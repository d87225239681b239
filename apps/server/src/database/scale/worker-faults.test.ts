import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { addPaper, attempt, fourOptions, response } from '../../testing/attempts.ts';
import { tellStory } from '../../testing/story.ts';
import { isOnCitus } from '../../testing/test-database.ts';

/** The data folders of the workers, which only `npm run test:citus` names: the tests kill these servers and start them again. */
const folders = process.env['CITUS_FOLDERS']?.split(',') ?? [];
const canKill = isOnCitus && folders.length > 1;
const worker = 0;
const folder = folders[worker] ?? '';

const pgCtl = (...words: string[]) => {
  const program = join(execFileSync('pg_config', ['--bindir'], { encoding: 'utf8' }).trim(), 'pg_ctl');
  const command = [program, '-D', folder, '-w', ...words];
  const [name = '', ...rest] = process.getuid?.() === 0 ? ['runuser', '-u', 'postgres', '--', ...command] : command;
  return spawnSync(name, rest, { stdio: 'ignore' }).status;
};

let isKilled = false;

/** Kills a worker with all its connections, as a machine that loses its power. */
function killWorker(): void {
  isKilled = true;
  const [first = ''] = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n');
  const ofServer = execFileSync('pgrep', ['-P', first], { encoding: 'utf8' }).trim().split('\n');
  for (const pid of [first, ...ofServer]) {
    try {
      process.kill(Number(pid), 'SIGKILL');
    } catch (error) {
      // A connection may have ended by itself since the list was read.
      if ((error as { code?: string }).code !== 'ESRCH') throw error;
    }
  }
}

/** Starts the worker again, which is refused until the system has forgotten the killed process. */
async function startWorker(): Promise<void> {
  await vi.waitFor(() => expect(pgCtl('-l', `${folder}.log`, 'start')).toBe(0), { timeout: 30_000, interval: 500 });
  isKilled = false;
}

describe.runIf(canKill)('while a worker is killed', () => {
  const story = tellStory();
  const beginAll = async (code: string, count: number) => {
    const paper = await addPaper(story, code, [fourOptions(21, 22, 23, 24)]);
    const students = [];
    for (let at = 0; at < count; at += 1) {
      const student = await story.student({ institute: 'school' });
      students.push({ student_id: student.id, ...(await attempt(student, paper)) });
    }
    return students;
  };
  afterEach(async () => {
    if (isKilled) await startWorker();
  });
  type Taken = Awaited<ReturnType<typeof beginAll>>[number];
  const query = async <Row extends pg.QueryResultRow>(text: string, values: unknown[]) =>
    (await story.database.pool.query<Row>(text, values)).rows;

  /** What a call came to: taken, or refused for now. Any other outcome fails the test. */
  const outcomeOf = (call: Promise<unknown>) =>
    call.then(
      () => 'taken' as const,
      (error: { code?: string }) => {
        if (error.code !== 'busy') throw error;
        return 'busy' as const;
      },
    );

  test('every acknowledged answer is kept, refused calls say that the server is busy, and all are taken once the worker is back', async () => {
    const students = await beginAll('killed-uploads', 8);
    const acknowledged = new Map<number, number>();
    const refused = new Set<number>();
    const upload = async ({ student_id, questions, upload: send }: Taken, version: number) => {
      const outcome = await outcomeOf(send([response(questions[0], { responses: [2], version })]));
      if (outcome === 'taken') acknowledged.set(student_id, version);
      else refused.add(student_id);
      return outcome;
    };
    const round = (version: number) => Promise.all(students.map((student) => upload(student, version)));
    expect(new Set(await round(2))).toEqual(new Set(['taken']));
    const during = round(3);
    killWorker();
    await during;
    await round(4);
    expect(refused.size).toBeGreaterThan(0);
    await startWorker();
    await vi.waitFor(async () => expect(new Set(await round(5))).toEqual(new Set(['taken'])), { timeout: 60_000, interval: 500 });
    const kept = await query<{ student_id: number; version: number }>(
      'select student_id, version from responses where student_id = any($1)',
      [students.map(({ student_id }) => student_id)],
    );
    expect(new Map(kept.map(({ student_id, version }) => [student_id, version]))).toEqual(acknowledged);
  }, 240_000);
});
