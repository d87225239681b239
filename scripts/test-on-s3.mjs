// `npm run test:s3`: the tests of the file storage and of backups on a real S3 service. Starts Debian's radosgw on an object store in memory, in its own folder
// (packages radosgw, ceph-mon, ceph-osd, ceph-common), and stops it. With STORAGE_TEST_ENDPOINT it uses that service instead.
import { execFileSync, spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AwsClient } from 'aws4fetch';
import { freePort } from './free-port.mjs';
import { root } from './root.mjs';

const bucket = 'abhyas-test';
const startMs = 90_000;

const settings = (folder, monitor) => `[global]
fsid = ${randomUUID()}
mon_host = v2:127.0.0.1:${monitor}
public_addr = 127.0.0.1
cluster_addr = 127.0.0.1
${['cluster', 'service', 'client'].map((of) => `auth_${of}_required = none`).join('\n')}
${['mon_cluster', 'mon_service', 'mon_client', 'cluster', 'service', 'client'].map((of) => `ms_${of}_mode = crc`).join('\n')}
mon_data = ${folder}/mon
osd_data = ${folder}/osd
osd_objectstore = memstore
memstore_device_bytes = 2147483648
osd_pool_default_size = 1
osd_pool_default_min_size = 1
osd_pool_default_pg_num = 4
osd_pool_default_pgp_num = 4
osd_pool_default_pg_autoscale_mode = off
osd_crush_chooseleaf_type = 0
mon_allow_pool_size_one = true
run_dir = ${folder}
admin_socket = ${folder}/$name.$pid.asok
log_file = ${folder}/$name.log
keyring = ${folder}/keyring
rgw_data = ${folder}/rgw
`;

/** Starts the service, calls back with its address, and stops it whatever the outcome. */
async function withService(work) {
  const folder = mkdtempSync(join(tmpdir(), 'abhyas-s3-'));
  const [monitor, port] = [await freePort(), await freePort()];
  const file = join(folder, 'ceph.conf');
  writeFileSync(file, settings(folder, monitor));
  writeFileSync(join(folder, 'keyring'), '');
  for (const name of ['mon', 'osd', 'rgw']) mkdirSync(join(folder, name));
  const options = { encoding: 'utf8', timeout: startMs, stdio: ['ignore', 'pipe', 'pipe'] };
  const run = (program, ...words) => execFileSync(program, ['-c', file, ...words], options);
  const running = [];
  const start = (program, ...words) => {
    const log = openSync(join(folder, `${program}.out`), 'a');
    running.push(spawn(program, ['-c', file, '-f', ...words], { stdio: ['ignore', log, log] }));
  };
  let isKept = true;
  try {
    const map = join(folder, 'monmap');
    execFileSync('monmaptool', ['-c', file, '--create', '--addv', 'a', `[v2:127.0.0.1:${monitor}]`, map], options);
    run('ceph-mon', '--mkfs', '-i', 'a', '--monmap', map);
    start('ceph-mon', '-i', 'a');
    run('ceph', 'osd', 'create');
    run('ceph-osd', '-i', '0', '--mkfs');
    start('ceph-osd', '-i', '0');
    start('radosgw', '-n', 'client.rgw', `--rgw_frontends=beast endpoint=127.0.0.1:${port}`);
    const [access, secret] = [randomBytes(10).toString('hex'), randomBytes(20).toString('hex')];
    run(
      'radosgw-admin',
      '-n',
      'client.rgw',
      'user',
      'create',
      '--uid=tests',
      '--display-name=Tests',
      `--access-key=${access}`,
      `--secret-key=${secret}`,
    );
    const endpoint = `http://127.0.0.1:${port}`;
    await makeBucket(endpoint, access, secret);
    await work({ endpoint, access, secret });
    isKept = false;
  } catch (failure) {
    console.error(`The logs of the service are in ${folder}.`);
    throw failure;
  } finally {
    for (const one of running) one.kill('SIGKILL');
    if (!isKept) rmSync(folder, { recursive: true, force: true });
  }
}

/** Creates the bucket; tries until the service answers. */
async function makeBucket(endpoint, accessKeyId, secretAccessKey) {
  const client = new AwsClient({ accessKeyId, secretAccessKey, service: 's3', region: 'us-east-1', retries: 0 });
  const latest = Date.now() + startMs;
  for (;;) {
    const answer = await client.fetch(`${endpoint}/${bucket}`, { method: 'PUT' }).catch((failure) => failure);
    if (answer.ok) return;
    if (Date.now() > latest) throw new Error('The service does not answer.', { cause: answer });
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

/** Runs the suite; rejects when it fails. */
function runSuite(service) {
  const files = ['apps/server/src/integrations/storage', 'apps/server/src/commands/backup.test.ts'];
  const words = ['vitest', 'run', '--project', 'server', ...files];
  const suite = spawn('npx', words, { cwd: root, stdio: 'inherit', env: { ...process.env, ...service } });
  return new Promise((resolve, reject) => {
    suite.once('error', reject);
    suite.once('exit', (code) => (code === 0 ? resolve() : reject(new Error('The storage does not work on this service as it must.'))));
  });
}

try {
  if (process.env['STORAGE_TEST_ENDPOINT']) await runSuite({});
  else
    await withService(({ endpoint, access, secret }) =>
      runSuite({
        STORAGE_TEST_ENDPOINT: endpoint,
        STORAGE_TEST_BUCKET: bucket,
        STORAGE_TEST_ACCESS_KEY: access,
        STORAGE_TEST_SECRET_KEY: secret,
      }),
    );
} catch (failure) {
  console.error(
    failure.code === 'ENOENT' ? `${failure.path} is not installed: apt-get install radosgw ceph-mon ceph-osd ceph-common` : failure,
  );
  process.exitCode = 1;
}
