// The product's application with one more route: constant bytes behind the product's own sign-in query.
import { buildApp } from '@abhyas/server/app';
import { openDatabase } from '@abhyas/server/database/open';
import { authenticate } from '@abhyas/server/features/institute/identity/identity';
import { endDueTests } from '@abhyas/server/features/tests/sessions/sessions';
import { openFolderStorage } from '@abhyas/server/integrations/storage/folder-storage';
import { signInKeyOf } from '@abhyas/server/http/token';
import { readSettings } from '@abhyas/server/settings';
import type { LoadAnswer, ServerJob } from '../load/load-job.ts';
import { driveRaw } from '../load/raw-job.ts';

const [root = '.'] = process.argv.slice(2);
const settings = readSettings(process.env, root);
const database = await openDatabase({ url: settings.databaseUrl, folder: `${settings.dataFolder}/database` });
const app = await buildApp({
  secret: Buffer.alloc(32),
  storage: openFolderStorage(`${settings.dataFolder}/files`, Buffer.alloc(32), '/api'),
  db: database.db,
  settings: { ...settings, siteFolder: undefined },
  codeSender: { isShownOnPage: true, send: async () => {}, sendLink: async () => {}, sendLetter: async () => {} },
});

const constants = new Map<string, Buffer>();
app.get<{ Params: { id: string; kind: string } }>('/bench/constant/:kind/:id', async (request, reply) => {
  const { authorization = '' } = request.headers;
  const { id, kind } = request.params;
  const signIn = signInKeyOf(authorization.slice('Bearer '.length));
  if (signIn) await authenticate({ db: database.db, now: new Date(), random: Math.random }, signIn);
  let bytes = constants.get(kind);
  if (!bytes) {
    const answer = await app.inject({
      url: `/api/student_app/${id}/get_test_questions`,
      headers: { authorization, 'accept-encoding': 'gzip' },
    });
    bytes = answer.rawPayload;
    constants.set(kind, bytes);
  }
  return reply.type('application/json; charset=utf-8').header('vary', 'accept-encoding').header('content-encoding', 'gzip').send(bytes);
});

/** Ends the tests that are due, as the product's job does. */
async function endDue(): Promise<LoadAnswer> {
  const began = performance.now();
  const count = await endDueTests({ db: database.db, now: new Date(), random: Math.random });
  const seconds = (performance.now() - began) / 1000;
  return { count, seconds, perSecond: count / seconds, p50: null, p99: null };
}

process.on('message', (job: ServerJob) => {
  void (job.kind === 'end_due' ? endDue() : driveRaw(database, job)).then((answer) => process.send?.(answer));
});
process.once('SIGTERM', () => {
  void app
    .close()
    .then(() => database.close())
    .then(() => process.exit(0));
});

await app.listen({ port: settings.port, host: settings.host });
const address = app.server.address();
process.stdout.write(`http://localhost:${typeof address === 'object' && address ? address.port : 0}\n`);
