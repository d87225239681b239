// `npm run test:citus`: the server's tests, the walks of all calls and the story of an installation that grows, on databases that Citus has spread,
// then the tests that kill and add workers. It starts a cluster where Citus is installed, in a folder of its own, and stops it; or uses that of
// DATABASE_URL_CITUS and CITUS_WORKERS, and kills none of its workers. Without either nothing is run, and the output says so.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.mjs';
import { giveToPostgres, startServer, stopServer } from './postgres-server.mjs';
import { root } from './root.mjs';

const workerCount = 2;
/** A walk asks every table on every machine after each call, and a test sends thousands of uploads. */
const longestTestMs = 600_000;
/** One server more is no worker until a test adds it. */
const serverCount = 1 + workerCount + 1;

/** The folder of PostgreSQL's programs, if Citus is installed beside it. */
function findCitus() {
  try {
    const ask = (word) => execFileSync('pg_config', [word], { encoding: 'utf8' }).trim();
    return existsSync(join(ask('--sharedir'), 'extension/citus.control')) ? ask('--bindir') : undefined;
  } catch (failure) {
    if (failure.code === 'ENOENT') return undefined;
    throw failure;
  }
}

// Each test database has a background process of Citus.
const settings = `
shared_preload_libraries = 'citus'
max_connections = 300
max_prepared_transactions = 200
max_worker_processes = 64
wal_level = logical
citus.enable_statistics_collection = off
`;

/** Starts the coordinator and its workers, calls back with their addresses, and stops them whatever the outcome. */
async function withCluster(bin, work) {
  const folder = mkdtempSync(join(tmpdir(), 'abhyas-citus-'));
  giveToPostgres(folder);
  const ports = [];
  try {
    for (let at = 0; at < serverCount; at += 1) {
      const port = await freePort();
      startServer(bin, folder, `${at}`, port, settings);
      ports.push(port);
    }
    const [coordinator, ...workers] = ports;
    const spare = workers.pop();
    return await work({
      DATABASE_URL_CITUS: `postgres://postgres@127.0.0.1:${coordinator}/postgres`,
      CITUS_WORKERS: workers.map((port) => `127.0.0.1:${port}`).join(','),
      faults: { CITUS_FOLDERS: workers.map((_, at) => join(folder, `${at + 1}`)).join(','), CITUS_SPARE: `127.0.0.1:${spare}` },
    });
  } finally {
    for (const [at] of ports.entries()) stopServer(bin, folder, `${at}`);
    rmSync(folder, { recursive: true });
  }
}

/** Runs Vitest with these words on the cluster. Resolves with the exit code. */
function runVitest({ faults: _faults, ...cluster }, words, settings = {}) {
  const env = { ...process.env, ...cluster, ...settings, TEST_DATABASE: 'citus', DATABASE_URL_TEST: cluster.DATABASE_URL_CITUS };
  const tests = spawn('npx', ['vitest', 'run', ...words], { cwd: root, stdio: 'inherit', env });
  return new Promise((resolve, reject) => {
    tests.once('error', reject);
    tests.once('exit', (code) => resolve(code ?? 1));
  });
}

/** Runs the tests, then, alone, the tests that kill and add workers; or only the tests that the command names. Resolves with the exit code. */
async function runTests(cluster) {
  const named = process.argv.slice(2);
  const projects = ['server', 'walks', 'stories'].flatMap((name) => ['--project', name]);
  const words = [...projects, '--exclude', 'tests/stories/built-server.test.ts', `--testTimeout=${longestTestMs}`];
  if (named.length > 0) return runVitest(cluster, [...words, ...named], cluster.faults);
  const code = await runVitest(cluster, words);
  const ofFaults = ['--project', 'server', 'apps/server/src/database/scale/worker-faults.test.ts'];
  return cluster.faults ? Math.max(code, await runVitest(cluster, ofFaults, cluster.faults)) : code;
}

const { DATABASE_URL_CITUS, CITUS_WORKERS } = process.env;
const bin = findCitus();
if (DATABASE_URL_CITUS && CITUS_WORKERS) process.exitCode = await runTests({ DATABASE_URL_CITUS, CITUS_WORKERS });
else if (bin) process.exitCode = await withCluster(bin, runTests);
else console.log('not run: no Citus is installed beside pg_config, and DATABASE_URL_CITUS with CITUS_WORKERS names none.');
